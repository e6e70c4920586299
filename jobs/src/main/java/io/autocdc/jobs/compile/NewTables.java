// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.compile;

import io.autocdc.dsl.Pipeline;
import io.autocdc.dsl.StreamingTable;
import io.autocdc.dsl.TableName;
import io.autocdc.dsl.TargetPast;
import io.autocdc.dsl.check.SchemaResolver;
import io.autocdc.dsl.check.SqlAnalyzer;
import io.autocdc.dsl.type.TableSchema;
import io.autocdc.spi.TableCatalog.TableDefinition;
import io.autocdc.spi.TableCatalog.TableDescription;
import java.util.LinkedHashMap;
import java.util.Map;

/** The targets of a pipeline as its first run would make them, whatever there is already. */
public final class NewTables {

  private NewTables() {}

  /**
   * The stored form of each target that has a flow, in the order of the pipeline. No table is made
   * or looked at, and no input either.
   *
   * @param pipeline a pipeline without errors
   * @param sql judges the queries of views
   * @param catalogs those of the tables
   * @throws io.autocdc.dsl.problem.AutoCdcException if a table could not be made, such as
   *     UNSUPPORTED_TYPE
   */
  public static Map<TableName, TableDescription> of(
      Pipeline pipeline, SqlAnalyzer sql, Catalogs catalogs) {
    Map<String, TableSchema> schemas = SchemaResolver.resolve(pipeline, sql);
    TargetFlows flows = new TargetFlows(pipeline, flow -> schemas.get(flow.source()));
    Targets targets = new Targets(pipeline.name(), catalogs, Generations.FIRST);
    Map<TableName, TableDefinition> definitions = new LinkedHashMap<>();
    flows
        .keyed(name -> TargetPast.NONE)
        .forEach((table, kept) -> definitions.put(table.name(), targets.definition(table, kept)));
    flows
        .growing()
        .forEach(
            (table, appending) ->
                definitions.put(
                    table.name(), targets.growing(table, flows.growingSchema(appending))));
    Map<TableName, TableDescription> stored = new LinkedHashMap<>();
    for (StreamingTable table : pipeline.tables()) {
      TableDefinition definition = definitions.get(table.name());
      if (definition != null) {
        stored.put(table.name(), catalogs.of(table.name()).stored(definition));
      }
    }
    return stored;
  }
}
