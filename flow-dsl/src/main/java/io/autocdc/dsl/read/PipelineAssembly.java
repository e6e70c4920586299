// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.read;

import io.autocdc.dsl.Expectation;
import io.autocdc.dsl.FlinkInsert;
import io.autocdc.dsl.Flow;
import io.autocdc.dsl.Pipeline;
import io.autocdc.dsl.SnapshotCdcFlow;
import io.autocdc.dsl.SnapshotVersions;
import io.autocdc.dsl.Source;
import io.autocdc.dsl.SourceTypes;
import io.autocdc.dsl.StreamingTable;
import io.autocdc.dsl.TableName;
import io.autocdc.dsl.VersionFrom;
import io.autocdc.dsl.View;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Locations;
import io.autocdc.dsl.problem.Suggestions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Puts the flowgroups of one pipeline together. */
public final class PipelineAssembly {

  private final Pipeline.Builder builder;
  private final Map<TableName, ReadTable> tables = new LinkedHashMap<>();
  private final Set<String> relations = new LinkedHashSet<>();
  private final Map<String, Integer> names = new HashMap<>();
  private final List<Text> mentioned = new ArrayList<>();
  private final List<ReadSource> sources = new ArrayList<>();
  private final List<UnknownSource> unknownSources = new ArrayList<>();
  private final List<SnapshotCdcFlow.Builder> snapshotFlows = new ArrayList<>();
  private int declarations;

  public PipelineAssembly(String name) {
    this.builder = Pipeline.named(name);
  }

  public Pipeline.Builder builder() {
    return builder;
  }

  public Locations locations() {
    return builder.locations();
  }

  /** The path of the next piece of that name, from one of the methods of {@link Locations}. */
  public String nextPath(String path) {
    return Locations.nth(path, names.merge(path, 1, Integer::sum));
  }

  public void add(Source source, boolean schemaIsBroken) {
    relations.add(source.name());
    sources.add(new ReadSource(source, schemaIsBroken));
  }

  /**
   * Adds a source of files for a flow whose source is given by a text, unless the text turns out to
   * be the name of a source or view.
   */
  public void addUnlessKnown(
      Text text, Source files, boolean schemaIsBroken, SnapshotCdcFlow.Builder flow) {
    unknownSources.add(new UnknownSource(text, new ReadSource(files, schemaIsBroken), flow));
  }

  public void add(View view) {
    relations.add(view.name());
    builder.view(view);
  }

  public void add(Flow.Builder flow) {
    builder.flow(flow);
    if (flow instanceof SnapshotCdcFlow.Builder snapshots) {
      snapshotFlows.add(snapshots);
    }
  }

  /** Adds a statement that Flink executes before everything else. */
  public void addDeclaration(Text sql) {
    Places.put(locations(), Locations.declaration(declarations++) + "/sql", sql);
    builder.declare(sql.value());
  }

  /** Adds an INSERT of Flink. */
  public void addInsert(Text sql) {
    String target = new FlinkInsert(sql.value()).target();
    Places.put(locations(), nextPath(Locations.insert(target)) + "/sql", sql);
    builder.insert(sql.value());
  }

  /** Several actions can write one table; what they say about it counts together. */
  public void addTable(
      TableName name, Text table, Map<String, Text> properties, List<ReadExpectation> rules) {
    ReadTable known = tables.get(name);
    if (known == null) {
      known = new ReadTable(name, new TreeMap<>(), new ArrayList<>());
      tables.put(name, known);
      locations().put(Locations.table(name.toString()), table.location());
    }
    addProperties(known, properties);
    addRules(known, rules);
  }

  private void addProperties(ReadTable table, Map<String, Text> properties) {
    String path = Locations.table(table.name().toString());
    for (Map.Entry<String, Text> property : properties.entrySet()) {
      Text value = property.getValue();
      String before = table.properties().putIfAbsent(property.getKey(), value.value());
      if (before == null) {
        locations().put(path + "/properties/" + property.getKey(), value.location());
      } else if (!before.equals(value.value())) {
        builder
            .problems()
            .error(
                value.location(),
                ErrorCode.CONFLICTING_OPTIONS,
                "table '"
                    + table.name()
                    + "' has the property '"
                    + property.getKey()
                    + "' twice: '"
                    + before
                    + "' and '"
                    + value.value()
                    + "'",
                "a table has one value for a property",
                "keep one of them");
      }
    }
  }

  /** Two rules of one name within one action are left to the checks. */
  private void addRules(ReadTable table, List<ReadExpectation> rules) {
    Map<String, Expectation> before = new HashMap<>();
    table.expectations().forEach(known -> before.put(known.rule().name(), known.rule()));
    for (ReadExpectation read : rules) {
      Expectation known = before.get(read.rule().name());
      if (known == null) {
        table.expectations().add(read);
      } else if (!known.equals(read.rule())) {
        builder
            .problems()
            .error(
                read.name(),
                ErrorCode.CONFLICTING_OPTIONS,
                "table '"
                    + table.name()
                    + "' has the expectation '"
                    + known.name()
                    + "' twice: "
                    + text(known)
                    + ", and "
                    + text(read.rule()),
                "the rules of all write actions of a table count together, by name",
                "keep one of them, or rename one");
      }
    }
  }

