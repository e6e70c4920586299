// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.compile;

import io.autocdc.dsl.FlinkInsert;
import io.autocdc.dsl.Source;
import io.autocdc.dsl.SourceTypes;
import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.type.Column;
import io.autocdc.dsl.type.TableSchema;
import io.autocdc.jobs.sql.FlinkSessions;
import io.autocdc.jobs.sql.FlinkTable;
import io.autocdc.operators.row.RowKindColumn;
import io.autocdc.source.EventTime;
import io.autocdc.source.HeldOpenRows;
import io.autocdc.spi.InvalidRows;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.transformations.PhysicalTransformation;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.api.Expressions;
import org.apache.flink.table.api.Schema;
import org.apache.flink.table.api.Table;
import org.apache.flink.table.api.TableException;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.logical.BooleanType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.utils.TypeConversions;
import org.apache.flink.types.Row;
import org.apache.flink.util.OutputTag;

/**
 * The parts of a job that Flink's planner compiles: conditions and queries. Rows stay internal
 * RowData on their way in and out. The planner is loaded only if there is something to compile.
 */
final class SqlStage {

  private static final String ROWTIME = "__autocdc_rowtime";

  private static final OutputTag<RowData> NOTHING_INVALID =
      new OutputTag<>("invalid", InvalidRows.typeInfo());

  private final StreamExecutionEnvironment env;
  private final CompileOptions options;

  /** Temporary tables that sources have declared; views of their names come in their place. */
  private final Set<String> declared = new HashSet<>();

  private StreamTableEnvironment tables;
  private int inputs;

  /** For conditions and queries of views alone. */
  SqlStage(StreamExecutionEnvironment env) {
    this(env, new CompileOptions(Path.of(""), Map.of(), false));
  }

  SqlStage(StreamExecutionEnvironment env, CompileOptions options) {
    this.env = env;
    this.options = options;
  }

  /**
   * Rows with the value of each condition appended as a BOOLEAN that may be null, and behind these,
   * if rows are taken back, with their kinds.
   *
   * @param uid prefix for the uids of the operators
   */
  DataStream<RowData> appendConditions(Relation input, List<String> conditions, String uid) {
    if (conditions.isEmpty()) {
      return input.rows();
    }
    String name = "__autocdc_input_" + inputs++;
    List<Column> result = new ArrayList<>(input.schema().columns());
    List<String> selected = new ArrayList<>();
    input.schema().names().forEach(column -> selected.add(quote(column)));
    for (int i = 0; i < conditions.size(); i++) {
      String column = "__condition_" + i;
      // On lines of its own, so that a trailing comment ends with it.
      selected.add("(\n" + conditions.get(i) + "\n) AS " + column);
      result.add(Column.of(column, new BooleanType()));
    }
    Relation rows = input;
    if (input.changelog()) {
      rows = input.withKindColumn(uid + "-kinds");
      selected.add(RowKindColumn.NAME);
      result.add(RowKindColumn.COLUMN);
    }
    TableSchema schema = new TableSchema(result);
    register(name, rows, uid);
    try {
      Table table =
          tables().sqlQuery("SELECT " + String.join(", ", selected) + " FROM " + quote(name));
      DataStream<RowData> conditioned = rows(table, schema.toRowType(), List.of(rows), uid);
      return input.changelog()
          ? RowKindColumn.restore(conditioned, result.size(), uid + "-kinds-restored")
          : conditioned;
    } finally {
      tables().dropTemporaryView(quote(name));
    }
  }

  /** The result of a query over relations by their names. */
  Relation query(String sql, Map<String, Relation> relations, boolean eventTime, String uid) {
    relations.forEach((name, relation) -> register(name, relation, uid + "-" + name));
    try {
      FlinkTable result = new FlinkTable(tables(), tables().sqlQuery(sql));
      Collection<Relation> inputs = relations.values();
      boolean changelog = true;
      DataStream<RowData> rows = null;
      if (inputs.stream().noneMatch(Relation::changelog)) {
        try {
          rows = result.rows(false);
          changelog = false;
        } catch (TableException e) {
          // Either it takes back rows, which nothing but the plan tells, or it cannot be run.
          if (!result.isChangelog()) {
            throw e;
          }
        }
      } else {
        changelog = result.isChangelog();
      }
      if (rows == null) {
        rows = result.rows(changelog);
      }
      nameOperators(rows, inputs, uid);
      return new Relation(
          rows,
          schema(result.schema(), inputs),
          inputs.stream().map(Relation::invalid).reduce(DataStream::union).orElseThrow(),
          eventTime && !changelog,
          null,
          inputs.stream().anyMatch(Relation::mayQuarantine),
          inputs.size() == 1 ? inputs.iterator().next().snapshots() : null,
          changelog);
    } finally {
      relations.keySet().forEach(name -> tables().dropTemporaryView(quote(name)));
    }
  }

  /**
   * Executes statements that declare what queries use.
   *
   * @throws AutoCdcException INVALID_QUERY
   */
  void declare(List<String> statements) {
    for (String statement : statements) {
      try {
        FlinkSessions.declare(statement, tables());
      } catch (RuntimeException e) {
        throw FlinkTable.failure("a statement for Flink fails", e);
      }
    }
  }

