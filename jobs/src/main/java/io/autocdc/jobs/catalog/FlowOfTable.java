// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.catalog;

import io.autocdc.dsl.Pipeline;
import io.autocdc.dsl.Pipeline.Checked;
import io.autocdc.dsl.ReadMode;
import io.autocdc.dsl.Source;
import io.autocdc.dsl.SourceTypes;
import io.autocdc.dsl.problem.Problem;
import io.autocdc.dsl.type.TableSchema;
import io.autocdc.jobs.sql.SqlAnalyzers;
import java.util.Map;
import java.util.Set;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.types.logical.RowType;

/** Makes the pipeline of a table of the connector: its rows are those that are inserted. */
final class FlowOfTable {

  private FlowOfTable() {}

  /**
   * Checks the flow without a look at catalogs.
   *
   * @param table name of the table, for messages
   * @throws ValidationException that names the options that are wrong
   */
  static void check(String table, FlowArguments arguments, RowType columns) {
    Pipeline.Builder pipeline = read(table, arguments, columns);
    VisibleCatalogs.catalogOf(arguments, Argument.TARGET)
        .ifPresent(catalog -> pipeline.catalogs(Set.of(catalog)));
    valid(pipeline, arguments);
  }

  /**
   * The flow.
   *
   * @throws ValidationException that names the options that are wrong
   */
  static Pipeline of(
      String table, FlowArguments arguments, RowType columns, SessionCatalogs catalogs) {
    Pipeline.Builder pipeline = read(table, arguments, columns);
    VisibleCatalogs.check(
        arguments, Argument.TARGET, catalogs, AutoCdcCatalogFactory.IDENTIFIER, pipeline);
    return valid(pipeline, arguments);
  }

  private static Pipeline.Builder read(String table, FlowArguments arguments, RowType columns) {
    Source source =
        new Source(
            table, SourceTypes.STREAM, ReadMode.STREAM, Map.of(), TableSchema.of(columns), null);
    return FlowReader.changes(arguments, source);
  }

  private static Pipeline valid(Pipeline.Builder pipeline, FlowArguments arguments) {
    Checked checked = pipeline.check(SqlAnalyzers.ofPlanner());
    if (!checked.isValid()) {
      throw new ArgumentProblems(arguments)
          .exception(checked.problems().stream().filter(Problem::isError).toList());
    }
    return checked.pipeline();
  }
}
