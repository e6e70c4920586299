// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.delta;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.PriorityQueue;
import org.apache.flink.core.memory.MemorySegmentFactory;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.data.binary.BinarySegmentUtils;

/**
 * Sorted entries on disk, run by run, and all of them in one order.
 *
 * @param <T> an entry
 */
final class SortedRuns<T> implements Closeable {

  /** In front of each entry; behind the last one the file ends. */
  private static final int ENTRY = 1;

  private static final int NO_ROW = -1;

  private final Path folder;
  private final Comparator<T> order;
  private final Format<T> format;
  private final List<Path> runs = new ArrayList<>();
  private final List<DataInputStream> open = new ArrayList<>();

  /**
   * @param folder takes the runs
   */
  SortedRuns(Path folder, Comparator<T> order, Format<T> format) {
    this.folder = folder;
    this.order = order;
    this.format = format;
  }

  /** An entry in bytes. */
  interface Format<T> {
    void write(T entry, DataOutput out) throws IOException;

    T read(DataInput in) throws IOException;
  }

  boolean isEmpty() {
    return runs.isEmpty();
  }

  /**
   * @param sorted in the order of all entries
   */
  void spill(Iterable<T> sorted) throws IOException {
    Path run = Files.createTempFile(folder, "autocdc-delta-", ".run");
    runs.add(run);
    try (DataOutputStream out =
        new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(run)))) {
      for (T entry : sorted) {
        out.writeByte(ENTRY);
        format.write(entry, out);
      }
    }
  }

  /**
   * The entries of all runs and some more; equal ones in the order in which they were spilled.
   *
   * @param inMemory sorted, and later than those of all runs
   */
  Iterator<T> merged(List<T> inMemory) throws IOException {
    if (runs.isEmpty()) {
      return inMemory.iterator();
    }
    List<Iterator<T>> sources = new ArrayList<>();
    for (Path run : runs) {
      DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(run)));
      open.add(in);
      sources.add(new Run(in));
    }
    sources.add(inMemory.iterator());
    return new Merged(sources);
  }

  /** Removes all runs. */
  @Override
  public void close() throws IOException {
    for (DataInputStream in : open) {
      in.close();
    }
    open.clear();
    for (Path run : runs) {
      Files.deleteIfExists(run);
    }
    runs.clear();
  }

  static void writeBytes(byte[] bytes, DataOutput out) throws IOException {
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  static byte[] readBytes(DataInput in) throws IOException {
    byte[] bytes = new byte[in.readInt()];
    in.readFully(bytes);
    return bytes;
  }

  /**
   * @param row may be null
   */
  static void writeRow(BinaryRowData row, DataOutput out) throws IOException {
    if (row == null) {
      out.writeInt(NO_ROW);
    } else {
      writeBytes(
          BinarySegmentUtils.copyToBytes(row.getSegments(), row.getOffset(), row.getSizeInBytes()),
          out);
    }
  }

  static BinaryRowData readRow(int arity, DataInput in) throws IOException {
    int size = in.readInt();
    if (size == NO_ROW) {
      return null;
    }
    byte[] bytes = new byte[size];
    in.readFully(bytes);
    BinaryRowData row = new BinaryRowData(arity);
    row.pointTo(MemorySegmentFactory.wrap(bytes), 0, size);
    return row;
  }

  private final class Run implements Iterator<T> {

    private final DataInputStream in;
    private T next;

    Run(DataInputStream in) throws IOException {
      this.in = in;
      this.next = read();
    }

    private T read() throws IOException {
      return in.read() == ENTRY ? format.read(in) : null;
    }

    @Override
    public boolean hasNext() {
      return next != null;
    }

    @Override
    public T next() {
      T current = next;
      try {
        next = read();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return current;
    }
  }

  private final class Merged implements Iterator<T> {

    private record Head<T>(T entry, int source) {}

    private final List<Iterator<T>> sources;
    private final PriorityQueue<Head<T>> heads =
        new PriorityQueue<>(
            Comparator.<Head<T>, T>comparing(Head::entry, order).thenComparing(Head::source));

    Merged(List<Iterator<T>> sources) {
      this.sources = sources;
      for (int i = 0; i < sources.size(); i++) {
        advance(i);
      }
    }

    private void advance(int source) {
      if (sources.get(source).hasNext()) {
        heads.add(new Head<>(sources.get(source).next(), source));
      }
    }

    @Override
    public boolean hasNext() {
      return !heads.isEmpty();
    }

    @Override
    public T next() {
      if (heads.isEmpty()) {
        throw new NoSuchElementException();
      }
      Head<T> head = heads.remove();
      advance(head.source());
      return head.entry();
    }
  }
}
