// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.catalog;

import java.util.List;
import org.apache.flink.table.annotation.DataTypeHint;
import org.apache.flink.table.annotation.ProcedureHint;
import org.apache.flink.types.Row;

/** {@code describe_flow}: parameters, target and columns of a flow, as resolved. */
@ProcedureHint(output = @DataTypeHint("ROW<item STRING, name STRING, value STRING>"))
public final class DescribeFlow extends AnyFlowProcedure {

  DescribeFlow(AutoCdcCatalog catalog) {
    super(catalog);
  }

  @Override
  List<Row> run(FlowSession session, FlowArguments arguments) {
    return session.describe(valid(session, arguments).pipeline());
  }
}
