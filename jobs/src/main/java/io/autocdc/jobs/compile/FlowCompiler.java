// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.compile;

import io.autocdc.dsl.AutoCdcFlow;
import io.autocdc.dsl.Pipeline;
import io.autocdc.dsl.ResolvedFlow;
import io.autocdc.dsl.StreamingTable;
import io.autocdc.dsl.View;
import io.autocdc.dsl.check.PipelineChecker;
import io.autocdc.dsl.check.SqlAnalyzer;
import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Locations;
import io.autocdc.dsl.problem.Problem;
import io.autocdc.dsl.problem.Problems;
import io.autocdc.dsl.type.TableSchema;
import io.autocdc.jobs.AutoCdc;
import io.autocdc.jobs.sql.SqlAnalyzers;
import io.autocdc.operators.FlowInput;
import io.autocdc.operators.TargetTopology;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.RowType;

/** Compiles a single flow over a stream. */
public final class FlowCompiler {

  private FlowCompiler() {}

  /**
   * @throws AutoCdcException with everything that is wrong with the flow
   */
  public static AutoCdc.Result compile(
      DataStream<RowData> changes, AutoCdcFlow flow, boolean eventTime) {
    TableSchema source = schemaOf(changes);
    StreamingTable table = new StreamingTable(flow.target(), Map.of());
    check(flow, table, source);
    Relation relation = new Relation(changes, source, null, eventTime, null, false, null, true);
    FlowInput input =
        FlowInputs.of(
            ResolvedFlow.of(flow, table, source),
            relation,
            new SqlStage(changes.getExecutionEnvironment()));
    TargetTopology.Result result = TargetTopology.keep(List.of(input), "flow-" + flow.name());
    return new AutoCdc.Result(result.changelog(), input.flow().targetSchema(), result.quarantine());
  }

  private static TableSchema schemaOf(DataStream<RowData> changes) {
    if (changes.getType() instanceof InternalTypeInfo<?> internal
        && internal.toLogicalType() instanceof RowType row) {
      return TableSchema.of(row);
    }
    throw new AutoCdcException(
        Problem.error(
            null,
            ErrorCode.INVALID_SCHEMA,
            "the stream has the type " + changes.getType(),
            "its columns cannot be seen",
            "give it the type InternalTypeInfo.of(rowType)"));
  }

  /** The stream stands for a view whose columns are known. */
  private static void check(AutoCdcFlow flow, StreamingTable table, TableSchema source) {
    SqlAnalyzer planner = SqlAnalyzers.ofPlanner();
    SqlAnalyzer analyzer =
        new SqlAnalyzer() {
          @Override
          public Optional<SqlError> checkCondition(String condition, TableSchema input) {
            return planner.checkCondition(condition, input);
          }

          @Override
          public QueryResult analyzeQuery(String sql, Map<String, TableSchema> tables) {
            return new QueryResult(source, null);
          }

          @Override
          public boolean canViolate(
              String rule, String condition, TableSchema input, Set<String> notNull) {
            return planner.canViolate(rule, condition, input, notNull);
          }
        };
    Pipeline pipeline =
        new Pipeline(
            flow.name(),
            List.of(),
            List.of(new View.SqlView(flow.source(), "")),
            List.of(table),
            List.of(flow));
    Problems problems = new Problems();
    new PipelineChecker(
            pipeline, new Locations(), Set.of(), Set.of(table.name().catalog()), analyzer, problems)
        .check();
    problems.throwIfErrors();
  }
}
