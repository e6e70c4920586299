// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.delta.kernel;

import io.delta.kernel.data.ColumnarBatch;
import org.apache.flink.table.data.GenericRowData;

/** Puts the values of a file's columns, and those that all of its rows share, into rows. */
final class RowMaker {

  private final int width;
  private final ValueReader[] readers;
  private final int[] places;
  private final Object[] constants;
  private final int[] constantPlaces;

  RowMaker(
      int width, ValueReader[] readers, int[] places, Object[] constants, int[] constantPlaces) {
    this.width = width;
    this.readers = readers;
    this.places = places;
    this.constants = constants;
    this.constantPlaces = constantPlaces;
  }

  GenericRowData make(ColumnarBatch batch, int position) {
    GenericRowData row = new GenericRowData(width);
    for (int i = 0; i < readers.length; i++) {
      row.setField(places[i], readers[i].readOrNull(batch.getColumnVector(i), position));
    }
    for (int i = 0; i < constants.length; i++) {
      row.setField(constantPlaces[i], constants[i]);
    }
    return row;
  }
}
