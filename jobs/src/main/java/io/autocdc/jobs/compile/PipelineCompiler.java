// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.compile;

import io.autocdc.dsl.AppendFlow;
import io.autocdc.dsl.Expectation;
import io.autocdc.dsl.FlinkInsert;
import io.autocdc.dsl.Flow;
import io.autocdc.dsl.InvalidRowPolicy;
import io.autocdc.dsl.OperationColumn;
import io.autocdc.dsl.Pipeline;
import io.autocdc.dsl.ResolvedFlow;
import io.autocdc.dsl.SnapshotCdcFlow;
import io.autocdc.dsl.Source;
import io.autocdc.dsl.SourceTypes;
import io.autocdc.dsl.StreamingTable;
import io.autocdc.dsl.TableFeeds;
import io.autocdc.dsl.TableName;
import io.autocdc.dsl.View;
import io.autocdc.dsl.check.FeedFlows;
import io.autocdc.dsl.check.Lineage;
import io.autocdc.dsl.check.ViewOrder;
import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Locations;
import io.autocdc.dsl.problem.Problem;
import io.autocdc.dsl.problem.Problems;
import io.autocdc.dsl.type.TableSchema;
import io.autocdc.jobs.compile.CompileOptions.CatalogOptions;
import io.autocdc.jobs.compile.SqlStage.SqlSource;
import io.autocdc.operators.AppendInput;
import io.autocdc.operators.AppendTopology;
import io.autocdc.operators.ExpectationFunction;
import io.autocdc.operators.FlowInput;
import io.autocdc.operators.FlowInput.Snapshots;
import io.autocdc.operators.TargetTopology;
import io.autocdc.operators.UnpairedUpdates;
import io.autocdc.operators.ledger.Tallying;
import io.autocdc.operators.ledger.TallyingOperator;
import io.autocdc.source.snapshots.FeedStreams;
import io.autocdc.source.snapshots.SupplierFeed;
import io.autocdc.spi.SourceConnector;
import io.autocdc.spi.SourceConnector.SourceContext;
import io.autocdc.spi.SourceConnector.SourceStreams;
import io.autocdc.spi.TableCatalog;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;

/**
 * Turns a pipeline into a Flink job. Each source is read once, whatever reads from it; each target
 * has one merge, whatever writes into it. Names and uids of operators are made from the names in
 * the pipeline alone, so that a later version of it finds its state again.
 */
public final class PipelineCompiler {

  private final Pipeline pipeline;
  private final StreamExecutionEnvironment env;
  private final CompileOptions options;
  private final Map<String, SuppliedStream> streams;
  private final SqlStage sql;
  private final LedgerBuilder ledger;
  private final Lineage lineage;
  private final FeedFlows feeds;
  private final ViewOrder views;
  private final TargetFlows flows;
  private final Map<String, Relation> relations = new LinkedHashMap<>();

  /** What flows read, by their names: a source or view, behind the rules of the table. */
  private final Map<String, Relation> flowInputs = new LinkedHashMap<>();

  private final List<CompiledTarget> compiled = new ArrayList<>();

  /** True if the job is to be looked at, and not to run. */
  private final boolean rehearsal;

  /** The sources of which every run reads everything, as something that has never run. */
  private final Set<String> readInWhole = new LinkedHashSet<>();

  private PipelineCompiler(
      Pipeline pipeline,
      StreamExecutionEnvironment env,
      CompileOptions options,
      Map<String, SuppliedStream> streams,
      boolean rehearsal) {
    this.rehearsal = rehearsal;
    this.pipeline = pipeline;
    this.env = env;
    this.options = options;
    this.streams = streams;
    this.sql = new SqlStage(env, options);
    this.ledger = new LedgerBuilder(pipeline, options);
    this.lineage = new Lineage(pipeline);
    this.feeds = new FeedFlows(pipeline);
    this.views = ViewOrder.of(pipeline);
    this.flows = new TargetFlows(pipeline, flow -> flowInputs.get(flow.name()).schema());
  }

