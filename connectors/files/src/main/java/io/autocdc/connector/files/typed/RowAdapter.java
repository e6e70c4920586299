// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.files.typed;

import io.autocdc.json.InvalidTextException;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/**
 * Turns rows as files have them into rows as they are declared: columns by their names, values by
 * {@link ValueAdapters}. Columns that a file lacks are null, those that are not declared are left
 * out.
 */
public final class RowAdapter {

  private static final int MISSING = -1;

  private final RowType declared;
  private final RowData.FieldGetter[] getters;
  private final ValueAdapter[] adapters;

  private RowAdapter(RowType declared, RowData.FieldGetter[] getters, ValueAdapter[] adapters) {
    this.declared = declared;
    this.getters = getters;
    this.adapters = adapters;
  }

  /**
   * @param file type of the rows of a file
   * @param declared type that they are to have
   * @throws InvalidTextException if no row of the file can be one of the declared type
   */
  public static RowAdapter of(RowType file, RowType declared) throws InvalidTextException {
    int columns = declared.getFieldCount();
    RowData.FieldGetter[] getters = new RowData.FieldGetter[columns];
    ValueAdapter[] adapters = new ValueAdapter[columns];
    for (int i = 0; i < columns; i++) {
      String name = declared.getFieldNames().get(i);
      LogicalType type = declared.getTypeAt(i);
      int position = file.getFieldIndex(name);
      try {
        if (position != MISSING) {
          LogicalType found = file.getTypeAt(position);
          getters[i] = RowData.createFieldGetter(found, position);
          adapters[i] = ValueAdapters.of(found, type);
        } else if (!type.isNullable()) {
          throw InvalidTextException.nullValue(type);
        }
      } catch (InvalidTextException e) {
        throw e.inField(name);
      }
    }
    return new RowAdapter(declared, getters, adapters);
  }

  /**
   * A new row.
   *
   * @throws InvalidTextException if a value does not fit its type
   */
  public GenericRowData adapt(RowData row) throws InvalidTextException {
    GenericRowData adapted = new GenericRowData(getters.length);
    for (int i = 0; i < getters.length; i++) {
      Object value = getters[i] == null ? null : getters[i].getFieldOrNull(row);
      try {
        if (value != null) {
          adapted.setField(i, adapters[i].adapt(value));
        } else if (!declared.getTypeAt(i).isNullable()) {
          throw InvalidTextException.nullValue(declared.getTypeAt(i));
        }
      } catch (InvalidTextException e) {
        throw e.inField(declared.getFieldNames().get(i));
      }
    }
    return adapted;
  }
}