  /**
   * Adds what Flink itself writes.
   *
   * @param relations the sources and views that it reads, by their names
   * @param uid prefix for the uids of the operators
   * @throws AutoCdcException INVALID_QUERY
   */
  void insert(FlinkInsert insert, Map<String, Relation> relations, String uid) {
    relations.forEach((name, relation) -> register(name, relation, uid + "-" + name));
    Set<Transformation<?>> known = new HashSet<>(env.getTransformations());
    relations.values().forEach(input -> known.add(input.rows().getTransformation()));
    try {
      tables().createStatementSet().addInsertSql(insert.sql()).attachAsDataStream();
    } catch (RuntimeException e) {
      throw FlinkTable.failure("INSERT INTO '" + insert.target() + "' cannot be planned", e);
    } finally {
      relations.keySet().forEach(name -> tables().dropTemporaryView(quote(name)));
    }
    int[] next = new int[1];
    for (Transformation<?> added : env.getTransformations()) {
      assignUids(added, known, uid, next);
    }
  }

  /**
   * Makes the tables known that sources declare, in their order.
   *
   * @throws AutoCdcException INVALID_QUERY
   */
  void define(List<Source> sources) {
    for (Source source : sources) {
      if (source.options().containsKey(SourceTypes.DEFINITION)) {
        try {
          FlinkTable.define(source, tables());
        } catch (RuntimeException e) {
          throw FlinkTable.failure(source, e);
        }
        declared.add(source.name());
      }
    }
  }

  /**
   * The rows of a source of type sql. Rows that have an end are held open behind it.
   *
   * @param uid gives the prefix for the uids of the operators; it is given whether rows have an end
   * @throws AutoCdcException INVALID_QUERY
   */
  SqlSource source(Source source, Function<Boolean, String> uid) {
    try {
      FlinkTable table = FlinkTable.of(source, tables());
      boolean changelog = table.isChangelog();
      DataStream<RowData> rows = table.rows(changelog);
      boolean bounded = FlinkTable.isBounded(rows);
      String prefix = uid.apply(bounded);
      nameOperators(rows, List.of(), prefix);
      SingleOutputStreamOperator<RowData> open =
          bounded
              ? HeldOpenRows.of(rows, source.name(), prefix)
              : HeldOpenRows.asTheyAre(rows, source.name(), prefix);
      String timeColumn = changelog ? null : table.timeColumn().orElse(null);
      Relation relation =
          new Relation(
              open,
              table.schema(),
              open.getSideOutput(NOTHING_INVALID),
              timeColumn != null,
              timeColumn,
              false,
              null,
              changelog);
      return new SqlSource(relation, bounded);
    } catch (RuntimeException e) {
      throw FlinkTable.failure(source, e);
    }
  }

  /**
   * The rows of a source of type stream. They end when the stream ends.
   *
   * @param uid prefix for the uids of the operators
   */
  Relation stream(Source source, SuppliedStream stream, String uid) {
    nameOperators(stream.rows(), List.of(), uid);
    // The columns have the names of the source, whatever they are called where they come from.
    SingleOutputStreamOperator<RowData> rows =
        stream
            .rows()
            .map(row -> row)
            .returns(InternalTypeInfo.of(source.schema().toRowType()))
            .name("source: " + source.name())
            .setParallelism(stream.rows().getParallelism())
            .uid(uid + "-rows");
    return new Relation(
        rows,
        source.schema(),
        rows.getSideOutput(NOTHING_INVALID),
        false,
        null,
        false,
        null,
        stream.changelog());
  }

  /**
   * A source of type sql.
   *
   * @param bounded true if its rows have an end
   */
  record SqlSource(Relation relation, boolean bounded) {}

  /** A column that a source added stays out of targets behind a query, too. */
  private static TableSchema schema(TableSchema result, Collection<Relation> inputs) {
    Set<String> metadata =
        inputs.stream()
            .flatMap(relation -> relation.schema().columns().stream())
            .filter(Column::metadata)
            .map(Column::name)
            .collect(Collectors.toSet());
    return new TableSchema(
        result.columns().stream()
            .map(c -> new Column(c.name(), c.type(), metadata.contains(c.name())))
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
    Table table = table(rows, schema.build(), relation.changelog());
    if (relation.hasWatermarks()) {
      table = table.dropColumns(Expressions.$(ROWTIME));
    }
    if (declared.remove(name)) {
      tables().dropTemporaryTable(quote(name));
    }
    tables().createTemporaryView(quote(name), table);
  }

  @SuppressWarnings("unchecked")
  private Table table(DataStream<RowData> rows, Schema schema, boolean changelog) {
    return changelog
        ? tables().fromChangelogStream((DataStream<Row>) (DataStream<?>) rows, schema)
        : tables().fromDataStream(rows, schema);
  }

  private DataStream<RowData> rows(
      Table table, RowType type, Collection<Relation> inputs, String uid) {
    DataType internal = TypeConversions.fromLogicalToDataType(type).bridgedTo(RowData.class);
    DataStream<RowData> rows = tables().toDataStream(table, internal);
    nameOperators(rows, inputs, uid);
    return rows;
  }

  private static void nameOperators(
      DataStream<RowData> rows, Collection<Relation> inputs, String uid) {
    Set<Transformation<?>> known = new HashSet<>();
    inputs.forEach(input -> known.add(input.rows().getTransformation()));
    assignUids(rows.getTransformation(), known, uid, new int[1]);
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
          options
              .session()
              .orElseGet(() -> FlinkSessions.open(env, CompileOptions.ofFlink(options.catalogs())));
    }
    return tables;
  }

  private static String quote(String name) {
    return "`" + name.replace("`", "``") + "`";
  }
}
