// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.delta.kernel;

import io.delta.kernel.data.ColumnVector;
import io.delta.kernel.data.ColumnarBatch;
import io.delta.kernel.data.FilteredColumnarBatch;
import io.delta.kernel.types.StructType;
import io.delta.kernel.utils.CloseableIterator;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/** Rows of Flink in batches of Kernel's, of bounded numbers of rows and, where known, of bytes. */
final class RowBatches implements CloseableIterator<FilteredColumnarBatch> {

  private static final int ROWS = 1024;

  /** A batch ends with the row that reaches it. */
  static final long BYTES = 8L << 20;

  private final RowType type;
  private final StructType schema;
  private final Iterator<? extends RowData> rows;

  /**
   * @param rows each stays as it is until the batch after its own has been taken
   */
  RowBatches(RowType type, Iterator<? extends RowData> rows) {
    this.type = type;
    this.schema = DeltaTypes.toStruct(type);
    this.rows = rows;
  }

  @Override
  public boolean hasNext() {
    return rows.hasNext();
  }

  @Override
  public FilteredColumnarBatch next() {
    List<RowData> batch = new ArrayList<>(ROWS);
    long bytes = 0;
    while (batch.size() < ROWS && bytes < BYTES && rows.hasNext()) {
      RowData row = rows.next();
      batch.add(row);
      bytes += row instanceof BinaryRowData binary ? binary.getSizeInBytes() : 0;
    }
    return new FilteredColumnarBatch(new Batch(batch), Optional.empty());
  }

  @Override
  public void close() {}

  private final class Batch implements ColumnarBatch {

    private final List<RowData> batch;

    Batch(List<RowData> batch) {
      this.batch = batch;
    }

    @Override
    public StructType getSchema() {
      return schema;
    }

    @Override
    public int getSize() {
      return batch.size();
    }

    @Override
    public ColumnVector getColumnVector(int ordinal) {
      LogicalType column = type.getTypeAt(ordinal);
      RowData.FieldGetter getter = RowData.createFieldGetter(column.copy(true), ordinal);
      return new ValueVector(column, batch.stream().map(getter::getFieldOrNull).toArray());
    }
  }
}