  /**
   * Adds a pipeline to a job that runs until it is stopped, with paths relative to the working
   * directory and tables in the folder {@code warehouse}.
   *
   * @throws AutoCdcException as {@link #compile(Pipeline, StreamExecutionEnvironment,
   *     CompileOptions)}
   */
  public static CompiledPipeline compile(Pipeline pipeline, StreamExecutionEnvironment env) {
    Path here = Path.of("").toAbsolutePath();
    return compile(
        pipeline,
        env,
        new CompileOptions(here, CatalogOptions.builtIn(here.resolve("warehouse")), false));
  }

  /**
   * Adds the operators and sinks of a pipeline to a job, and creates or evolves its tables.
   *
   * @param pipeline a pipeline without errors
   * @throws AutoCdcException if a source cannot be read, or a table exists and does not fit
   */
  public static CompiledPipeline compile(
      Pipeline pipeline, StreamExecutionEnvironment env, CompileOptions options) {
    return compile(pipeline, env, options, Map.of());
  }

  /**
   * The same for a pipeline with sources of type {@link SourceTypes#STREAM}.
   *
   * @param streams the rows of these sources, by their names
   * @throws AutoCdcException as {@link #compile(Pipeline, StreamExecutionEnvironment,
   *     CompileOptions)}
   */
  public static CompiledPipeline compile(
      Pipeline pipeline,
      StreamExecutionEnvironment env,
      CompileOptions options,
      Map<String, SuppliedStream> streams) {
    return new PipelineCompiler(pipeline, env, options, streams, false).compile();
  }

  /**
   * Adds the same operators and sinks, but leaves all tables as they are: those that would be
   * created or evolved are created in another folder. The job is to be looked at, and not to run.
   *
   * @param scratch a folder of the local file system
   * @throws AutoCdcException as {@link #compile(Pipeline, StreamExecutionEnvironment,
   *     CompileOptions)}
   */
  public static CompiledPipeline rehearse(
      Pipeline pipeline, StreamExecutionEnvironment env, CompileOptions options, Path scratch) {
    try (Catalogs catalogs = Catalogs.rehearsing(options.catalogs(), scratch)) {
      return new PipelineCompiler(pipeline, env, options.forRehearsal(), Map.of(), true)
          .compile(catalogs);
    }
  }

  private CompiledPipeline compile() {
    try (Catalogs catalogs = new Catalogs(options.catalogs())) {
      return compile(catalogs);
    }
  }

  private CompiledPipeline compile(Catalogs catalogs) {
    Map<String, Integer> sources = new LinkedHashMap<>();
    Map<String, TableSchema> columns = new LinkedHashMap<>();
    Set<String> needed = lineage.needed();
    sql.declare(pipeline.declarations());
    sql.define(pipeline.sources());
    for (Source source : pipeline.sources()) {
      if (needed.contains(source.name())) {
        Relation relation = connect(source, catalogs);
        relations.put(source.name(), relation);
        sources.put(source.name(), relation.rows().getParallelism());
        columns.put(source.name(), relation.schema());
      }
    }
    Map<String, List<String>> expectations = new LinkedHashMap<>();
    for (View view : views.views()) {
      if (needed.contains(view.name())) {
        relations.put(view.name(), relation(view));
        if (view instanceof View.QualityView quality) {
          expectations.put(view.name(), names(quality.expectations()));
        }
      }
    }
    for (StreamingTable table : pipeline.tables()) {
      flows
          .into(table, Flow.class)
          .forEach(flow -> flowInputs.put(flow.name(), input(flow, table)));
      if (!table.expectations().isEmpty()) {
        expectations.put(table.name().toString(), names(table.expectations()));
      }
    }
    keepTargets(catalogs);
    insert();
    return new CompiledPipeline(
        sources,
        columns,
        !readInWhole.isEmpty(),
        pipeline.flows().stream().map(Flow::name).toList(),
        expectations,
        compiled);
  }

  private void insert() {
    List<String> uids =
        Locations.paths(
            pipeline.inserts().stream().map(FlinkInsert::target).toList(),
            CompiledPipeline::insertUid);
    for (int i = 0; i < uids.size(); i++) {
      FlinkInsert insert = pipeline.inserts().get(i);
      Map<String, Relation> inputs = new LinkedHashMap<>();
      views.inputsOf(insert).forEach(name -> inputs.put(name, relations.get(name)));
      sql.insert(insert, inputs, uids.get(i));
    }
  }

