// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.catalog.function;

import java.io.Serializable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.logical.RowType;

/**
 * The part of the way into the widest type that Flink does not go by itself: it casts no DATE into
 * a TIMESTAMP.
 */
final class Widening implements Serializable {

  private static final long serialVersionUID = 1L;
  private static final long MILLIS_OF_DAY = Duration.ofDays(1).toMillis();

  private final LogicalType from;
  private final boolean isOfDate;

  /** Those of the fields of a row; empty if none of them does anything. */
  private final ArrayList<Widening> fields = new ArrayList<>();

  /**
   * @param from type of values, such as {@link #castBefore} gives
   * @param to the widest type
   */
  Widening(LogicalType from, LogicalType to) {
    this.from = from;
    this.isOfDate = from.is(LogicalTypeRoot.DATE) && !to.is(LogicalTypeRoot.DATE);
    if (from.is(LogicalTypeRoot.ROW)) {
      for (int i = 0; i < from.getChildren().size(); i++) {
        fields.add(new Widening(from.getChildren().get(i), to.getChildren().get(i)));
      }
      if (fields.stream().noneMatch(Widening::doesSomething)) {
        fields.clear();
      }
    }
  }

  private boolean doesSomething() {
    return isOfDate || !fields.isEmpty();
  }

  /** What Flink casts values into before they are widened: the widest type, but for each DATE. */
  static LogicalType castBefore(LogicalType type, LogicalType widest) {
    if (type.is(LogicalTypeRoot.DATE)) {
      return type;
    }
    if (!type.is(LogicalTypeRoot.ROW)) {
      return widest;
    }
    List<RowType.RowField> fields = new ArrayList<>();
    for (RowType.RowField field : ((RowType) widest).getFields()) {
      LogicalType own = type.getChildren().get(fields.size());
      fields.add(new RowType.RowField(field.getName(), castBefore(own, field.getType())));
    }
    return new RowType(fields);
  }

  /**
   * The value in the widest type.
   *
   * @param value in Flink's internal form; may be null
   */
  Object apply(Object value) {
    if (value == null || !doesSomething()) {
      return value;
    }
    if (isOfDate) {
      return TimestampData.fromEpochMillis((int) value * MILLIS_OF_DAY);
    }
    RowData row = (RowData) value;
    GenericRowData widened = new GenericRowData(fields.size());
    for (int i = 0; i < fields.size(); i++) {
      Object field = RowData.createFieldGetter(from.getChildren().get(i), i).getFieldOrNull(row);
      widened.setField(i, fields.get(i).apply(field));
    }
    return widened;
  }
}
