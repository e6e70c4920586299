// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.compile;

import io.autocdc.dsl.AutoCdcFlow;
import io.autocdc.dsl.Expectation;
import io.autocdc.dsl.Flow;
import io.autocdc.dsl.InvalidRowPolicy;
import io.autocdc.dsl.Pipeline;
import io.autocdc.dsl.ResolvedFlow;
import io.autocdc.dsl.Source;
import io.autocdc.dsl.SourceTypes;
import io.autocdc.dsl.StreamingTable;
import io.autocdc.dsl.TableName;
import io.autocdc.dsl.View;
import io.autocdc.dsl.check.ViewOrder;
import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Problem;
import io.autocdc.dsl.problem.Problems;
import io.autocdc.jobs.compile.CompileOptions.CatalogOptions;
import io.autocdc.operators.ExpectationFunction;
import io.autocdc.operators.FlowInput;
import io.autocdc.operators.TargetTopology;
import io.autocdc.operators.ledger.Tallying;
import io.autocdc.operators.ledger.TallyingOperator;
import io.autocdc.spi.SourceConnector.SourceContext;
import io.autocdc.spi.SourceConnector.SourceStreams;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
  private final SqlStage sql;
  private final LedgerBuilder ledger;
  private final Map<String, Relation> relations = new LinkedHashMap<>();

  private PipelineCompiler(
      Pipeline pipeline, StreamExecutionEnvironment env, CompileOptions options) {
    this.pipeline = pipeline;
    this.env = env;
    this.options = options;
    this.sql = new SqlStage(env);
    this.ledger = new LedgerBuilder(pipeline, options);
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
    CatalogOptions paimon =
        new CatalogOptions(
            TableName.DEFAULT_CATALOG, here.resolve("warehouse").toString(), Map.of());
    return compile(
        pipeline, env, new CompileOptions(here, Map.of(TableName.DEFAULT_CATALOG, paimon), false));
  }

  /**
   * Adds the operators and sinks of a pipeline to a job, and creates or evolves its tables.
   *
   * @param pipeline a pipeline without errors
   * @throws AutoCdcException if a source cannot be read, or a table exists and does not fit
   */
  public static CompiledPipeline compile(
      Pipeline pipeline, StreamExecutionEnvironment env, CompileOptions options) {
    return new PipelineCompiler(pipeline, env, options).compile();
  }

  private CompiledPipeline compile() {
    Map<String, Integer> sources = new LinkedHashMap<>();
    Set<String> needed = new Lineage(pipeline).upstreamOf(pipeline.flows());
    for (Source source : pipeline.sources()) {
      if (needed.contains(source.name())) {
        relations.put(source.name(), connect(source));
        sources.put(source.name(), env.getParallelism());
      }
    }
    Map<String, List<String>> expectations = new LinkedHashMap<>();
    ViewOrder order = ViewOrder.of(pipeline);
    for (View view : order.views()) {
      if (needed.contains(view.name())) {
        relations.put(view.name(), relation(view, order));
        if (view instanceof View.QualityView quality) {
          expectations.put(
              view.name(), quality.expectations().stream().map(Expectation::name).toList());
        }
      }
    }
    try (Catalogs catalogs = new Catalogs(options.catalogs())) {
      keepTargets(catalogs);
    }
    return new CompiledPipeline(
        sources, pipeline.flows().stream().map(Flow::name).toList(), expectations);
  }

  private Relation connect(Source source) {
    SourceContext context =
        new SourceContext(
            env,
            options.projectFolder(),
            options.triggered(),
            options.generations().sourceUid(source.name()));
    String type =
        SourceTypes.find(source.type()).map(SourceTypes.SourceType::name).orElse(source.type());
    SourceStreams streams =
        Catalogs.source(type)
            .orElseThrow(
                () ->
                    new AutoCdcException(
                        Problem.error(
                            null,
                            ErrorCode.UNKNOWN_SOURCE_TYPE,
                            "source '" + source.name() + "' is of the type '" + type + "'",
                            "no connector of that type is on the class path",
                            "add the connector's jar")))
            .connect(source, context);
    return new Relation(
        streams.rows(),
        source.visibleSchema(),
        streams.invalid(),
        source.watermark() != null,
        false);
  }

  private Relation relation(View view, ViewOrder order) {
    String uid = "view-" + view.name();
    if (view instanceof View.QualityView quality) {
      Relation input = relations.get(quality.source());
      List<String> conditions =
          quality.expectations().stream().map(Expectation::condition).toList();
      SingleOutputStreamOperator<RowData> checked =
          sql.appendConditions(input, conditions, uid + "-conditions")
              .transform(
                  view.name() + ": check expectations",
                  InternalTypeInfo.of(input.schema().toRowType()),
                  new TallyingOperator<>(new ExpectationFunction(quality, input.schema())))
              .uid(uid + "-expectations");
      ledger.addTallies(checked.getSideOutput(Tallying.TALLIES));
      return new Relation(
          checked,
          input.schema(),
          input.invalid().union(checked.getSideOutput(ExpectationFunction.INVALID)),
          input.eventTime(),
          input.mayQuarantine()
              || quality.expectations().stream()
                  .anyMatch(rule -> rule.action() == Expectation.Action.QUARANTINE));
    }
    Map<String, Relation> inputs = new LinkedHashMap<>();
    order.inputsOf(view).forEach(name -> inputs.put(name, relations.get(name)));
    boolean eventTime = inputs.values().stream().allMatch(Relation::eventTime);
    return sql.query(((View.SqlView) view).sql(), inputs, eventTime, uid);
  }

  private void keepTargets(Catalogs catalogs) {
    Targets targets = new Targets(pipeline.name(), catalogs, options.generations());
    Map<StreamingTable, List<ResolvedFlow>> flows = flowsByTarget();
    Problems problems = new Problems();
    flows.values().forEach(ofTarget -> targets.check(ofTarget.get(0), problems));
    options.eventLogOf(pipeline.name()).ifPresent(log -> targets.checkEventLog(log, problems));
    problems.throwIfErrors();
    flows.forEach((table, ofTarget) -> keep(table, ofTarget, targets, catalogs));
    ledger.build(targets, catalogs);
  }

  private Map<StreamingTable, List<ResolvedFlow>> flowsByTarget() {
    Map<StreamingTable, List<ResolvedFlow>> byTarget = new LinkedHashMap<>();
    for (StreamingTable table : pipeline.tables()) {
      List<ResolvedFlow> flows =
          pipeline.flows().stream()
              .filter(flow -> flow.target().equals(table.name()))
              .map(AutoCdcFlow.class::cast)
              .map(flow -> ResolvedFlow.of(flow, table, relations.get(flow.source()).schema()))
              .toList();
      if (!flows.isEmpty()) {
        byTarget.put(table, ResolvedFlow.withCommonOutput(flows));
      }
    }
    return byTarget;
  }

  private void keep(
      StreamingTable table, List<ResolvedFlow> flows, Targets targets, Catalogs catalogs) {
    List<FlowInput> inputs =
        flows.stream()
            .map(flow -> FlowInputs.of(flow, relations.get(flow.flow().source()), sql))
            .toList();
    String uid = options.generations().targetUid(table.name());
    TargetTopology.Result result = TargetTopology.keep(inputs, uid);
    ledger.addTallies(result.tallies());
    ledger.addTarget(table, flows, uid);
    targets.prepare(table, flows.get(0));
    catalogs.of(table.name()).sink(result.changelog(), table.name(), uid + "-sink");
    if (flows.stream().anyMatch(this::mayQuarantine)) {
      TableName quarantine = targets.prepareQuarantine(table.name());
      catalogs.of(quarantine).sink(result.quarantine(), quarantine, uid + "-quarantine");
    }
  }

  private boolean mayQuarantine(ResolvedFlow flow) {
    return flow.flow().onInvalidRow() == InvalidRowPolicy.QUARANTINE
        || relations.get(flow.flow().source()).mayQuarantine();
  }
}
