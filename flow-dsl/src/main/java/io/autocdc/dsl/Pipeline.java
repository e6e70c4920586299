// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl;

import io.autocdc.dsl.check.PipelineChecker;
import io.autocdc.dsl.check.SqlAnalyzer;
import io.autocdc.dsl.check.ViewOrder;
import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Location;
import io.autocdc.dsl.problem.Locations;
import io.autocdc.dsl.problem.Problem;
import io.autocdc.dsl.problem.Problems;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * All that a pipeline does: an immutable value that the Java, YAML and SQL front ends build alike.
 *
 * <pre>{@code
 * Pipeline pipeline = Pipeline.named("silver_customers")
 *     .source("changes", Files.json("data/changes").schema("id BIGINT, name STRING, op STRING, seq BIGINT"))
 *     .streamingTable("silver.customers", Paimon.table())
 *     .autoCdcFlow("silver.customers", flow -> flow
 *         .from("changes").keys("id").sequenceBy("seq").applyAsDeletes("op = 'D'").exceptColumns("op", "seq"))
 *     .build();
 * }</pre>
 *
 * @param name name; state and event log belong to it
 * @param sources where rows come from
 * @param views steps between sources and flows
 * @param tables the targets
 * @param flows what keeps the targets
 * @param declarations statements of Flink that declare what queries use, such as functions; they
 *     are executed in their order, before everything else
 * @param inserts what Flink itself writes, beside the targets
 */
