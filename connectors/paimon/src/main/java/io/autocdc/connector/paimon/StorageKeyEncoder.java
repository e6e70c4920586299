// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.paimon;

import io.autocdc.operators.row.CanonicalForm;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.data.binary.BinarySegmentUtils;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.logical.RowType;

/**
 * Encodes a value that Paimon cannot compare into bytes, so that equal values give equal bytes and
 * others do not: the binary row of its fields in their {@link CanonicalForm}.
 */
final class StorageKeyEncoder implements Serializable {

  private static final long serialVersionUID = 1L;

  private final int position;
  private final boolean isRow;
  private final RowData.FieldGetter valueGetter;
  private final RowData.FieldGetter[] fieldGetters;
  private final CanonicalForm[] forms;
  private final RowDataSerializer serializer;

  private StorageKeyEncoder(LogicalType type, int position) {
    this.position = position;
    this.isRow = type.is(LogicalTypeRoot.ROW);
    this.valueGetter = RowData.createFieldGetter(type, position);
    List<LogicalType> fields = isRow ? type.getChildren() : List.of(type);
    List<RowData.FieldGetter> getters = new ArrayList<>();
    for (int i = 0; i < fields.size(); i++) {
      getters.add(RowData.createFieldGetter(fields.get(i), i));
    }
    this.fieldGetters = getters.toArray(RowData.FieldGetter[]::new);
    this.forms = fields.stream().map(CanonicalForm::ofType).toArray(CanonicalForm[]::new);
    this.serializer = new RowDataSerializer(RowType.of(fields.toArray(LogicalType[]::new)));
  }

  /**
   * @param type type of the column
   * @param position position of the column in the rows
   */
  static StorageKeyEncoder of(LogicalType type, int position) {
    return new StorageKeyEncoder(type, position);
  }

  /**
   * @param row a row whose column is not null
   */
  byte[] encode(RowData row) {
    GenericRowData fields = new GenericRowData(fieldGetters.length);
    if (isRow) {
      RowData nested = row.getRow(position, fieldGetters.length);
      for (int i = 0; i < fieldGetters.length; i++) {
        fields.setField(i, forms[i].of(fieldGetters[i].getFieldOrNull(nested)));
      }
    } else {
      fields.setField(0, forms[0].of(valueGetter.getFieldOrNull(row)));
    }
    BinaryRowData binary = serializer.toBinaryRow(fields);
    return BinarySegmentUtils.copyToBytes(
        binary.getSegments(), binary.getOffset(), binary.getSizeInBytes());
  }
}