  private static String text(Expectation rule) {
    return rule.action().name().toLowerCase(Locale.ROOT) + " unless " + rule.condition();
  }

  /** Remembers a name that must be a source or view of the pipeline, wherever it is defined. */
  public void mention(Text name) {
    mentioned.add(name);
  }

  /**
   * Completes the pipeline once all flowgroups are read.
   *
   * @param folder the project folder
   */
  public void finish(Path folder) {
    SnapshotFolders folders = new SnapshotFolders(folder);
    unknownSources.forEach(unknown -> decide(unknown, folders));
    for (ReadSource read : sources) {
      Source source = withVersionType(read.source(), folders);
      if (read.schemaIsBroken()) {
        builder.sourceWithBrokenSchema(source);
      } else {
        builder.source(source);
      }
    }
    tables.values().forEach(this::add);
    for (Text name : mentioned) {
      if (!relations.contains(name.value())) {
        builder
            .problems()
            .error(
                name.location(),
                ErrorCode.UNKNOWN_SOURCE,
                "a view reads from '" + name.value() + "'",
                "there is no source or view of that name",
                Suggestions.didYouMean(name.value(), relations));
      }
    }
  }

  private void decide(UnknownSource unknown, SnapshotFolders folders) {
    String text = unknown.text().value();
    if (relations.contains(text)) {
      return;
    }
    Source files = unknown.files().source();
    if (!folders.isPath(text)) {
      decideForTable(unknown, files);
      return;
    }
    Map<String, String> options = new TreeMap<>(files.options());
    options.put("path", text);
    if (!options.containsKey("format")) {
      folders
          .firstFile(text)
          .or(() -> Optional.of(text))
          .flatMap(PipelineAssembly::formatOf)
          .ifPresent(format -> options.put("format", format));
    }
    unknown.flow().from(files.name());
    add(files.withOptions(options), unknown.files().schemaIsBroken());
  }

  /** A text with a dot is a table; another one is left to be reported as an unknown view. */
  private void decideForTable(UnknownSource unknown, Source files) {
    String text = unknown.text().value();
    if (text.indexOf('.') < 0) {
      return;
    }
    Map<String, String> options = new TreeMap<>(files.options());
    options.put(SourceTypes.TABLE, text);
    if (!unknown.flow().versions().containsKey(SourceTypes.VERSION_FROM)) {
      options.put(SourceTypes.VERSION_FROM, VersionFrom.COUNTER.text());
    }
    locations()
        .put(
            Locations.source(files.name()) + "/options/" + SourceTypes.TABLE,
            unknown.text().location());
    unknown.flow().from(files.name());
    add(
        new Source(
            files.name(),
            SourceTypes.ofTable(text),
            files.readMode(),
            options,
            files.schema(),
            null),
        unknown.files().schemaIsBroken());
  }

  private static Optional<String> formatOf(String fileName) {
    Matcher extension = Pattern.compile(".*\\.(csv|json)l?(\\.\\w+)?").matcher(fileName);
    return extension.matches() ? Optional.of(extension.group(1)) : Optional.empty();
  }

  /** Where nobody says of which type versions in file names are, the names tell. */
  private Source withVersionType(Source source, SnapshotFolders folders) {
    Map<String, String> options = new TreeMap<>(source.options());
    snapshotFlows.stream()
        .filter(flow -> source.name().equals(flow.source()))
        .forEach(flow -> flow.versions().forEach(options::putIfAbsent));
    String path = options.get("path");
    boolean unsaid =
        "file_name".equalsIgnoreCase(options.get(SourceTypes.VERSION_FROM))
            && !options.containsKey(SourceTypes.VERSION_TYPE)
            && !options.containsKey(SourceTypes.VERSION_PATTERN)
            && path != null;
    return unsaid
        ? SnapshotVersions.guessType(folders.files(path))
            .filter(type -> !type.equals("BIGINT"))
            .map(
                type ->
                    source.withOptions(
                        Map.of(
                            SourceTypes.VERSION_TYPE, type, SourceTypes.VERSION_FROM, "file_name")))
            .orElse(source)
        : source;
  }

  private void add(ReadTable table) {
    List<ReadExpectation> rules = table.expectations();
    ReadExpectation.place(rules, locations(), Locations.table(table.name().toString()));
    builder.streamingTable(
        new StreamingTable(table.name(), table.properties(), ReadExpectation.rules(rules)));
  }

  private record ReadTable(
      TableName name, Map<String, String> properties, List<ReadExpectation> expectations) {}

  private record ReadSource(Source source, boolean schemaIsBroken) {}

  private record UnknownSource(Text text, ReadSource files, SnapshotCdcFlow.Builder flow) {}
}
