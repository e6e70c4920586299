// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.paimon;

import java.io.IOException;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.types.RowKind;
import org.apache.flink.util.CloseableIterator;
import org.apache.paimon.data.InternalRow;
import org.apache.paimon.flink.FlinkRowData;
import org.apache.paimon.table.FileStoreTable;
import org.apache.paimon.table.source.ReadBuilder;

/**
 * The rows of the latest snapshot, merged by primary key, file after file: memory holds a batch of
 * rows, not the table. Every row is a copy that the caller may keep.
 */
final class CommittedRows implements CloseableIterator<RowData> {

  private final org.apache.paimon.utils.CloseableIterator<InternalRow> rows;
  private final RowDataSerializer serializer;

  private CommittedRows(
      org.apache.paimon.utils.CloseableIterator<InternalRow> rows, RowDataSerializer serializer) {
    this.rows = rows;
    this.serializer = serializer;
  }

  static CommittedRows of(FileStoreTable table) throws IOException {
    TableLayout layout = TableLayout.of(table.schema());
    ReadBuilder read = table.newReadBuilder();
    if (!layout.storageKeys().isEmpty()) {
      read.withProjection(layout.visiblePositions());
    }
    return new CommittedRows(
        read.newRead().createReader(read.newScan().plan()).toCloseableIterator(),
        new RowDataSerializer(layout.visible().toRowType()));
  }

  @Override
  public boolean hasNext() {
    return rows.hasNext();
  }

  @Override
  public RowData next() {
    BinaryRowData row = serializer.toBinaryRow(new FlinkRowData(rows.next())).copy();
    // A merged row may still say that an update brought it.
    row.setRowKind(RowKind.INSERT);
    return row;
  }

  @Override
  public void close() throws Exception {
    rows.close();
  }
}
