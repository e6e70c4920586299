// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators.state;

import io.autocdc.merge.Sequence;
import java.io.IOException;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.core.memory.MemorySegment;
import org.apache.flink.core.memory.MemorySegmentFactory;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.data.binary.BinarySegmentUtils;

/** Binary forms of rows and sequences: a length, then the bytes. */
public final class BinaryRows {

  private BinaryRows() {}

  public static void write(BinaryRowData row, DataOutputView target) throws IOException {
    int size = row.getSizeInBytes();
    target.writeInt(size);
    MemorySegment[] segments = row.getSegments();
    if (segments.length == 1 && segments[0].isOffHeap()) {
      target.write(BinarySegmentUtils.copyToBytes(segments, row.getOffset(), size));
    } else if (segments.length == 1) {
      target.write(segments[0].getArray(), row.getOffset(), size);
    } else {
      target.write(BinarySegmentUtils.copyToBytes(segments, row.getOffset(), size));
    }
  }

  /** The bytes of a row; its own array where nothing else is in that, so never to be changed. */
  static byte[] bytes(BinaryRowData row) {
    MemorySegment[] segments = row.getSegments();
    int size = row.getSizeInBytes();
    boolean alone =
        segments.length == 1
            && !segments[0].isOffHeap()
            && row.getOffset() == 0
            && segments[0].size() == size;
    return alone
        ? segments[0].getArray()
        : BinarySegmentUtils.copyToBytes(segments, row.getOffset(), size);
  }

  static void write(StoredRow row, LayoutHistory history, DataOutputView target)
      throws IOException {
    target.writeShort(history.numberOf(row.layout()));
    target.writeInt(row.bytes().length);
    target.write(row.bytes());
  }

  static StoredRow read(LayoutHistory history, DataInputView source) throws IOException {
    LayoutHistory.Entry layout = history.entry(source.readUnsignedShort());
    byte[] bytes = new byte[source.readInt()];
    source.readFully(bytes);
    return new StoredRow(bytes, layout);
  }

  public static BinaryRowData read(int arity, DataInputView source) throws IOException {
    byte[] bytes = new byte[source.readInt()];
    source.readFully(bytes);
    BinaryRowData row = new BinaryRowData(arity);
    row.pointTo(MemorySegmentFactory.wrap(bytes), 0, bytes.length);
    return row;
  }

  public static void write(Sequence sequence, DataOutputView target) throws IOException {
    target.writeInt(sequence.bytes().length);
    target.write(sequence.bytes());
  }

  public static Sequence readSequence(DataInputView source) throws IOException {
    byte[] bytes = new byte[source.readInt()];
    source.readFully(bytes);
    return new Sequence(bytes);
  }
}