  private static List<String> names(List<Expectation> rules) {
    return rules.stream().map(Expectation::name).toList();
  }

  private Relation connect(Source source, Catalogs catalogs) {
    if (source.type().equals(SourceTypes.SQL)) {
      return connectSql(source);
    }
    if (source.type().equals(SourceTypes.STREAM)) {
      return sql.stream(
          source, streams.get(source.name()), options.generations().sourceUid(source.name()));
    }
    boolean inWhole = source.isReadInWhole() && !isReadOnce(source);
    if (inWhole) {
      readInWhole.add(source.name());
    }
    String uid = options.generations().sourceUid(source.name());
    SourceContext context =
        new SourceContext(
            env,
            options.projectFolder(),
            options.triggered(),
            isReadOnce(source),
            options.generations().ofSource(source.name()),
            options.stopBefore().get(source.name()),
            OperationColumn.of(source).isPresent() ? feeds.keysOf(source) : List.of(),
            rehearsal,
            options.readerOf(pipeline.name()),
            inWhole ? ofThisRun(uid) : uid);
    SourceStreams streams = streams(source, catalogs, context);
    if (streams.snapshots() != null) {
      requireAlignedCheckpoints(source);
    }
    return new Relation(
        streams.rows(),
        source.visibleSchema(),
        streams.invalid(),
        source.watermark() != null,
        source.watermark() == null ? null : source.watermark().column(),
        false,
        streams.snapshots(),
        isChangelog(source, catalogs));
  }

  private static SourceStreams streams(Source source, Catalogs catalogs, SourceContext context) {
    Optional<TableName> table = source.table();
    if (table.isPresent()) {
      TableCatalog catalog = catalogs.of(source, table.get());
      return !source.options().containsKey(SourceTypes.VERSION_FROM)
          ? catalog.changes(table.get(), source, context)
          : FeedStreams.connect(source, catalog.snapshots(table.get(), source.schema()), context);
    }
    return source.type().equals(SourceTypes.SUPPLIER)
        ? FeedStreams.connect(source, new SupplierFeed(source), context)
        : connector(source).connect(source, context);
  }

  /** The table itself says whether its rows change, whatever was known when it was declared. */
  private boolean isChangelog(Source source, Catalogs catalogs) {
    if (!TableFeeds.isFeed(source)) {
      return false;
    }
    TableName table = source.table().orElseThrow();
    boolean changelog =
        catalogs.of(table).describe(table).filter(t -> !t.primaryKey().isEmpty()).isPresent();
    if (changelog) {
      requireNothingAppended(
          source,
          "that is a table whose rows change, and one that only grows cannot follow",
          "apply them with keys and a sequence, as AUTO CDC does");
    }
    return changelog;
  }

  /**
   * What has an end has no memory of what it has read: every run reads all of it anew, as something
   * that has never run. What is read once goes on where it stood.
   */
  private Relation connectSql(Source source) {
    String uid = options.generations().sourceUid(source.name());
    boolean once = isReadOnce(source);
    SqlSource found = sql.source(source, bounded -> bounded && !once ? ofThisRun(uid) : uid);
    if (!found.bounded()) {
      requireContinuous(source);
    } else if (!once) {
      readInWhole.add(source.name());
      requireNothingAppended(
          source,
          "that has an end, and is read in whole by every run",
          "write once: true, or apply the rows with keys and a sequence");
    }
    return found.relation();
  }

  private String ofThisRun(String uid) {
    return uid + "-run-" + options.reporting().runId();
  }

  private void requireContinuous(Source source) {
    if (options.triggered() && !rehearsal) {
      throw new AutoCdcException(
          Problem.error(
              null,
              ErrorCode.NOT_AVAILABLE,
              "source '" + source.name() + "' has no end",
              "a triggered run ends when all input has been read, which never happens",
              "run it with --mode continuous, or give the table an end"));
    }
  }

  private void requireNothingAppended(Source source, String why, String remedy) {
    for (Flow flow : pipeline.flows()) {
      if (flow instanceof AppendFlow && lineage.upstreamOf(List.of(flow)).contains(source.name())) {
        throw new AutoCdcException(
            Problem.error(
                null,
                ErrorCode.CONFLICTING_OPTIONS,
                "flow '" + flow.name() + "' appends what '" + source.name() + "' gives",
                why,
                remedy));
      }
    }
  }

