// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators.row;

import io.autocdc.merge.RowSemantics;
import io.autocdc.operators.row.ValueOrder.Floats;
import java.util.Comparator;
import java.util.Set;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/** Compares rows by the rules of semantics.md, sections 4 and 8. */
public final class RowDataSemantics implements RowSemantics<RowData> {

  private final RowData.FieldGetter[] getters;
  private final Comparator<Object>[] byForm;
  private final Comparator<Object>[] byValue;
  private final boolean[] tracked;
  private final boolean differentBytesAreDifferentVersions;

  /**
   * @param type the non-key columns of the target
   * @param trackedColumns the columns whose change starts a new version
   */
  public RowDataSemantics(RowType type, Set<String> trackedColumns) {
    this(type, trackedColumns, true);
  }

  /** For rows with more than these columns, so that their bytes tell more than what is visible. */
  static RowDataSemantics withHiddenColumn(RowType type, Set<String> trackedColumns) {
    return new RowDataSemantics(type, trackedColumns, false);
  }

  @SuppressWarnings("unchecked")
  private RowDataSemantics(RowType type, Set<String> trackedColumns, boolean allBytesVisible) {
    int arity = type.getFieldCount();
    getters = new RowData.FieldGetter[arity];
    byForm = new Comparator[arity];
    byValue = new Comparator[arity];
    tracked = new boolean[arity];
    boolean bytesDecide = allBytesVisible;
    for (int i = 0; i < arity; i++) {
      LogicalType field = type.getTypeAt(i);
      getters[i] = RowData.createFieldGetter(field, i);
      byForm[i] = ValueOrder.of(field, Floats.BY_FORM);
      byValue[i] = ValueOrder.of(field, Floats.BY_VALUE);
      tracked[i] = trackedColumns.contains(type.getFieldNames().get(i));
      bytesDecide &= tracked[i] && hasOneFormPerValue(field);
    }
    differentBytesAreDifferentVersions = bytesDecide;
  }

  @Override
  public int compare(RowData a, RowData b) {
    if (sameBytes(a, b)) {
      return 0;
    }
    for (int i = 0; i < getters.length; i++) {
      int order = byForm[i].compare(getters[i].getFieldOrNull(a), getters[i].getFieldOrNull(b));
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  @Override
  public boolean sameVersion(RowData a, RowData b) {
    if (sameBytes(a, b)) {
      return true;
    }
    if (differentBytesAreDifferentVersions && a instanceof BinaryRowData) {
      return false;
    }
    for (int i = 0; i < getters.length; i++) {
      if (tracked[i]
          && byValue[i].compare(getters[i].getFieldOrNull(a), getters[i].getFieldOrNull(b)) != 0) {
        return false;
      }
    }
    return true;
  }

  private static boolean sameBytes(RowData a, RowData b) {
    return a instanceof BinaryRowData && a.equals(b);
  }

  /** True for types whose binary form is the same for equal values. */
  private static boolean hasOneFormPerValue(LogicalType type) {
    return switch (type.getTypeRoot()) {
      case BOOLEAN,
          TINYINT,
          SMALLINT,
          INTEGER,
          BIGINT,
          DECIMAL,
          CHAR,
          VARCHAR,
          BINARY,
          VARBINARY,
          DATE,
          TIME_WITHOUT_TIME_ZONE,
          TIMESTAMP_WITHOUT_TIME_ZONE,
          TIMESTAMP_WITH_LOCAL_TIME_ZONE,
          INTERVAL_YEAR_MONTH,
          INTERVAL_DAY_TIME ->
          true;
      default -> false;
    };
  }
}
