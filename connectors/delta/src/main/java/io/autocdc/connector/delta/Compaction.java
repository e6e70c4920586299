// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.delta;

import io.autocdc.connector.delta.kernel.Change;
import io.autocdc.connector.delta.kernel.DeltaFolder;
import io.autocdc.connector.delta.kernel.DeltaState;
import io.autocdc.connector.delta.kernel.LiveFile;
import io.autocdc.merge.Sequence;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import org.apache.flink.table.data.RowData;
import org.apache.flink.util.CloseableIterator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a table fast to read: files of about one size become one, when there are enough of them,
 * and files of which many rows are deleted are written anew. Each row is written a number of times
 * that grows as the logarithm of the table, and the number of files does the same.
 *
 * <p>The commit says that no row has changed, and gives way to every other one.
 */
final class Compaction {

  private static final Logger LOG = LoggerFactory.getLogger(Compaction.class);

  /** Files from here on are large enough, and only written anew for their deleted rows. */
  private static final long LARGE = 32L << 20;

  /** All files up to this size count as of one size. */
  private static final long SMALL = 64L << 10;

  /** From one size to the next. */
  private static final int GROWTH = 4;

  /** A file is written anew if more than one of that many rows are deleted. */
  private static final int DELETED_SHARE = 3;

  /** Of files that are read in one round, so that no checkpoint waits long for it. */
  private static final long LEAST_BUDGET = 16L << 20;

  /** In a busy table compaction has to keep pace with what is written. */
  private static final int BUDGET_PER_BYTE = 8;

  private final DeltaFolder folder;

  Compaction(DeltaFolder folder) {
    this.folder = folder;
  }

  /**
   * Does what is due.
   *
   * @param bytes of the files that the commit before has added
   * @return true if the table has a newer version now
   */
  boolean run(DeltaState state, long bytes) throws IOException {
    int fewest = TableProperties.compactionFiles(state.properties());
    if (fewest == 0) {
      return false;
    }
    Set<LiveFile> chosen =
        choose(state.files(), fewest, Math.max(LEAST_BUDGET, BUDGET_PER_BYTE * bytes));
    if (chosen.isEmpty()) {
      return false;
    }
    TableLayout layout = TableLayout.of(state);
    Change change = Change.ofFiles();
    chosen.forEach(change::remove);
    try (Rows rows = new Rows(state, layout, chosen)) {
      change.add(folder.write(layout.rowType(), Set.copyOf(layout.primaryKey()), rows));
    }
    boolean committed = state.commit(change);
    if (!committed) {
      LOG.info("Others were writing to {} while it was compacted", folder.location());
    }
    return committed;
  }

  /**
   * The files to be written anew.
   *
   * @param fewest how many files of one size become one
   * @param budget bytes; the first choice may be greater
   */
  static Set<LiveFile> choose(List<LiveFile> files, int fewest, long budget) {
    List<List<LiveFile>> due = new ArrayList<>();
    Map<Integer, List<LiveFile>> bySize = new TreeMap<>();
    for (LiveFile file : files) {
      if (file.size() < LARGE) {
        bySize.computeIfAbsent(sizeClass(file.size()), size -> new ArrayList<>()).add(file);
      }
    }
    bySize.values().stream().filter(alike -> alike.size() >= fewest).forEach(due::add);
    files.stream()
        .filter(file -> file.deletedRows() * DELETED_SHARE > file.rows().orElse(Long.MAX_VALUE / 4))
        .sorted(Comparator.comparing(LiveFile::deletedRows).reversed())
        .forEach(file -> due.add(List.of(file)));
    Set<LiveFile> chosen = new LinkedHashSet<>();
    long left = budget;
    for (List<LiveFile> together : due) {
      long size = together.stream().mapToLong(LiveFile::size).sum();
      if (chosen.isEmpty() || size <= left) {
        chosen.addAll(together);
        left -= size;
      }
    }
    return chosen;
  }

  private static int sizeClass(long size) {
    int sizeClass = 0;
    for (long limit = SMALL; size > limit; limit *= GROWTH) {
      sizeClass++;
    }
    return sizeClass;
  }

  /** The rows of some files, by their keys if each of the files has them in that order. */
  private static final class Rows implements Iterator<RowData>, AutoCloseable {

    private record Head(Sequence key, RowData row, CloseableIterator<RowData> source) {}

    private static final Sequence NONE = new Sequence(new byte[0]);

    private final List<CloseableIterator<RowData>> sources = new ArrayList<>();
    private final KeyEncoder encoder;
    private final PriorityQueue<Head> heads = new PriorityQueue<>(Comparator.comparing(Head::key));

    Rows(DeltaState state, TableLayout layout, Set<LiveFile> files) throws IOException {
      encoder =
          layout.primaryKey().isEmpty()
              ? null
              : new KeyEncoder(layout.rowType(), layout.primaryKey());
      try {
        for (LiveFile file : files) {
          sources.add(state.read(file, layout.rowType()));
        }
      } catch (IOException | RuntimeException e) {
        close();
        throw e;
      }
      sources.forEach(this::advance);
    }

    private void advance(CloseableIterator<RowData> source) {
      if (source.hasNext()) {
        RowData row = source.next();
        Sequence key = encoder == null ? NONE : encoder.encode(row);
        heads.add(new Head(key == null ? NONE : key, row, source));
      }
    }

    @Override
    public boolean hasNext() {
      return !heads.isEmpty();
    }

    @Override
    public RowData next() {
      if (heads.isEmpty()) {
        throw new NoSuchElementException();
      }
      Head first = heads.remove();
      advance(first.source);
      return first.row;
    }

    @Override
    public void close() throws IOException {
      for (CloseableIterator<RowData> source : sources) {
        try {
          source.close();
        } catch (IOException e) {
          throw e;
        } catch (Exception e) {
          throw new IOException(e);
        }
      }
    }
  }
}
