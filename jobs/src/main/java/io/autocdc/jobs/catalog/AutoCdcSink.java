// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.catalog;

import io.autocdc.dsl.Pipeline;
import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Problem;
import io.autocdc.jobs.compile.Catalogs;
import io.autocdc.jobs.compile.CompileOptions;
import io.autocdc.jobs.compile.Generations;
import io.autocdc.jobs.compile.PipelineCompiler;
import io.autocdc.jobs.compile.SuppliedStream;
import io.autocdc.jobs.run.JobOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.DataStreamSink;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.ProviderContext;
import org.apache.flink.table.connector.sink.DataStreamSinkProvider;
import org.apache.flink.table.connector.sink.DynamicTableSink;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.types.RowKind;

/** Hands the rows of an INSERT to a flow. */
final class AutoCdcSink implements DynamicTableSink {

  private final String table;
  private final FlowArguments arguments;
  private final Pipeline pipeline;
  private final SessionCatalogs catalogs;
  private final Configuration session;
  private boolean changelog;

  private AutoCdcSink(
      String table,
      FlowArguments arguments,
      Pipeline pipeline,
      SessionCatalogs catalogs,
      Configuration session) {
    this.table = table;
    this.arguments = arguments;
    this.pipeline = pipeline;
    this.catalogs = catalogs;
    this.session = session;
  }

  /**
   * The sink of a table of the connector.
   *
   * @param table name of the table
   * @param options its options
   * @param columns its columns
   * @throws org.apache.flink.table.api.ValidationException that names the options that are wrong
   */
  static AutoCdcSink of(
      String table, Map<String, String> options, RowType columns, Configuration session) {
    FlowArguments arguments = AutoCdcTableFactory.arguments(options);
    SessionCatalogs catalogs =
        SessionCatalogs.of(session, options, AutoCdcSink.class.getClassLoader());
    Pipeline pipeline = FlowOfTable.of(table, arguments, columns, catalogs);
    return new AutoCdcSink(table, arguments, pipeline, catalogs, session);
  }

  @Override
  public ChangelogMode getChangelogMode(ChangelogMode requested) {
    changelog = !requested.containsOnly(RowKind.INSERT);
    return requested;
  }

  @Override
  public SinkRuntimeProvider getSinkRuntimeProvider(Context context) {
    return new DataStreamSinkProvider() {
      @Override
      public DataStreamSink<?> consumeDataStream(
          ProviderContext provider, DataStream<RowData> rows) {
        try {
          return apply(rows);
        } catch (AutoCdcException e) {
          throw new ArgumentProblems(arguments).exception(e.problems());
        }
      }
    };
  }

  private DataStreamSink<?> apply(DataStream<RowData> rows) {
    StreamExecutionEnvironment env = rows.getExecutionEnvironment();
    requireStreaming();
    if (!env.getCheckpointConfig().isCheckpointingEnabled()) {
      // Rows become visible with checkpoints alone.
      env.getCheckpointConfig()
          .setCheckpointInterval(
              JobOptions.defaults().get(CheckpointingOptions.CHECKPOINTING_INTERVAL).toMillis());
    }
    CompileOptions compile =
        new CompileOptions(Path.of("").toAbsolutePath(), catalogs.forTables(), false)
            .with(false, Set.of());
    Generations generations;
    try (Catalogs open = new Catalogs(compile.catalogs())) {
      generations = SessionState.of(pipeline.flows().get(0).target(), open, session);
    }
    int before = env.getTransformations().size();
    PipelineCompiler.compile(
        pipeline,
        env,
        compile.with(generations, Map.of()),
        Map.of(table, new SuppliedStream(rows, changelog)));
    List<Transformation<?>> made = env.getTransformations();
    return AllSinks.of(new ArrayList<>(made.subList(before, made.size())));
  }

  private void requireStreaming() {
    if (session.get(ExecutionOptions.RUNTIME_MODE) == RuntimeExecutionMode.BATCH) {
      throw new AutoCdcException(
          Problem.error(
              null,
              ErrorCode.NOT_AVAILABLE,
              "the session runs statements as batch jobs",
              "a flow applies changes as they come",
              "SET 'execution.runtime-mode' = 'streaming'"));
    }
  }

  @Override
  public DynamicTableSink copy() {
    AutoCdcSink copy = new AutoCdcSink(table, arguments, pipeline, catalogs, session);
    copy.changelog = changelog;
    return copy;
  }

  @Override
  public String asSummaryString() {
    return "autocdc flow " + pipeline.name();
  }
}
