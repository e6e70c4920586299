// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.catalog;

import java.util.List;
import org.apache.flink.table.annotation.DataTypeHint;
import org.apache.flink.table.annotation.ProcedureHint;
import org.apache.flink.types.Row;

/** {@code create_auto_cdc_flow}: starts a flow of changes. */
@ProcedureHint(output = @DataTypeHint(FlowProcedure.STARTED))
public final class CreateAutoCdcFlow extends ChangesProcedure {

  CreateAutoCdcFlow(AutoCdcCatalog catalog) {
    super(catalog);
  }

  @Override
  List<Row> run(FlowSession session, FlowArguments arguments) {
    return List.of(start(session, arguments));
  }
}
