// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.files;

import org.apache.flink.core.memory.MemorySegmentFactory;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.RowType;

/** Rows as bytes between the reader of a file and the operator behind it. */
final class EncodedRows {

  private final RowDataSerializer serializer;
  private final RowData.FieldGetter[] getters;

  EncodedRows(RowType type) {
    this.serializer = new RowDataSerializer(type);
    this.getters = new RowData.FieldGetter[type.getFieldCount()];
    for (int i = 0; i < getters.length; i++) {
      getters[i] = RowData.createFieldGetter(type.getTypeAt(i), i);
    }
  }

  byte[] encode(RowData row) {
    BinaryRowData binary = serializer.toBinaryRow(row);
    byte[] bytes = new byte[binary.getSizeInBytes()];
    binary.getSegments()[0].get(binary.getOffset(), bytes);
    return bytes;
  }

  /**
   * @param room number of fields behind those of the row, which the caller fills
   */
  GenericRowData decode(byte[] bytes, int room) {
    BinaryRowData binary = new BinaryRowData(getters.length);
    binary.pointTo(MemorySegmentFactory.wrap(bytes), 0, bytes.length);
    GenericRowData row = new GenericRowData(getters.length + room);
    for (int i = 0; i < getters.length; i++) {
      row.setField(i, getters[i].getFieldOrNull(binary));
    }
    return row;
  }
}
