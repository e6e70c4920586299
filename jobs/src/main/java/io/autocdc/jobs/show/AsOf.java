// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.show;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.autocdc.dsl.ReservedColumns;
import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Problem;
import io.autocdc.dsl.type.TableSchema;
import io.autocdc.json.InvalidTextException;
import io.autocdc.json.JsonRowReader;
import io.autocdc.operators.row.ValueOrder;
import io.autocdc.operators.row.ValueOrder.Floats;
import io.autocdc.spi.TableCatalog.TableDescription;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.logical.RowType;

/**
 * The rows of a history whose interval contains a sequence: its start included, its end not. The
 * two axes of a bitemporal table select each on its own.
 */
public final class AsOf implements Predicate<RowData> {

  /** Rows of any time. */
  public static final Predicate<RowData> ANY_TIME = row -> true;

  private final RowData.FieldGetter start;
  private final RowData.FieldGetter end;
  private final Comparator<Object> order;
  private final Object sequence;

  private AsOf(TableSchema schema, String start, String end, Object sequence) {
    LogicalType type = schema.find(start).orElseThrow().type().copy(true);
    this.start = RowData.createFieldGetter(type, schema.indexOf(start));
    this.end = RowData.createFieldGetter(type, schema.indexOf(end));
    this.order = ValueOrder.of(type, Floats.BY_VALUE);
    this.sequence = sequence;
  }

  /**
   * @param sequence what was valid then, as text; null for any time
   * @param systemSequence what was believed then, as text; null for any time
   * @throws AutoCdcException NEEDS_HISTORY if the table lacks the axis, INVALID_VALUE if the text
   *     is no value of the sequence's type
   */
  public static Predicate<RowData> of(
      TableDescription table, String sequence, String systemSequence) {
    Predicate<RowData> rows = ANY_TIME;
    if (sequence != null) {
      rows =
          interval(
              table.schema(),
              new Axis("--as-of", ReservedColumns.START_AT, ReservedColumns.END_AT),
              sequence);
    }
    if (systemSequence != null) {
      rows =
          rows.and(
              interval(
                  table.schema(),
                  new Axis(
                      "--system-as-of",
                      ReservedColumns.SYSTEM_START_AT,
                      ReservedColumns.SYSTEM_END_AT),
                  systemSequence));
    }
    return rows;
  }

  private record Axis(String option, String start, String end) {}

  private static AsOf interval(TableSchema schema, Axis axis, String text) {
    if (!schema.contains(axis.start()) || !schema.contains(axis.end())) {
      throw new AutoCdcException(
          Problem.error(
              null,
              ErrorCode.NEEDS_HISTORY,
              axis.option() + " " + text,
              "the table has no columns " + axis.start() + " and " + axis.end(),
              schema.contains(ReservedColumns.START_AT)
                  ? "leave the option out; bitemporal tables alone keep what was believed"
                  : "leave the option out; tables of SCD type 2 and bitemporal ones keep history"));
    }
    LogicalType type = schema.find(axis.start()).orElseThrow().type();
    return new AsOf(schema, axis.start(), axis.end(), value(text, type, axis));
  }

  /** Texts have the same forms as in data; the sequence of several columns is an object. */
  private static Object value(String text, LogicalType type, Axis axis) {
    boolean isRow = type.is(LogicalTypeRoot.ROW);
    String json =
        isRow ? text : "\"" + new String(JsonStringEncoder.getInstance().quoteAsString(text)) + '"';
    JsonRowReader reader =
        JsonRowReader.of(
            new RowType(false, List.of(new RowType.RowField("sequence", type.copy(false)))));
    try {
      Object value = reader.read("{\"sequence\":" + json + "}").getField(0);
      if (isRow) {
        requireAllFields((GenericRowData) value, (RowType) type);
      }
      return value;
    } catch (InvalidTextException e) {
      throw new AutoCdcException(
          Problem.error(
              null,
              ErrorCode.INVALID_VALUE,
              axis.option() + " " + text,
              e.getMessage(),
              isRow
                  ? "write a JSON object with the fields of " + axis.start() + ": " + fields(type)
                  : "write a value as 'show' prints it in " + axis.start()));
    }
  }

  private static void requireAllFields(GenericRowData row, RowType type)
      throws InvalidTextException {
    for (int i = 0; i < row.getArity(); i++) {
      if (row.isNullAt(i)) {
        throw new InvalidTextException(
            "the field '" + type.getFieldNames().get(i) + "' is missing or null");
      }
    }
  }

  private static String fields(LogicalType type) {
    return String.join(", ", ((RowType) type).getFieldNames());
  }

  @Override
  public boolean test(RowData row) {
    Object until = end.getFieldOrNull(row);
    return order.compare(start.getFieldOrNull(row), sequence) <= 0
        && (until == null || order.compare(sequence, until) < 0);
  }
}
