// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.compile;

import io.autocdc.dsl.type.Column;
import io.autocdc.dsl.type.TableSchema;
import io.autocdc.source.EventTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.transformations.PhysicalTransformation;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.Expressions;
import org.apache.flink.table.api.Schema;
import org.apache.flink.table.api.Table;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.logical.BooleanType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.utils.TypeConversions;

/**
 * The parts of a job that Flink's planner compiles: conditions and queries. Rows stay internal
 * RowData on their way in and out. The planner is loaded only if there is something to compile.
 */
final class SqlStage {

  private static final String ROWTIME = "__autocdc_rowtime";

  private final StreamExecutionEnvironment env;
  private StreamTableEnvironment tables;
  private int inputs;

  SqlStage(StreamExecutionEnvironment env) {
    this.env = env;
  }

  /**
   * Rows with the value of each condition appended as a BOOLEAN that may be null.
   *
   * @param uid prefix for the uids of the operators
   */
  DataStream<RowData> appendConditions(Relation input, List<String> conditions, String uid) {
    if (conditions.isEmpty()) {
      return input.rows();
    }
    String name = "input_" + inputs++;
    register(name, input, uid);
    List<String> selected = new ArrayList<>();
    input.schema().names().forEach(column -> selected.add(quote(column)));
    List<Column> result = new ArrayList<>(input.schema().columns());
    for (int i = 0; i < conditions.size(); i++) {
      String column = "__condition_" + i;
      // On lines of its own, so that a trailing comment ends with it.
      selected.add("(\n" + conditions.get(i) + "\n) AS " + column);
      result.add(Column.of(column, new BooleanType()));
    }
    Table table =
        tables().sqlQuery("SELECT " + String.join(", ", selected) + " FROM " + quote(name));
    return rows(table, new TableSchema(result).toRowType(), List.of(input), uid);
  }

  /** The result of a query over relations by their names. */
  Relation query(String sql, Map<String, Relation> relations, boolean eventTime, String uid) {
    relations.forEach((name, relation) -> register(name, relation, uid + "-" + name));
    try {
      Table table = tables().sqlQuery(sql);
      RowType type = (RowType) table.getResolvedSchema().toPhysicalRowDataType().getLogicalType();
      Collection<Relation> inputs = relations.values();
      return new Relation(
          rows(table, type, inputs, uid),
          schema(type, inputs),
          inputs.stream().map(Relation::invalid).reduce(DataStream::union).orElseThrow(),
          eventTime,
          null,
          inputs.stream().anyMatch(Relation::mayQuarantine),
          inputs.size() == 1 ? inputs.iterator().next().snapshots() : null);
    } finally {
      relations.keySet().forEach(name -> tables().dropTemporaryView(quote(name)));
    }
  }

  /** A column that a source added stays out of targets behind a query, too. */
  private static TableSchema schema(RowType type, Collection<Relation> inputs) {
    Set<String> metadata =
        inputs.stream()
            .flatMap(relation -> relation.schema().columns().stream())
            .filter(Column::metadata)
            .map(Column::name)
            .collect(Collectors.toSet());
    return new TableSchema(
        type.getFields().stream()
            .map(f -> new Column(f.getName(), f.getType(), metadata.contains(f.getName())))
            .toList());
  }

  private void register(String name, Relation relation, String uid) {
    Schema.Builder schema = Schema.newBuilder();
    for (Column column : relation.schema().columns()) {
      schema.column(column.name(), TypeConversions.fromLogicalToDataType(column.type()));
    }
    if (relation.hasWatermarks()) {
      // Without this the planner would swallow the watermarks.
      schema.columnByMetadata(ROWTIME, DataTypes.TIMESTAMP_LTZ(3), "rowtime", true);
      schema.watermark(ROWTIME, "SOURCE_WATERMARK()");
    }
    DataStream<RowData> rows =
        relation.hasWatermarks()
            ? EventTime.orWatermark(relation.rows(), uid + "-timestamps")
            : relation.rows();
    Table table = tables().fromDataStream(rows, schema.build());
    if (relation.hasWatermarks()) {
      table = table.dropColumns(Expressions.$(ROWTIME));
    }
    tables().createTemporaryView(quote(name), table);
  }

  private DataStream<RowData> rows(
      Table table, RowType type, Collection<Relation> inputs, String uid) {
    DataType internal = TypeConversions.fromLogicalToDataType(type).bridgedTo(RowData.class);
    DataStream<RowData> rows = tables().toDataStream(table, internal);
    Set<Transformation<?>> known = new HashSet<>();
    inputs.forEach(input -> known.add(input.rows().getTransformation()));
    assignUids(rows.getTransformation(), known, uid, new int[1]);
    return rows;
  }

  /**
   * The planner leaves uids to chance; they must be the same in the next run. Its names spell out
   * whole queries.
   */
  private static void assignUids(
      Transformation<?> transformation, Set<Transformation<?>> known, String uid, int[] next) {
    if (!known.add(transformation)) {
      return;
    }
    if (transformation instanceof PhysicalTransformation && transformation.getUid() == null) {
      String name = uid + "-" + next[0]++;
      transformation.setUid(name);
      transformation.setName(name);
    }
    transformation.getInputs().forEach(input -> assignUids(input, known, uid, next));
  }

  private StreamTableEnvironment tables() {
    if (tables == null) {
      tables =
          StreamTableEnvironment.create(
              env,
              EnvironmentSettings.newInstance()
                  .inStreamingMode()
                  .withClassLoader(SqlStage.class.getClassLoader())
                  .build());
      tables.getConfig().setLocalTimeZone(ZoneOffset.UTC);
    }
    return tables;
  }

  private static String quote(String name) {
    return "`" + name.replace("`", "``") + "`";
  }
}