public record Pipeline(
    String name,
    List<Source> sources,
    List<View> views,
    List<StreamingTable> tables,
    List<Flow> flows,
    List<String> declarations,
    List<FlinkInsert> inserts)
    implements Serializable {

  public Pipeline {
    declarations = List.copyOf(declarations);
    inserts = List.copyOf(inserts);
    Objects.requireNonNull(name);
    sources = List.copyOf(sources);
    views = List.copyOf(views);
    tables = List.copyOf(tables);
    flows = List.copyOf(flows);
  }

  /** A pipeline without statements of Flink. */
  public Pipeline(
      String name,
      List<Source> sources,
      List<View> views,
      List<StreamingTable> tables,
      List<Flow> flows) {
    this(name, sources, views, tables, flows, List.of(), List.of());
  }

  /**
   * The table that tells what its runs did: in the built-in catalog that has all of its targets,
   * else in {@link TableName#DEFAULT_CATALOG}. What no table can be called stands there as an
   * underscore.
   */
  public TableName eventLog() {
    Set<String> catalogs =
        tables.stream().map(table -> table.name().catalog()).collect(Collectors.toSet());
    boolean together = catalogs.size() == 1 && TableName.BUILT_IN_CATALOGS.containsAll(catalogs);
    return new TableName(
        together ? catalogs.iterator().next() : TableName.DEFAULT_CATALOG,
        TableName.DEFAULT_SCHEMA,
        name.replaceAll("[^\\p{L}\\p{N}_-]", "_") + TableName.EVENT_LOG_SUFFIX);
  }

  public static Builder named(String name) {
    return new Builder(name);
  }

  /** Collects declarations; all checks run in {@link #build}. */
  public static final class Builder {

    private final String name;
    private final Problems problems = new Problems();
    private final Locations locations = new Locations();
    private final List<Source> sources = new ArrayList<>();
    private final Set<String> brokenSources = new HashSet<>();
    private final List<View> views = new ArrayList<>();
    private final List<StreamingTable> tables = new ArrayList<>();
    private final List<Flow.Builder> flows = new ArrayList<>();
    private final List<String> declarations = new ArrayList<>();
    private final List<FlinkInsert> inserts = new ArrayList<>();
    private final Set<String> catalogs = new LinkedHashSet<>(TableName.BUILT_IN_CATALOGS);
    private final Set<String> secrets = new HashSet<>();

    private Builder(String name) {
      this.name = Objects.requireNonNull(name);
    }

    /** Where the pieces stand in files; filled by readers of files. */
    public Locations locations() {
      return locations;
    }

    /** Problems of the form of the declaration, reported by readers of files. */
    public Problems problems() {
      return problems;
    }

    /**
     * Makes catalogs known besides the built-in ones, so that tables can be in them. How a catalog
     * is reached is no part of a pipeline.
     */
    public Builder catalogs(Collection<String> names) {
      catalogs.addAll(names);
      return this;
    }

    /** Texts that no message may show. */
    public Builder secrets(Collection<String> texts) {
      secrets.addAll(texts);
      return this;
    }

    public String name() {
      return name;
    }

    /** Texts that no message may show, among them passwords in options of sources. */
    public Set<String> secrets() {
      Set<String> all = new HashSet<>(secrets);
      sources.forEach(source -> all.addAll(source.secrets()));
      return Set.copyOf(all);
    }

    public Builder source(String name, SourceSpec spec) {
      try {
        return source(spec.named(name));
      } catch (AutoCdcException e) {
        problems.addAll(e.problems());
        return sourceWithBrokenSchema(spec.namedWithoutSchema(name));
      }
    }

    public Builder source(Source source) {
      sources.add(source);
      return this;
    }

    /** Adds a source whose schema has been reported as broken: its columns are not checked. */
    public Builder sourceWithBrokenSchema(Source source) {
      brokenSources.add(source.name());
      return source(source);
    }

    /** Adds a query over sources and views. */
    public Builder view(String name, String sql) {
      return view(new View.SqlView(name, sql));
    }

    public Builder view(View view) {
      views.add(view);
      return this;
    }

    /** Adds rules about the rows of a source or view, under a new name. */
    public Builder expectations(String name, String source, Consumer<Expectations> rules) {
      Expectations list = new Expectations();
      rules.accept(list);
      return view(new View.QualityView(name, source, list.list()));
    }

    public Builder streamingTable(String name, TableSpec spec) {
      try {
        return streamingTable(spec.named(name));
      } catch (AutoCdcException e) {
        problems.addAll(e.problems());
        return this;
      }
    }

    public Builder streamingTable(StreamingTable table) {
      tables.add(table);
      return this;
    }

    /** Adds a flow that applies a change feed. */
    public Builder autoCdcFlow(String target, Consumer<AutoCdcFlow.Builder> parameters) {
      return flow(target, AutoCdcFlow.Builder::new, parameters);
    }

    /** Adds a flow that applies the differences between snapshots. */
    public Builder autoCdcFromSnapshotFlow(
        String target, Consumer<SnapshotCdcFlow.Builder> parameters) {
      return flow(target, SnapshotCdcFlow.Builder::new, parameters);
    }

    /** Adds a flow that appends rows to a table that only grows. */
    public Builder appendFlow(String target, Consumer<AppendFlow.Builder> parameters) {
      return flow(target, AppendFlow.Builder::new, parameters);
    }

    public Builder flow(Flow.Builder flow) {
      flows.add(flow);
      return this;
    }

    /** Has Flink execute a statement before everything else, such as a CREATE FUNCTION. */
    public Builder declare(String sql) {
      declarations.add(sql.strip());
      return this;
    }

    /** Has Flink write rows: an INSERT INTO, as it stands. */
    public Builder insert(String sql) {
      inserts.add(new FlinkInsert(sql.strip()));
      return this;
    }

    private <B extends Flow.Builder> Builder flow(
        String target, Function<TableName, B> kind, Consumer<B> parameters) {
      try {
        B flow = kind.apply(targetName(target));
        parameters.accept(flow);
        return flow(flow);
      } catch (AutoCdcException e) {
        problems.addAll(e.problems());
        return this;
      }
    }

    /** The declared table of that name, whatever its catalog, or the name as it stands. */
    private TableName targetName(String target) {
      return tables.stream()
          .map(StreamingTable::name)
          .filter(table -> TableName.parse(target, table.catalog()).equals(table))
          .findFirst()
          .orElseGet(() -> TableName.parse(target));
    }

    /**
     * Checks everything that can be checked without a SQL planner.
     *
     * @throws AutoCdcException with every error
     */
    public Pipeline build() {
      Checked checked = check(SqlAnalyzer.NONE);
      Problems all = new Problems();
      all.addAll(checked.problems());
      all.throwIfErrors();
      return checked.pipeline();
    }

    /**
     * The pipeline with everything that is wrong or doubtful with it, in the order of the files.
     * The systems behind its sources are not asked.
     */
    public Checked check(SqlAnalyzer sql) {
      return check(sql, SourceDescriber.NONE);
    }

    /**
     * The pipeline with everything that is wrong or doubtful with it, in the order of the files.
     *
     * @param describer tells what declarations of sources leave out
     */
    public Checked check(SqlAnalyzer sql, SourceDescriber describer) {
      Problems found = new Problems();
      found.addAll(problems.list());
      List<String> paths =
          Locations.paths(flows.stream().map(Flow.Builder::name).toList(), Locations::flow);
      List<Flow> built = new ArrayList<>();
      for (int i = 0; i < flows.size(); i++) {
        built.add(flows.get(i).build(found, locations, paths.get(i)));
      }
      Pipeline pipeline =
          new Pipeline(
              name,
              completeSources(built, paths, describer, found),
              views,
              tables,
              built,
              declarations,
              inserts);
      new PipelineChecker(pipeline, locations, brokenSources, catalogs, sql, found).check();
      return new Checked(
          pipeline, found.sorted().stream().map(problem -> problem.hiding(secrets())).toList());
    }

    /**
     * The sources, those of snapshots with what their flows say about versions, and all with what
     * the systems behind them tell.
     */
    private List<Source> completeSources(
        List<Flow> built, List<String> paths, SourceDescriber describer, Problems found) {
      Map<String, Source> byName = new LinkedHashMap<>();
      sources.forEach(source -> byName.putIfAbsent(source.name(), source));
      ViewOrder order = ViewOrder.of(new Pipeline(name, sources, views, tables, built));
      for (int i = 0; i < flows.size(); i++) {
        if (flows.get(i) instanceof SnapshotCdcFlow.Builder snapshots) {
          Source source = order.soleSourceOf(built.get(i).source()).map(byName::get).orElse(null);
          if (source != null) {
            placeVersions(source, snapshots.versions(), paths.get(i), found);
            Map<String, String> options = new LinkedHashMap<>(snapshots.versions());
            options.putAll(source.options());
            byName.put(source.name(), source.withOptions(options));
          }
        }
      }
      List<Source> all = new ArrayList<>(sources);
      // A second source of one name is reported elsewhere.
      all.replaceAll(source -> byName.getOrDefault(source.name(), source));
      all.replaceAll(
          source -> source.needsDescription() ? describe(source, describer, found) : source);
      return all;
    }

    private Source describe(Source source, SourceDescriber describer, Problems found) {
      Location place = locations.find(Locations.source(source.name()));
      try {
        Optional<SourceDescription> described = describer.describe(source);
        described.ifPresent(
            told -> told.warnings().forEach(warning -> found.add(warning.at(place))));
        return described.map(source::describedBy).orElse(source);
      } catch (AutoCdcException e) {
        e.problems().forEach(problem -> found.add(problem.at(place)));
        brokenSources.add(source.name());
        return source;
      }
    }

    /** Remembers where the options stand that the source takes from a flow. */
    private void placeVersions(
        Source source, Map<String, String> versions, String path, Problems found) {
      versions.forEach(
          (option, value) -> {
            String known = source.options().getOrDefault(option, value);
            if (!source.options().containsKey(option)) {
              locations.put(
                  Locations.source(source.name()) + "/options/" + option,
                  locations.find(path + "/" + option));
            }
            if (!known.equalsIgnoreCase(value)) {
              found.error(
                  locations.find(path + "/" + option),
                  ErrorCode.CONFLICTING_OPTIONS,
                  option + " of source '" + source.name() + "' is both " + known + " and " + value,
                  "a snapshot has one version, whoever reads it",
                  "keep one of them");
            }
          });
    }
  }

  /**
   * A pipeline and what was found in it.
   *
   * @param pipeline the pipeline, usable only without errors
   * @param problems errors and warnings
   */
  public record Checked(Pipeline pipeline, List<Problem> problems) {

    public boolean isValid() {
      return problems.stream().noneMatch(Problem::isError);
    }
  }

  /** Collects rules about rows, with Lakeflow's names. */
  public static final class Expectations {

    private final List<Expectation> rules = new ArrayList<>();

    /** Counts rows that violate the condition. */
    public Expectations expect(String name, String condition) {
      return add(name, condition, Expectation.Action.WARN);
    }

    /** Leaves out rows that violate the condition. */
    public Expectations expectOrDrop(String name, String condition) {
      return add(name, condition, Expectation.Action.DROP);
    }

    /** Stops the run at the first row that violates the condition. */
    public Expectations expectOrFail(String name, String condition) {
      return add(name, condition, Expectation.Action.FAIL);
    }

    /** Sends rows that violate the condition to the quarantine table. */
    public Expectations expectOrQuarantine(String name, String condition) {
      return add(name, condition, Expectation.Action.QUARANTINE);
    }

    private Expectations add(String name, String condition, Expectation.Action action) {
      rules.add(new Expectation(name, condition, action));
      return this;
    }

    List<Expectation> list() {
      return rules;
    }
  }
}
