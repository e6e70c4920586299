// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.sql;

import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.types.Row;

/** Wraps rows of internal values. */
final class InternalRows implements MapFunction<Row, RowData> {

  private static final long serialVersionUID = 1L;

  private final int arity;

  InternalRows(int arity) {
    this.arity = arity;
  }

  @Override
  public RowData map(Row row) {
    GenericRowData internal = new GenericRowData(row.getKind(), arity);
    for (int i = 0; i < arity; i++) {
      internal.setField(i, row.getField(i));
    }
    return internal;
  }
}