  /** Rows of snapshots are told apart by watermarks, which an unaligned checkpoint overtakes. */
  private void requireAlignedCheckpoints(Source source) {
    if (env.getCheckpointConfig().isUnalignedCheckpointsEnabled()) {
      throw new AutoCdcException(
          Problem.error(
              null,
              ErrorCode.CONFLICTING_OPTIONS,
              "unaligned checkpoints are on, and source '" + source.name() + "' has snapshots",
              "the end of a snapshot must not be overtaken",
              "remove the Flink option execution.checkpointing.unaligned.enabled"));
    }
  }

  private static SourceConnector connector(Source source) {
    String type = SourceTypes.canonical(source.type());
    return Catalogs.source(type)
        .orElseThrow(
            () ->
                new AutoCdcException(
                    Problem.error(
                        null,
                        ErrorCode.UNKNOWN_SOURCE_TYPE,
                        "source '" + source.name() + "' is of the type '" + type + "'",
                        "no connector of that type is on the class path",
                        "add the connector's jar")));
  }

  /** True if all flows that need the source run once. */
  private boolean isReadOnce(Source source) {
    return !lineage.upstreamOfInserts().contains(source.name())
        && pipeline.flows().stream()
            .filter(flow -> lineage.upstreamOf(List.of(flow)).contains(source.name()))
            .allMatch(Flow::once);
  }

  private Relation relation(View view) {
    Set<String> upstream = lineage.upstreamOf(view.name());
    String uid = options.generations().viewUid(view.name(), upstream);
    if (upstream.stream().anyMatch(readInWhole::contains)) {
      uid = ofThisRun(uid);
    }
    if (view instanceof View.QualityView quality) {
      return checked(quality, view.name(), uid);
    }
    Map<String, Relation> inputs = new LinkedHashMap<>();
    views.inputsOf(view).forEach(name -> inputs.put(name, relations.get(name)));
    boolean eventTime = inputs.values().stream().allMatch(Relation::eventTime);
    return sql.query(((View.SqlView) view).sql(), inputs, eventTime, uid);
  }

  /** The rules of a table stand between each of its flows and what that reads. */
  private Relation input(Flow flow, StreamingTable table) {
    if (table.expectations().isEmpty()) {
      return relations.get(flow.source());
    }
    return checked(
        new View.QualityView(table.name().toString(), flow.source(), table.expectations()),
        flow.name(),
        "flow-" + flow.name() + "-table");
  }

  /**
   * @param rules the rules, and what their violations are counted under
   * @param name what the operator is called after
   * @param uid prefix for the uids of the operators
   */
  private Relation checked(View.QualityView rules, String name, String uid) {
    Relation input = relations.get(rules.source());
    List<String> conditions = rules.expectations().stream().map(Expectation::condition).toList();
    SingleOutputStreamOperator<RowData> checked =
        sql.appendConditions(input, conditions, uid + "-conditions")
            .transform(
                name + ": check expectations",
                InternalTypeInfo.of(input.schema().toRowType()),
                new TallyingOperator<>(new ExpectationFunction(rules, input.schema())))
            .uid(uid + "-expectations");
    ledger.addTallies(checked.getSideOutput(Tallying.TALLIES));
    return new Relation(
        checked,
        input.schema(),
        input.invalid().union(checked.getSideOutput(ExpectationFunction.INVALID)),
        input.eventTime(),
        input.timeColumn(),
        input.mayQuarantine()
            || rules.expectations().stream()
                .anyMatch(rule -> rule.action() == Expectation.Action.QUARANTINE),
        input.snapshots(),
        input.changelog());
  }

  private void keepTargets(Catalogs catalogs) {
    Targets targets = new Targets(pipeline.name(), catalogs, options.generations());
    Map<StreamingTable, List<ResolvedFlow>> keyed = flows.keyed(targets::past);
    Map<StreamingTable, List<AppendFlow>> growing = flows.growing();
    Problems problems = new Problems();
    keyed.forEach((table, flows) -> targets.check(table, flows, problems));
    growing.forEach(
        (table, appending) ->
            targets.checkGrowing(table, flows.growingSchema(appending), problems));
    options.eventLogOf(pipeline).ifPresent(log -> targets.checkEventLog(log, problems));
    problems.throwIfErrors();
    keyed.forEach((table, flows) -> keep(table, flows, targets, catalogs));
    growing.forEach((table, flows) -> append(table, flows, targets, catalogs));
    ledger.build(targets, catalogs);
  }

