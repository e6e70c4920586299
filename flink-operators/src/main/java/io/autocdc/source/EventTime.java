// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.source;

import io.autocdc.dsl.Source;
import io.autocdc.dsl.Watermark;
import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Problem;
import io.autocdc.dsl.problem.Suggestions;
import io.autocdc.dsl.type.Column;
import io.autocdc.dsl.type.TableSchema;
import java.time.Duration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.logical.utils.LogicalTypeChecks;

/** Event time of the rows of a source. */
public final class EventTime {

  private EventTime() {}

  /**
   * Adds timestamps and watermarks if the source declares them.
   *
   * @param rows rows of the visible schema
   * @param idleTimeout a subtask without a row for so long does not hold back the others; zero for
   *     never, where the source itself says when it is idle
   * @param uid uid of the operator
   * @throws AutoCdcException UNKNOWN_COLUMN, or INVALID_VALUE if the column is no timestamp
   */
  public static DataStream<RowData> assign(
      DataStream<RowData> rows, Source source, Duration idleTimeout, String uid) {
    Watermark watermark = source.watermark();
    if (watermark == null) {
      return rows;
    }
    TableSchema schema = source.visibleSchema();
    Column column = schema.find(watermark.column()).orElseThrow(() -> unknown(source));
    LogicalType type = column.type();
    if (!type.is(LogicalTypeRoot.TIMESTAMP_WITHOUT_TIME_ZONE)
        && !type.is(LogicalTypeRoot.TIMESTAMP_WITH_LOCAL_TIME_ZONE)) {
      throw notATimestamp(source, column);
    }
    return rows.transform(
            "event time: " + source.name(),
            rows.getType(),
            new EventTimeOperator(
                schema.indexOf(column.name()),
                LogicalTypeChecks.getPrecision(type),
                watermark.maxOutOfOrderness(),
                idleTimeout))
        .uid(uid);
  }

  /**
   * Gives rows their timestamps again, which Flink's planner takes away; watermarks pass.
   *
   * @param rows rows that begin with the columns of the schema
   * @param column name of the watermark column of their source
   * @param uid uid of the operator
   */
  public static DataStream<RowData> restore(
      DataStream<RowData> rows, TableSchema schema, String column, String uid) {
    int position = schema.indexOf(column);
    int precision = LogicalTypeChecks.getPrecision(schema.columns().get(position).type());
    return rows.transform(
            "event time of rows", rows.getType(), new TimestampOperator(position, precision))
        .uid(uid);
  }

  private static AutoCdcException unknown(Source source) {
    String column = source.watermark().column();
    return new AutoCdcException(
        Problem.error(
            null,
            ErrorCode.UNKNOWN_COLUMN,
            "source '" + source.name() + "': there is no column '" + column + "'",
            "its watermark follows that column",
            Suggestions.didYouMean(column, source.visibleSchema().names())));
  }

  private static AutoCdcException notATimestamp(Source source, Column column) {
    return new AutoCdcException(
        Problem.error(
            null,
            ErrorCode.INVALID_VALUE,
            "source '"
                + source.name()
                + "': the watermark column '"
                + column.name()
                + "' is of type "
                + column.type().asSummaryString(),
            "event time is a point in time",
            "name a column of type TIMESTAMP or TIMESTAMP_LTZ"));
  }

  /**
   * The same rows, where those without a timestamp have that of the watermark.
   *
   * @param uid uid of the operator
   */
  public static DataStream<RowData> orWatermark(DataStream<RowData> rows, String uid) {
    SingleOutputStreamOperator<RowData> timed =
        rows.transform("timestamps", rows.getType(), new TimestampFallbackOperator());
    return timed.setParallelism(rows.getParallelism()).name(uid).uid(uid);
  }
}
