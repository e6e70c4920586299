// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.sql;

import io.autocdc.dsl.AutoCdcFlow;
import io.autocdc.dsl.AutoCdcFlow.Parameter;
import io.autocdc.dsl.Durations;
import io.autocdc.dsl.InvalidRowPolicy;
import io.autocdc.dsl.KeyedFlow;
import io.autocdc.dsl.LowerVersionPolicy;
import io.autocdc.dsl.ScdType;
import io.autocdc.dsl.SnapshotCdcFlow;
import io.autocdc.dsl.SourceTypes;
import io.autocdc.dsl.VersionFrom;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Locations;
import io.autocdc.dsl.problem.Problems;
import io.autocdc.dsl.problem.Suggestions;
import io.autocdc.dsl.read.Places;
import io.autocdc.dsl.read.Text;
import io.autocdc.dsl.sql.grammar.SqlScriptParser;
import io.autocdc.dsl.sql.grammar.SqlScriptParser.ClauseContext;
import io.autocdc.dsl.sql.grammar.SqlScriptParser.ConditionContext;
import io.autocdc.dsl.sql.grammar.SqlScriptParser.SelectionContext;
import io.autocdc.dsl.sql.grammar.SqlScriptParser.SequenceContext;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.Token;

/** Reads the clauses of a flow, each by itself, and remembers where they stand. */
final class ClausesReader {

  private final Statement statement;
  private final Problems problems;
  private final Locations locations;
  private final String path;
  private final boolean snapshots;
  private final Words words;
  private final WordParser parser;
  private final Set<Clause> seen = EnumSet.noneOf(Clause.class);

  /**
   * @param path path of the flow's pieces
   * @param snapshots true for the clauses of a flow of snapshots
   */
  ClausesReader(
      Statement statement, Problems problems, Locations locations, String path, boolean snapshots) {
    this.statement = statement;
    this.problems = problems;
    this.locations = locations;
    this.path = path;
    this.snapshots = snapshots;
    this.words = new Words(statement, problems);
    this.parser = new WordParser(statement, problems);
  }

  /** Reads the words behind the source of a flow. */
  void read(List<Token> tokens, KeyedFlow.Builder flow) {
    for (List<Token> part : Clause.split(tokens)) {
      Token first = part.get(0);
      Optional<Clause> clause = Clause.beginning(part);
      if (clause.isEmpty()) {
        reportUnknown(first);
      } else if (!clause.get().isFor(snapshots)) {
        problems.error(
            statement.location(first),
            ErrorCode.CONFLICTING_OPTIONS,
            "a flow " + (snapshots ? "of snapshots" : "of changes") + " has " + clause.get().text(),
            "only flows " + (snapshots ? "of changes" : "FROM SNAPSHOT") + " have it",
            "remove it");
        reportStrayWords(part);
      } else if (!seen.add(clause.get())) {
        problems.error(
            statement.location(first),
            ErrorCode.DUPLICATE_KEY,
            clause.get().text() + " stands twice",
            "a clause stands in a statement once",
            "keep one of them");
        reportStrayWords(part);
      } else {
        read(part, clause.get(), flow);
      }
    }
  }

  private void reportUnknown(Token first) {
    List<String> known = Clause.texts(snapshots);
    String word = first.getText().toUpperCase(Locale.ROOT);
    List<String> firstWords = known.stream().map(text -> text.split(" ")[0]).distinct().toList();
    problems.error(
        statement.location(first),
        ErrorCode.UNKNOWN_KEY,
        "there is no clause '" + first.getText() + "'",
        "a flow does not know it",
        Suggestions.nearest(word, firstWords)
            .map(near -> "did you mean " + near + "?")
            .orElse("known: " + String.join(", ", known)));
  }

  /** A clause that is reported can have another one behind it, which nobody knows. */
  private void reportStrayWords(List<Token> part) {
    ClauseContext read = WordParser.parse(part, SqlScriptParser::clause);
    if (read.exception != null && isFollowedByStrayWords(read)) {
      report(read, part, true);
    } else {
      // A condition takes in whatever follows, and nobody reads that of a repeated clause.
      Clause.misspeltIn(part).ifPresent(this::reportUnknown);
    }
  }

