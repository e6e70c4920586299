// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.delta;

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
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.PriorityQueue;
import org.apache.flink.core.memory.MemorySegmentFactory;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.data.binary.BinarySegmentUtils;
import org.apache.flink.util.CloseableIterator;

/**
 * The changes of one checkpoint: for each key what it came to, in the order of the keys. What does
 * not fit into memory goes to disk in sorted runs.
 */
final class ChangeBuffer {

  /** What an entry takes beyond its bytes. */
  private static final int ENTRY = 160;

  private final Path folder;
  private final long memory;
  private final int arity;
  private final Map<Sequence, BinaryRowData> newest = new HashMap<>();
  private final List<Path> runs = new ArrayList<>();
  private long bytes;

  /**
   * @param folder takes the runs
   * @param memory bytes that are held before a run is written
   * @param arity columns of a row
   */
  ChangeBuffer(Path folder, long memory, int arity) {
    this.folder = folder;
    this.memory = memory;
    this.arity = arity;
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
      spill();
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
    List<Iterator<KeyChange>> sources = new ArrayList<>();
    List<DataInputStream> open = new ArrayList<>();
    try {
      for (Path run : runs) {
        DataInputStream in =
            new DataInputStream(new BufferedInputStream(Files.newInputStream(run)));
        open.add(in);
        sources.add(new Run(in));
      }
    } catch (IOException e) {
      close(open);
      throw e;
    }
    sources.add(sorted().iterator());
    return new Merged(sources, open);
  }

  private List<KeyChange> sorted() {
    return newest.entrySet().stream()
        .map(entry -> new KeyChange(entry.getKey(), entry.getValue()))
        .sorted(Comparator.comparing(KeyChange::key))
        .toList();
  }

  private void spill() throws IOException {
    Path run = Files.createTempFile(folder, "autocdc-delta-", ".run");
    runs.add(run);
    try (DataOutputStream out =
        new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(run)))) {
      for (KeyChange change : sorted()) {
        out.writeInt(change.key.bytes().length);
        out.write(change.key.bytes());
        if (change.row == null) {
          out.writeInt(-1);
        } else {
          byte[] row =
              BinarySegmentUtils.copyToBytes(
                  change.row.getSegments(), change.row.getOffset(), change.row.getSizeInBytes());
          out.writeInt(row.length);
          out.write(row);
        }
      }
    }
    newest.clear();
    bytes = 0;
  }

  /** Forgets everything. */
  void clear() throws IOException {
    newest.clear();
    bytes = 0;
    for (Path run : runs) {
      Files.deleteIfExists(run);
    }
    runs.clear();
  }

  private static void close(List<DataInputStream> streams) throws IOException {
    for (DataInputStream stream : streams) {
      stream.close();
    }
  }

  private final class Run implements Iterator<KeyChange> {

    private final DataInputStream in;
    private KeyChange next;

    Run(DataInputStream in) throws IOException {
      this.in = in;
      advance();
    }

    private void advance() throws IOException {
      int length;
      try {
        length = in.readInt();
      } catch (EOFException e) {
        next = null;
        return;
      }
      Sequence key = new Sequence(in.readNBytes(length));
      int size = in.readInt();
      BinaryRowData row = null;
      if (size >= 0) {
        row = new BinaryRowData(arity);
        row.pointTo(MemorySegmentFactory.wrap(in.readNBytes(size)), 0, size);
      }
      next = new KeyChange(key, row);
    }

    @Override
    public boolean hasNext() {
      return next != null;
    }

    @Override
    public KeyChange next() {
      KeyChange current = next;
      try {
        advance();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return current;
    }
  }

  /** Of equal keys the one of the latest source is given, and the others are passed over. */
  private final class Merged implements CloseableIterator<KeyChange> {

    private record Head(KeyChange change, int source) {}

    private final List<Iterator<KeyChange>> sources;
    private final List<DataInputStream> open;
    private final PriorityQueue<Head> heads =
        new PriorityQueue<>(
            Comparator.comparing((Head head) -> head.change().key())
                .thenComparing(Comparator.comparing(Head::source).reversed()));

    Merged(List<Iterator<KeyChange>> sources, List<DataInputStream> open) {
      this.sources = sources;
      this.open = open;
      for (int i = 0; i < sources.size(); i++) {
        advance(i);
      }
    }

    private void advance(int source) {
      if (sources.get(source).hasNext()) {
        heads.add(new Head(sources.get(source).next(), source));
      }
    }

    @Override
    public boolean hasNext() {
      return !heads.isEmpty();
    }

    @Override
    public KeyChange next() {
      if (heads.isEmpty()) {
        throw new NoSuchElementException();
      }
      Head newestHead = heads.remove();
      advance(newestHead.source());
      while (!heads.isEmpty() && heads.peek().change().key().equals(newestHead.change().key())) {
        advance(heads.remove().source());
      }
      return newestHead.change();
    }

    @Override
    public void close() throws IOException {
      ChangeBuffer.close(open);
      clear();
    }
  }
}
