// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.delta;

import io.autocdc.connector.delta.kernel.ChangeType;
import io.autocdc.merge.Sequence;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import org.apache.flink.table.data.binary.BinaryRowData;

/**
 * Sorts the rows of a commit by key, those of one key by what they are about, and else as they
 * came. What does not fit into memory goes to disk in sorted runs.
 */
final class KeySorter implements AutoCloseable {

  /** What an entry takes beyond its bytes. */
  private static final int ENTRY = 120;

  private static final Comparator<Entry> ORDER =
      Comparator.comparing(Entry::key).thenComparing(Entry::type).thenComparing(Entry::arrival);

  private final long memory;
  private final SortedRuns<Entry> runs;
  private final List<Entry> entries = new ArrayList<>();
  private long bytes;
  private long arrived;

  /**
   * @param folder takes the runs
   * @param memory bytes that are held before a run is written
   * @param arity columns of a row
   */
  KeySorter(Path folder, long memory, int arity) {
    this.memory = memory;
    this.runs = new SortedRuns<>(folder, ORDER, new EntryFormat(arity));
  }

  /**
   * @param arrival its number among all rows
   */
  record Entry(Sequence key, ChangeType type, long arrival, BinaryRowData row) {}

  /**
   * @param row owned by the sorter from now on
   */
  void add(Sequence key, ChangeType type, BinaryRowData row) throws IOException {
    entries.add(new Entry(key, type, arrived++, row));
    bytes += ENTRY + key.bytes().length + row.getSizeInBytes();
    if (bytes > memory) {
      entries.sort(ORDER);
      runs.spill(entries);
      entries.clear();
      bytes = 0;
    }
  }

  /** Everything, in order; to be called once, behind the last row. */
  Iterator<Entry> sorted() throws IOException {
    entries.sort(ORDER);
    return runs.merged(entries);
  }

  @Override
  public void close() throws IOException {
    entries.clear();
    runs.close();
  }

  private record EntryFormat(int arity) implements SortedRuns.Format<Entry> {

    @Override
    public void write(Entry entry, DataOutput out) throws IOException {
      SortedRuns.writeBytes(entry.key.bytes(), out);
      out.writeByte(entry.type.ordinal());
      out.writeLong(entry.arrival);
      SortedRuns.writeRow(entry.row, out);
    }

    @Override
    public Entry read(DataInput in) throws IOException {
      return new Entry(
          new Sequence(SortedRuns.readBytes(in)),
          ChangeType.values()[in.readByte()],
          in.readLong(),
          SortedRuns.readRow(arity, in));
    }
  }
}