  private void report(ClauseContext read, List<Token> part, boolean whole) {
    Token stray = read.exception.getOffendingToken();
    if (whole && Character.isLetter(stray.getText().codePointAt(0))) {
      reportUnknown(stray);
    } else {
      parser.report(
          read.exception, part, Clause.wordsAfter(part, Math.max(0, part.indexOf(stray))));
    }
  }

  private void read(List<Token> part, Clause clause, KeyedFlow.Builder flow) {
    String at = path + "/" + clause.parameter();
    locations.put(at, statement.location(part.get(0)));
    ClauseContext read = WordParser.parse(part, SqlScriptParser::clause);
    boolean whole = read.exception == null || isFollowedByStrayWords(read);
    if (read.exception != null) {
      report(read, part, whole);
    }
    int before = problems.size();
    if (whole) {
      accept(read, isColumnNamedTo(read) ? Clause.COLUMNS : clause, flow);
    }
    if (!whole || problems.size() > before) {
      locations.markBroken(at);
    }
  }

  /** True if the clause is whole, and only what stands behind it is wrong. */
  private static boolean isFollowedByStrayWords(ClauseContext clause) {
    return clause.getChildCount() == 1
        && clause.getChild(0) instanceof ParserRuleContext only
        && only.exception == null;
  }

  /** {@code COLUMNS TO} begins like another clause, and names a column. */
  private static boolean isColumnNamedTo(ClauseContext clause) {
    return clause.columns() != null;
  }

  private void accept(ClauseContext read, Clause clause, KeyedFlow.Builder flow) {
    if (clause.isFor(true) && clause.isFor(false)) {
      acceptShared(read, clause, flow);
    } else if (flow instanceof AutoCdcFlow.Builder changes) {
      acceptOfChanges(read, clause, changes);
    } else if (flow instanceof SnapshotCdcFlow.Builder ofSnapshots) {
      acceptOfSnapshots(read, clause, ofSnapshots);
    }
  }

  private void acceptShared(ClauseContext read, Clause clause, KeyedFlow.Builder flow) {
    switch (clause) {
      case KEYS -> flow.keys(list(Parameter.KEYS, words.columns(read.keys().columnList())));
      case COLUMNS ->
          select(
              read.columns().selection(),
              Parameter.COLUMN_LIST,
              flow::columns,
              Parameter.EXCEPT_COLUMN_LIST,
              flow::exceptColumns);
      case STORED_AS -> storedAs(read.storedAs().type, flow);
      case TRACK_HISTORY ->
          select(
              read.trackHistory().selection(),
              Parameter.TRACK_HISTORY_COLUMN_LIST,
              flow::trackHistory,
              Parameter.TRACK_HISTORY_EXCEPT_COLUMN_LIST,
              flow::trackHistoryExcept);
      case ON_INVALID_ROW ->
          new Choices(problems)
              .read(words.text(read.onInvalidRow().policy), clause.text(), InvalidRowPolicy.class)
              .ifPresent(flow::onInvalidRow);
      default -> throw new IllegalStateException(clause.text());
    }
  }

  private void acceptOfChanges(ClauseContext read, Clause clause, AutoCdcFlow.Builder flow) {
    switch (clause) {
      case IGNORE_NULL_UPDATES -> {
        SelectionContext selection = read.ignoreNullUpdates().selection();
        if (selection == null) {
          flow.ignoreNullUpdates();
        } else {
          select(
              selection,
              Parameter.IGNORE_NULL_UPDATES_COLUMN_LIST,
              flow::ignoreNullUpdatesOn,
              Parameter.IGNORE_NULL_UPDATES_EXCEPT_COLUMN_LIST,
              flow::ignoreNullUpdatesExcept);
        }
      }
      case APPLY_AS_DELETE ->
          condition(read.applyAsDelete().condition(), clause, flow::applyAsDeletes);
      case APPLY_AS_TRUNCATE ->
          condition(read.applyAsTruncate().condition(), clause, flow::applyAsTruncates);
      case SEQUENCE_BY ->
          flow.sequenceBy(sequence(Parameter.SEQUENCE_BY, read.sequenceBy().sequence()));
      case SYSTEM_SEQUENCE_BY ->
          flow.systemSequenceBy(
              sequence(Parameter.SYSTEM_SEQUENCE_BY, read.systemSequenceBy().sequence()));
      case COLUMNS_TO_UPDATE -> {
        Text column = words.columns(List.of(read.columnsToUpdate().qualifiedName())).get(0);
        locations.put(path + "/" + Parameter.COLUMNS_TO_UPDATE, column.location());
        flow.columnsToUpdate(column.value());
      }
      case TOMBSTONE_RETENTION ->
          duration(read.tombstoneRetention().time, clause, flow::tombstoneRetention);
      case HISTORY_RETENTION ->
          duration(read.historyRetention().time, clause, flow::historyRetention);
      default -> throw new IllegalStateException(clause.text());
    }
  }

