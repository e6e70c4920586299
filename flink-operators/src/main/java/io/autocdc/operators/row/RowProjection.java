// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators.row;

import java.util.List;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.LogicalType;

/**
 * Copies some columns of a row into a binary row. Not thread-safe; the result is overwritten by the
 * next call.
 */
public final class RowProjection {

  private final RowData.FieldGetter[] getters;
  private final GenericRowData picked;
  private final RowDataSerializer serializer;

  private RowProjection(RowData.FieldGetter[] getters, LogicalType[] types) {
    this.getters = getters;
    this.picked = new GenericRowData(getters.length);
    this.serializer = new RowDataSerializer(types);
  }

  /**
   * @param types types of the columns to copy
   * @param positions where they stand in the input; -1 for one that it does not have, which is null
   */
  public static RowProjection of(List<LogicalType> types, int[] positions) {
    return of(types, positions, false);
  }

  /** For keys: values that are equal get one {@link CanonicalForm}, so that they are one key. */
  public static RowProjection ofKey(List<LogicalType> types, int[] positions) {
    return of(types, positions, true);
  }

  private static RowProjection of(List<LogicalType> types, int[] positions, boolean asKey) {
    RowData.FieldGetter[] getters = new RowData.FieldGetter[positions.length];
    LogicalType[] picked = new LogicalType[positions.length];
    for (int i = 0; i < positions.length; i++) {
      picked[i] = types.get(i).copy(true);
      RowData.FieldGetter getter =
          positions[i] < 0 ? row -> null : RowData.createFieldGetter(picked[i], positions[i]);
      getters[i] = asKey ? canonical(getter, picked[i]) : getter;
    }
    return new RowProjection(getters, picked);
  }

  private static RowData.FieldGetter canonical(RowData.FieldGetter getter, LogicalType type) {
    CanonicalForm form = CanonicalForm.ofType(type);
    return row -> form.of(getter.getFieldOrNull(row));
  }

  /** The projected row; valid until the next call. */
  public BinaryRowData apply(RowData row) {
    for (int i = 0; i < getters.length; i++) {
      picked.setField(i, getters[i].getFieldOrNull(row));
    }
    return serializer.toBinaryRow(picked);
  }
}
