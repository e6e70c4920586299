// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.delta;

import io.autocdc.connector.delta.kernel.ChangeType;
import io.autocdc.merge.Sequence;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
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
 * Sorts the rows of a commit by key, those of one key by what they are about, and else as they
 * came. What does not fit into memory goes to disk in sorted runs.
 */
final class KeySorter implements AutoCloseable {

  /** What an entry takes beyond its bytes. */
  private static final int ENTRY = 120;

  private static final Comparator<Entry> ORDER =
      Comparator.comparing(Entry::key).thenComparing(Entry::type).thenComparing(Entry::arrival);

  private final Path folder;
  private final long memory;
  private final int arity;
  private final List<Entry> entries = new ArrayList<>();
  private final List<Path> runs = new ArrayList<>();
  private final List<DataInputStream> open = new ArrayList<>();
  private long bytes;
  private long arrived;

  /**
   * @param folder takes the runs
   * @param memory bytes that are held before a run is written
   * @param arity columns of a row
   */
  KeySorter(Path folder, long memory, int arity) {
    this.folder = folder;
    this.memory = memory;
    this.arity = arity;
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
      spill();
    }
  }

  /** Everything, in order; to be called once, behind the last row. */
  Iterator<Entry> sorted() throws IOException {
    entries.sort(ORDER);
    if (runs.isEmpty()) {
      return entries.iterator();
    }
    List<Iterator<Entry>> sources = new ArrayList<>();
    for (Path run : runs) {
      DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(run)));
      open.add(in);
      sources.add(new Run(in));
    }
    sources.add(entries.iterator());
    return new Merged(sources);
  }

  private void spill() throws IOException {
    Path run = Files.createTempFile(folder, "autocdc-delta-", ".sort");
    runs.add(run);
    entries.sort(ORDER);
    try (DataOutputStream out =
        new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(run)))) {
      for (Entry entry : entries) {
        out.writeInt(entry.key.bytes().length);
        out.write(entry.key.bytes());
        out.writeByte(entry.type.ordinal());
        out.writeLong(entry.arrival);
        BinaryRowData row = entry.row;
        byte[] values =
            BinarySegmentUtils.copyToBytes(
                row.getSegments(), row.getOffset(), row.getSizeInBytes());
        out.writeInt(values.length);
        out.write(values);
      }
    }
    entries.clear();
    bytes = 0;
  }

  @Override
  public void close() throws IOException {
    entries.clear();
    for (DataInputStream in : open) {
      in.close();
    }
    open.clear();
    for (Path run : runs) {
      Files.deleteIfExists(run);
    }
    runs.clear();
  }

  private final class Run implements Iterator<Entry> {

    private final DataInputStream in;
    private Entry next;

    Run(DataInputStream in) throws IOException {
      this.in = in;
      this.next = read();
    }

    private Entry read() throws IOException {
      int length;
      try {
        length = in.readInt();
      } catch (EOFException e) {
        return null;
      }
      Sequence key = new Sequence(in.readNBytes(length));
      ChangeType type = ChangeType.values()[in.readByte()];
      long arrival = in.readLong();
      int size = in.readInt();
      BinaryRowData row = new BinaryRowData(arity);
      row.pointTo(MemorySegmentFactory.wrap(in.readNBytes(size)), 0, size);
      return new Entry(key, type, arrival, row);
    }

    @Override
    public boolean hasNext() {
      return next != null;
    }

    @Override
    public Entry next() {
      Entry current = next;
      try {
        next = read();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return current;
    }
  }

  private static final class Merged implements Iterator<Entry> {

    private record Head(Entry entry, Iterator<Entry> source) {}

    private final PriorityQueue<Head> heads =
        new PriorityQueue<>(Comparator.comparing(Head::entry, ORDER));

    Merged(List<Iterator<Entry>> sources) {
      sources.forEach(this::advance);
    }

    private void advance(Iterator<Entry> source) {
      if (source.hasNext()) {
        heads.add(new Head(source.next(), source));
      }
    }

    @Override
    public boolean hasNext() {
      return !heads.isEmpty();
    }

    @Override
    public Entry next() {
      if (heads.isEmpty()) {
        throw new NoSuchElementException();
      }
      Head head = heads.remove();
      advance(head.source);
      return head.entry;
    }
  }
}
