// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.sql;

import io.autocdc.dsl.AppendFlow;
import io.autocdc.dsl.AutoCdcFlow;
import io.autocdc.dsl.InvalidRowPolicy;
import io.autocdc.dsl.ReadMode;
import io.autocdc.dsl.SnapshotCdcFlow;
import io.autocdc.dsl.Source;
import io.autocdc.dsl.SourceTypes;
import io.autocdc.dsl.TableName;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Location;
import io.autocdc.dsl.problem.Locations;
import io.autocdc.dsl.problem.Problems;
import io.autocdc.dsl.read.PipelineAssembly;
import io.autocdc.dsl.read.Places;
import io.autocdc.dsl.read.Text;
import io.autocdc.dsl.sql.grammar.SqlScriptLexer;
import io.autocdc.dsl.sql.grammar.SqlScriptParser.AutoCdcContext;
import io.autocdc.dsl.sql.grammar.SqlScriptParser.CreateFlowContext;
import io.autocdc.dsl.sql.grammar.SqlScriptParser.FeedContext;
import io.autocdc.dsl.sql.grammar.SqlScriptParser.FeedVerbContext;
import io.autocdc.dsl.sql.grammar.SqlScriptParser.InsertContext;
import java.util.List;
import java.util.Map;
import org.antlr.v4.runtime.Token;

/** Reads flows: {@code CREATE FLOW}, {@code AUTO CDC INTO}, {@code INSERT INTO ... BY NAME}. */
final class FlowReader {

  private final Statement statement;
  private final PipelineAssembly assembly;
  private final Problems problems;
  private final Words words;

  FlowReader(Statement statement, PipelineAssembly assembly) {
    this.statement = statement;
    this.assembly = assembly;
    this.problems = assembly.builder().problems();
    this.words = new Words(statement, problems);
  }

  void read(CreateFlowContext flow) {
    Text name = words.relation(flow.name);
    if (flow.insert() != null) {
      readInsert(name, flow.insert());
    } else {
      readAutoCdc(name, flow.autoCdc());
    }
  }

  /**
   * @param name name of the flow; null for that of its target
   */
  void readAutoCdc(Text name, AutoCdcContext flow) {
    TableName target = words.table(flow.target);
    if (target != null) {
      Location place = statement.location(flow.target);
      Text known = name == null ? new Text(target.table(), place, null) : name;
      readFeed(known, target, place, flow.feedVerb(), flow.ONCE() != null, flow.feed());
    }
  }

  void readFeed(
      Text name,
      TableName target,
      Location targetPlace,
      FeedVerbContext verb,
      boolean once,
      FeedContext feed) {
    if (hasStrayParenthesis(feed)) {
      return;
    }
    if (verb.APPLY() != null) {
      words.oldSpelling(statement.location(verb), "APPLY CHANGES", "AUTO CDC");
    }
    String path = place(name, targetPlace);
    Text source = words.relation(feed.relation().qualifiedName());
    Places.put(assembly.locations(), path + "/source", source);
    boolean snapshots = feed.SNAPSHOT() != null;
    ClausesReader clauses =
        new ClausesReader(statement, problems, assembly.locations(), path, snapshots);
    List<Token> rest = words(feed);
    if (!snapshots) {
      AutoCdcFlow.Builder flow = new AutoCdcFlow.Builder(target).named(name.value());
      flow.from(source.value()).once(once);
      clauses.read(rest, flow);
      assembly.add(flow);
      return;
    }
    if (once) {
      problems.error(
          statement.location(feed),
          ErrorCode.CONFLICTING_OPTIONS,
          "flow '" + name.value() + "' of snapshots runs once",
          "it waits for the next snapshot",
          "remove ONCE");
    }
    SnapshotCdcFlow.Builder flow = new SnapshotCdcFlow.Builder(target).named(name.value());
    flow.from(source.value());
    clauses.read(rest, flow);
    assembly.add(flow);
    if (feed.relation().qualifiedName().identifier().size() > 1) {
      addTableUnlessKnown(source, flow);
    }
  }

  /** Words that are no names of sources when a parenthesis follows; true if that is reported. */
  private boolean hasStrayParenthesis(FeedContext feed) {
    Token word = feed.relation().getStart();
    List<Token> rest = words(feed);
    boolean opens = !rest.isEmpty() && rest.get(0).getType() == SqlScriptLexer.LPAREN;
    if (!opens || feed.relation().getStop() != word) {
      return false;
    }
    String name = rest.size() > 1 ? rest.get(1).getText() : "changes";
    if (word.getType() == SqlScriptLexer.STREAM) {
      problems.error(
          statement.location(rest.get(0)),
          ErrorCode.INVALID_SCRIPT,
          "the parenthesis behind 'stream' is not closed",
          "the name of one source or view stands in it",
          "write stream(" + name + ")");
      return true;
    }
    if (word.getType() == SqlScriptLexer.SNAPSHOT || feed.SNAPSHOT() != null) {
      problems.error(
          statement.location(rest.get(0)),
          ErrorCode.INVALID_SCRIPT,
          "'(' is not expected here",
          "after 'SNAPSHOT' comes the name of a source or view",
          "write FROM SNAPSHOT " + name);
      return true;
    }
    return false;
  }

  /** A name with a dot is a table, unless a source or view has it. */
  private void addTableUnlessKnown(Text source, SnapshotCdcFlow.Builder flow) {
    String name = flow.name() + "_snapshots";
    assembly.locations().put(Locations.source(name), source.location());
    assembly.addUnlessKnown(
        source,
        new Source(name, SourceTypes.FILES, ReadMode.STREAM, Map.of(), null, null),
        false,
        flow);
  }

  private void readInsert(Text name, InsertContext insert) {
    TableName target = words.table(insert.target);
    if (target == null) {
      return;
    }
    String path = place(name, statement.location(insert.target));
    Query query = Query.read(statement, insert.query().getStart(), problems);
    Text source = new ViewReader(statement, assembly).sourceOf(name, query);
    assembly.locations().put(path + "/source", source.location());
    AppendFlow.Builder flow = new AppendFlow.Builder(target).named(name.value());
    flow.from(source.value()).once(insert.ONCE() != null);
    if (insert.policy != null) {
      new Choices(problems)
          .read(words.text(insert.policy), "ON INVALID ROW", InvalidRowPolicy.class)
          .ifPresent(flow::onInvalidRow);
    }
    assembly.add(flow);
  }

  /** Remembers where a flow stands, and gives the path of its pieces. */
  String place(Text name, Location target) {
    String path = assembly.nextPath(Locations.flow(name.value()));
    Locations locations = assembly.locations();
    locations.put(path, statement.location());
    locations.put(path + "/name", name.location());
    locations.put(path + "/target", target);
    return path;
  }

  /** The words of the clauses. */
  private List<Token> words(FeedContext feed) {
    List<Token> all = statement.tokens();
    return all.subList(all.indexOf(feed.relation().getStop()) + 1, all.size());
  }
}
