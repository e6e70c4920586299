// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.delta.kernel;

import io.delta.kernel.data.ColumnVector;
import io.delta.kernel.data.ColumnarBatch;
import io.delta.kernel.types.MetadataColumnSpec;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructType;
import io.delta.kernel.utils.CloseableIterator;
import java.io.IOException;
import java.util.NoSuchElementException;
import org.roaringbitmap.RoaringBitmap;

/** The rows of a file that a commit is about, in their order in the file. */
final class FileRowsReader implements org.apache.flink.util.CloseableIterator<ChangedRow> {

  private static final String POSITION = "__autocdc_row_index";
  private static final String CHANGE_TYPE = "_change_type";

  private final FileRows file;
  private final RowMaker rows;
  private final RoaringBitmap only;
  private final RoaringBitmap without;
  private final CloseableIterator<ColumnarBatch> batches;

  /** Where a row stands in its file, or what it says it is. */
  private final int lastColumn;

  private ColumnarBatch batch;
  private int next;

  FileRowsReader(DeltaFolder folder, FileRows file, TableColumns columns) throws IOException {
    this.file = file;
    if (columns.needsPartition() && file.partition() == null) {
      throw new IOException(
          "The log has removed the file " + file.path() + " without its partition values");
    }
    this.rows = columns.rows(file);
    this.only = folder.positions(file.only());
    this.without = folder.positions(file.without());
    StructType stored = columns.stored();
    this.lastColumn = stored.length();
    this.batches =
        folder.read(
            file.path(),
            file.size(),
            file.type() == null
                ? stored.add(CHANGE_TYPE, StringType.STRING)
                : stored.addMetadataColumn(POSITION, MetadataColumnSpec.ROW_INDEX));
  }

  @Override
  public boolean hasNext() {
    while (true) {
      if (batch != null && next < batch.getSize()) {
        if (isWanted()) {
          return true;
        }
        next++;
      } else if (batches.hasNext()) {
        batch = batches.next();
        next = 0;
      } else {
        return false;
      }
    }
  }

  private boolean isWanted() {
    if (file.type() == null) {
      return true;
    }
    int position = Math.toIntExact(batch.getColumnVector(lastColumn).getLong(next));
    return (only == null || only.contains(position))
        && (without == null || !without.contains(position));
  }

  @Override
  public ChangedRow next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    ChangedRow row = new ChangedRow(type(), rows.make(batch, next));
    next++;
    return row;
  }

  private ChangeType type() {
    if (file.type() != null) {
      return file.type();
    }
    ColumnVector types = batch.getColumnVector(lastColumn);
    return ChangeType.of(types.isNullAt(next) ? "null" : types.getString(next));
  }

  @Override
  public void close() throws IOException {
    batches.close();
  }
}