  private void acceptOfSnapshots(ClauseContext read, Clause clause, SnapshotCdcFlow.Builder flow) {
    switch (clause) {
      case ON_LOWER_VERSION ->
          new Choices(problems)
              .read(
                  words.text(read.onLowerVersion().policy), clause.text(), LowerVersionPolicy.class)
              .ifPresent(flow::onLowerVersion);
      case VERSION_FROM ->
          new Choices(problems)
              .read(
                  words.text(read.versionFrom().place),
                  clause.text(),
                  List.of(VersionFrom.FILE_NAME, VersionFrom.COUNTER))
              .ifPresent(from -> flow.version(SourceTypes.VERSION_FROM, from.text()));
      case ALLOW_EMPTY_SNAPSHOT -> flow.allowEmptySnapshot(true);
      default -> throw new IllegalStateException(clause.text());
    }
  }

  /** Nothing is selected by {@code *}: it stands for all, which is the default. */
  private void select(
      SelectionContext selection,
      String list,
      Consumer<List<String>> only,
      String exceptList,
      Consumer<List<String>> except) {
    if (selection == null) {
      return;
    }
    boolean isExcept = selection.EXCEPT() != null;
    List<Text> columns = words.columns(selection.columnList());
    (isExcept ? except : only).accept(list(isExcept ? exceptList : list, columns));
    locations.put(path + "/" + (isExcept ? exceptList : list), statement.location(selection));
  }

  private List<String> list(String parameter, List<Text> columns) {
    Places.putItems(locations, path + "/" + parameter, columns);
    return columns.stream().map(Text::value).toList();
  }

  private List<String> sequence(String parameter, SequenceContext sequence) {
    locations.put(path + "/" + parameter, statement.location(sequence));
    return list(parameter, words.columns(sequence.qualifiedName()));
  }

  private void condition(ConditionContext condition, Clause clause, Consumer<String> sink) {
    Text text = statement.text(condition);
    Places.put(locations, path + "/" + clause.parameter(), text);
    sink.accept(text.value());
  }

  private void storedAs(List<Token> type, KeyedFlow.Builder flow) {
    String text = type.stream().map(Token::getText).collect(Collectors.joining(" "));
    locations.put(path + "/" + Parameter.STORED_AS_SCD_TYPE, statement.location(type.get(0)));
    Optional<ScdType> known = ScdType.parse(text);
    known.ifPresent(flow::storedAsScdType);
    if (known.isEmpty()) {
      problems.error(
          statement.location(type.get(0)),
          ErrorCode.INVALID_SCD_TYPE,
          "the flow is stored as '" + text + "'",
          "there is no such type",
          "write STORED AS SCD TYPE 1, STORED AS SCD TYPE 2 or STORED AS BITEMPORAL");
      Places.markScdTypeUnknown(locations, path);
    }
  }

  private void duration(Token time, Clause clause, Consumer<Duration> sink) {
    Text text = words.string(time);
    locations.put(path + "/" + clause.parameter(), text.location());
    Optional<Duration> duration = Durations.parse(text.value());
    duration.ifPresent(sink);
    if (duration.isEmpty()) {
      problems.error(
          text.location(),
          ErrorCode.INVALID_VALUE,
          clause.text() + " is '" + text.value() + "'",
          "it has another form",
          "write " + Durations.FORMS);
    }
  }
}
