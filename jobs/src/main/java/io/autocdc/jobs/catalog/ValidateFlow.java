// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.catalog;

import io.autocdc.dsl.problem.Problem;
import java.util.List;
import java.util.Locale;
import org.apache.flink.table.annotation.DataTypeHint;
import org.apache.flink.table.annotation.ProcedureHint;
import org.apache.flink.types.Row;

/**
 * {@code validate_flow}: every problem of a flow; one row that says {@code ok} if there is none.
 */
@ProcedureHint(
    output =
        @DataTypeHint(
            "ROW<place STRING, severity STRING, code STRING, problem STRING, reason STRING, remedy STRING>"))
public final class ValidateFlow extends AnyFlowProcedure {

  ValidateFlow(AutoCdcCatalog catalog) {
    super(catalog);
  }

  @Override
  List<Row> run(FlowSession session, FlowArguments arguments) {
    List<Row> rows = session.problems().stream().map(ValidateFlow::row).toList();
    return rows.isEmpty()
        ? List.of(Row.of(null, "ok", null, "nothing is wrong with the flow", null, null))
        : rows;
  }

  private static Row row(Problem problem) {
    return Row.of(
        ArgumentProblems.place(problem),
        problem.severity().name().toLowerCase(Locale.ROOT),
        problem.code().name(),
        problem.what(),
        problem.why(),
        problem.remedy());
  }
}