  private void keep(
      StreamingTable table, List<ResolvedFlow> flows, Targets targets, Catalogs catalogs) {
    List<FlowInput> inputs = flows.stream().map(this::input).toList();
    String uid = options.generations().targetUid(table.name());
    TargetTopology.Result result = TargetTopology.keep(inputs, uid);
    ledger.addTallies(result.tallies());
    ledger.addTarget(table.name(), flows, uid);
    targets.prepare(table, flows);
    compiled.add(
        new CompiledTarget(
            table.name(),
            flows.get(0).targetSchema(),
            flows.get(0).targetKey(),
            flows,
            inputs.stream().allMatch(FlowInput::eventTime)));
    sink(table, flows.stream().map(ResolvedFlow::flow).toList(), result, targets, catalogs);
  }

  private FlowInput input(ResolvedFlow resolved) {
    Flow flow =
        pipeline.flows().stream()
            .filter(declared -> declared.name().equals(resolved.flow().name()))
            .findFirst()
            .orElseThrow();
    Relation relation = flowInputs.get(flow.name());
    if (!(flow instanceof SnapshotCdcFlow snapshots)) {
      return FlowInputs.of(resolved, deletingUnpaired(resolved, relation), sql);
    }
    String source = flows.snapshotSource(flow).name();
    String uid = options.generations().snapshotUid(flow.name(), flow.target());
    return FlowInputs.of(
        resolved, relation, new Snapshots(snapshots, source, relation.snapshots(), uid));
  }

  private Relation deletingUnpaired(ResolvedFlow flow, Relation relation) {
    Set<String> upstream = lineage.upstreamOf(flow.flow().source());
    boolean deletes =
        relation.changelog()
            && pipeline.sources().stream()
                .anyMatch(source -> upstream.contains(source.name()) && source.deletesUnpaired());
    if (!deletes) {
      return relation;
    }
    String uid = "flow-" + flow.flow().name() + "-unpaired";
    return relation.withRows(UnpairedUpdates.deleted(relation.rows(), flow, uid));
  }

  private void append(
      StreamingTable table, List<AppendFlow> flows, Targets targets, Catalogs catalogs) {
    List<AppendInput> inputs = inputs(flows);
    TableSchema schema = this.flows.growingSchema(flows);
    targets.prepareGrowing(table, schema);
    compiled.add(new CompiledTarget(table.name(), schema, List.of(), List.of(), false));
    TargetTopology.Result result = AppendTopology.append(inputs, schema);
    ledger.addTallies(result.tallies());
    ledger.addGrowingTarget(flows);
    sink(table, flows, result, targets, catalogs);
  }

  private List<AppendInput> inputs(List<AppendFlow> flows) {
    return flows.stream()
        .map(
            flow -> {
              Relation relation = flowInputs.get(flow.name());
              return new AppendInput(flow, relation.schema(), relation.rows(), relation.invalid());
            })
        .toList();
  }

  private void sink(
      StreamingTable table,
      List<? extends Flow> flows,
      TargetTopology.Result result,
      Targets targets,
      Catalogs catalogs) {
    String uid = options.generations().targetUid(table.name());
    catalogs.of(table.name()).sink(result.changelog(), table.name(), uid + "-sink");
    // The sink of an existing table has state, which must find its place whatever flows do now.
    if (flows.stream().anyMatch(this::mayQuarantine) || targets.hasQuarantine(table.name())) {
      TableName quarantine = targets.prepareQuarantine(table.name());
      catalogs.of(quarantine).sink(result.quarantine(), quarantine, uid + "-quarantine");
    }
  }

  private boolean mayQuarantine(Flow flow) {
    return flow.onInvalidRow() == InvalidRowPolicy.QUARANTINE
        || flowInputs.get(flow.name()).mayQuarantine();
  }
}
