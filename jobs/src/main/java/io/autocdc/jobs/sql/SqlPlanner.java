// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.sql;

import io.autocdc.dsl.type.TableSchema;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.Table;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.table.api.internal.TableEnvironmentInternal;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.delegation.Parser;
import org.apache.flink.table.expressions.ResolvedExpression;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.types.Row;

/**
 * Flink's planner, for texts that are judged or evaluated without a job. The session's time zone is
 * UTC wherever the program runs, as it is in jobs.
 */
final class SqlPlanner {

  private final StreamExecutionEnvironment env =
      new StreamExecutionEnvironment(new Configuration());
  private final StreamTableEnvironment tables;

  SqlPlanner() {
    tables = FlinkSessions.open(env, Map.of());
  }

  StreamTableEnvironment tables() {
    return tables;
  }

  /** The expression over rows of a type, with its names and types resolved. */
  ResolvedExpression expression(String sql, RowType input) {
    return parser().parseSqlExpression(sql, input, null);
  }

  /** What the planner's own classes are loaded by. */
  ClassLoader classLoader() {
    return parser().getClass().getClassLoader();
  }

  private Parser parser() {
    return ((TableEnvironmentInternal) tables).getParser();
  }

  /** The query over tables without rows. */
  Table query(String sql, Map<String, TableSchema> inputs, Set<String> changelogs) {
    for (String view : tables.listTemporaryViews()) {
      tables.dropTemporaryView(quote(view));
    }
    inputs.forEach(
        (name, schema) -> register(env, tables, name, schema, changelogs.contains(name)));
    return tables.sqlQuery(sql);
  }

  /** Makes a table without rows known, in place of a temporary table of its name. */
  @SuppressWarnings("unchecked")
  static void register(
      StreamExecutionEnvironment env,
      StreamTableEnvironment tables,
      String name,
      TableSchema schema,
      boolean changelog) {
    DataStream<RowData> rows =
        env.fromCollection(List.of(), InternalTypeInfo.of(schema.toRowType()));
    Table table =
        changelog
            ? tables.fromChangelogStream((DataStream<Row>) (DataStream<?>) rows)
            : tables.fromDataStream(rows);
    tables.dropTemporaryTable(quote(name));
    tables.createTemporaryView(quote(name), table);
  }

  static String quote(String name) {
    return "`" + name.replace("`", "``") + "`";
  }
}
