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
