// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.sql;

import io.autocdc.dsl.Source;
import io.autocdc.dsl.SourceTypes;
import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Problem;
import io.autocdc.dsl.sql.FlinkStatements;
import io.autocdc.dsl.type.Column;
import io.autocdc.dsl.type.TableSchema;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.functions.source.InputFormatSourceFunction;
import org.apache.flink.streaming.api.transformations.LegacySourceTransformation;
import org.apache.flink.streaming.api.transformations.WithBoundedness;
import org.apache.flink.table.api.ExplainDetail;
import org.apache.flink.table.api.Schema;
import org.apache.flink.table.api.Table;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.utils.LogicalTypeChecks;
import org.apache.flink.table.types.logical.utils.LogicalTypeUtils;
import org.apache.flink.table.types.utils.DataTypeUtils;
import org.apache.flink.table.types.utils.TypeConversions;

/**
 * A table or query of a session of Flink's planner. It uses what every kind of session offers,
 * those of Flink's SQL client included, whose planner cannot be looked into.
 */
public final class FlinkTable {

  private static final Pattern CHANGES =
      Pattern.compile("== Optimized Physical Plan ==\\s+\\S.*changelogMode=\\[(?!I\\])");

  private final StreamTableEnvironment session;
  private final Table table;

  public FlinkTable(StreamTableEnvironment session, Table table) {
    this.session = session;
    this.table = table;
  }

  /**
   * The table that a source of type sql reads; its definition has been executed.
   *
   * @throws RuntimeException of the planner if something is wrong with it
   */
  public static FlinkTable of(Source source, StreamTableEnvironment session) {
    String query = source.options().get(SourceTypes.QUERY);
    return new FlinkTable(
        session, query != null ? session.sqlQuery(query) : session.from(path(source)));
  }

  /**
   * Makes the table of a source known to a session, if it is one that a statement declares.
   *
   * @throws RuntimeException of the planner if something is wrong with it
   */
  public static void define(Source source, StreamTableEnvironment session) {
    String definition = source.options().get(SourceTypes.DEFINITION);
    if (definition != null) {
      path(source);
      session.executeSql(definition);
    }
  }

  private static String path(Source source) {
    String definition = source.options().get(SourceTypes.DEFINITION);
    return FlinkStatements.createdTable(definition)
        .filter(name -> !FlinkStatements.isFilled(definition))
        .map(FlinkStatements::path)
        .orElseThrow(() -> new ValidationException("it is no CREATE TABLE, or one with a query"));
  }

  /** What a failure of the planner means for a source of type sql. */
  public static AutoCdcException failure(Source source, RuntimeException e) {
    return failure("source '" + source.name() + "' cannot be read", e);
  }

  /** What a failure of the planner means for something that is handed to Flink as it stands. */
  public static AutoCdcException failure(String what, RuntimeException e) {
    if (e instanceof AutoCdcException known) {
      return known;
    }
    return new AutoCdcException(
        Problem.error(
            null,
            ErrorCode.INVALID_QUERY,
            what,
            PlannerMessages.toError(e, List.of()).message(),
            "correct its SQL, which is handed to Flink as it stands"),
        e);
  }

  /** Its columns, as plain data. */
  public TableSchema schema() {
    return new TableSchema(
        rowType().getFields().stream()
            .map(
                field ->
                    Column.of(
                        field.getName(), LogicalTypeUtils.removeTimeAttributes(field.getType())))
            .toList());
  }

  private RowType rowType() {
    return (RowType) table.getResolvedSchema().toSourceRowDataType().getLogicalType();
  }

  /** The column with the event time of its rows, if it has one. */
  public Optional<String> timeColumn() {
    return rowType().getFields().stream()
        .filter(field -> LogicalTypeChecks.isRowtimeAttribute(field.getType()))
        .map(RowType.RowField::getName)
        .findFirst();
  }

  /** True if it takes back rows that it gave. The plan says so, and nothing else that is public. */
  public boolean isChangelog() {
    return CHANGES.matcher(table.explain(ExplainDetail.CHANGELOG_MODE)).find();
  }

  /**
   * Its rows, with their kinds and, unless it is a changelog, with its watermarks.
   *
   * @param changelog what {@link #isChangelog} says
   */
  public DataStream<RowData> rows(boolean changelog) {
    RowType type = schema().toRowType();
    if (!changelog) {
      DataType internal = TypeConversions.fromLogicalToDataType(type).bridgedTo(RowData.class);
      return session.toDataStream(table, internal);
    }
    Schema.Builder schema = Schema.newBuilder();
    for (RowType.RowField field : type.getFields()) {
      schema.column(field.getName(), DataTypeUtils.toInternalDataType(field.getType()));
    }
    // Rows whose fields are Flink's internal values already.
    return session
        .toChangelogStream(table, schema.build(), ChangelogMode.all())
        .map(new InternalRows(type.getFieldCount()))
        .returns(InternalTypeInfo.of(type));
  }

  /** True if rows have an end. */
  public static boolean isBounded(DataStream<?> rows) {
    return rows.getTransformation().getTransitivePredecessors().stream()
        .filter(WithBoundedness.class::isInstance)
        .allMatch(source -> isBounded((WithBoundedness) source));
  }

  /** Input formats have an end, which Flink does not say of them. */
  private static boolean isBounded(WithBoundedness source) {
    return source.getBoundedness() == Boundedness.BOUNDED
        || source instanceof LegacySourceTransformation<?> legacy
            && legacy.getOperator().getUserFunction() instanceof InputFormatSourceFunction;
  }
}
