// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.delta;

import io.autocdc.merge.Sequence;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.util.CloseableIterator;

/**
 * The changes of one checkpoint: for each key what it came to, in the order of the keys. What does
 * not fit into memory goes to disk in sorted runs.
 */
final class ChangeBuffer {

  /** What an entry takes beyond its bytes. */
  private static final int ENTRY = 160;

  private final long memory;
  private final SortedRuns<KeyChange> runs;
  private final Map<Sequence, BinaryRowData> newest = new HashMap<>();
  private long bytes;

  /**
   * @param folder takes the runs
   * @param memory bytes that are held before a run is written
   * @param arity columns of a row
   */
  ChangeBuffer(Path folder, long memory, int arity) {
    this.memory = memory;
    this.runs =
        new SortedRuns<>(folder, Comparator.comparing(KeyChange::key), new ChangeFormat(arity));
  }

  /**
   * What a key came to.
   *
   * @param row null if the row is deleted
   */
  record KeyChange(Sequence key, BinaryRowData row) {}

  /**
   * @param row null to delete; owned by the buffer from now on
   */
  void put(Sequence key, BinaryRowData row) throws IOException {
    boolean known = newest.containsKey(key);
    BinaryRowData before = newest.put(key, row);
    bytes += size(row) - size(before);
    if (!known) {
      bytes += ENTRY + key.bytes().length;
    }
    if (bytes > memory) {
      runs.spill(sorted());
      newest.clear();
      bytes = 0;
    }
  }

  private static int size(BinaryRowData row) {
    return row == null ? 0 : row.getSizeInBytes();
  }

  boolean isEmpty() {
    return newest.isEmpty() && runs.isEmpty();
  }

  /**
   * Everything since the last time, each key once, sorted; the buffer is empty when it is closed.
   */
  CloseableIterator<KeyChange> drain() throws IOException {
    return new Newest(runs.merged(sorted()));
  }

  private List<KeyChange> sorted() {
    return newest.entrySet().stream()
        .map(entry -> new KeyChange(entry.getKey(), entry.getValue()))
        .sorted(Comparator.comparing(KeyChange::key))
        .toList();
  }

  /** Forgets everything. */
  void clear() throws IOException {
    newest.clear();
    bytes = 0;
    runs.close();
  }

  /** Of equal keys the last one is given, and the others are passed over. */
  private final class Newest implements CloseableIterator<KeyChange> {

    private final Iterator<KeyChange> changes;

    /** The first change of the next key; null at the end. */
    private KeyChange ahead;

    Newest(Iterator<KeyChange> changes) {
      this.changes = changes;
      advance();
    }

    private void advance() {
      ahead = changes.hasNext() ? changes.next() : null;
    }

    @Override
    public boolean hasNext() {
      return ahead != null;
    }

    @Override
    public KeyChange next() {
      if (ahead == null) {
        throw new NoSuchElementException();
      }
      KeyChange last;
      do {
        last = ahead;
        advance();
      } while (ahead != null && ahead.key().equals(last.key()));
      return last;
    }

    @Override
    public void close() throws IOException {
      clear();
    }
  }

  private record ChangeFormat(int arity) implements SortedRuns.Format<KeyChange> {

    @Override
    public void write(KeyChange change, DataOutput out) throws IOException {
      SortedRuns.writeBytes(change.key.bytes(), out);
      SortedRuns.writeRow(change.row, out);
    }

    @Override
    public KeyChange read(DataInput in) throws IOException {
      return new KeyChange(new Sequence(SortedRuns.readBytes(in)), SortedRuns.readRow(arity, in));
    }
  }
}
