// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.delta;

import io.autocdc.connector.delta.KeySorter.Entry;
import io.autocdc.connector.delta.kernel.ChangeType;
import io.autocdc.connector.delta.kernel.ChangedRow;
import io.autocdc.connector.delta.kernel.DeltaFolder;
import io.autocdc.connector.delta.kernel.FileRows;
import io.autocdc.merge.Sequence;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Queue;
import java.util.Set;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.util.CloseableIterator;

/**
 * The rows of a commit, key after key. What goes and comes in one commit is an update: it has one
 * sequence, and a delete of that sequence would win. A row that is the same before and after did
 * not change, and is left out: its file was written anew.
 */
final class PairedRows implements SplitRows {

  private static final long MEMORY = 32L << 20;

  /** Of rows without a key, which are about no row of anybody. */
  private static final Sequence NO_KEY = new Sequence(new byte[0]);

  private final ChangesSplit split;
  private final RowFormat format;
  private final KeySorter sorter;
  private final Iterator<Entry> entries;
  private final RowData.FieldGetter[] getters;
  private final Queue<PlacedRow> ready = new ArrayDeque<>();

  /** The first entry behind those of {@link #ready}; null at the end. */
  private Entry ahead;

  private long place;

  PairedRows(DeltaFolder folder, ChangesSplit split, RowFormat format, Path spillFolder)
      throws IOException {
    this(folder, split, format, spillFolder, MEMORY);
  }

  PairedRows(
      DeltaFolder folder, ChangesSplit split, RowFormat format, Path spillFolder, long memory)
      throws IOException {
    this.split = split;
    this.format = format;
    int arity = format.columns().getFieldCount();
    this.getters = new RowData.FieldGetter[arity];
    for (int i = 0; i < arity; i++) {
      getters[i] = RowData.createFieldGetter(format.columns().getTypeAt(i).copy(true), i);
    }
    this.sorter = new KeySorter(spillFolder, memory, arity);
    try {
      sort(folder);
      this.entries = sorter.sorted();
    } catch (IOException | RuntimeException e) {
      sorter.close();
      throw e;
    }
    this.ahead = entries.hasNext() ? entries.next() : null;
  }

  private void sort(DeltaFolder folder) throws IOException {
    KeyEncoder keys = new KeyEncoder(format.columns(), split.keys());
    RowDataSerializer serializer = new RowDataSerializer(format.columns());
    for (FileRows file : split.files()) {
      try (CloseableIterator<ChangedRow> rows = folder.read(file, format.stored())) {
        while (rows.hasNext()) {
          ChangedRow row = rows.next();
          GenericRowData values = onlyColumns(row.row());
          Sequence key = keys.encode(values);
          sorter.add(key == null ? NO_KEY : key, row.type(), serializer.toBinaryRow(values).copy());
        }
      } catch (IOException | RuntimeException e) {
        throw e;
      } catch (Exception e) {
        throw new IOException(e);
      }
    }
  }

  private GenericRowData onlyColumns(GenericRowData row) {
    GenericRowData values = new GenericRowData(getters.length);
    for (int i = 0; i < getters.length; i++) {
      values.setField(i, row.getField(i));
    }
    return values;
  }

  @Override
  public boolean hasNext() {
    while (ready.isEmpty() && ahead != null) {
      readKey();
    }
    return !ready.isEmpty();
  }

  @Override
  public PlacedRow next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    return ready.remove();
  }

  private void readKey() {
    List<Entry> rows = new ArrayList<>();
    Sequence key = ahead.key();
    do {
      rows.add(ahead);
      ahead = entries.hasNext() ? entries.next() : null;
    } while (ahead != null && ahead.key().equals(key) && !key.equals(NO_KEY));
    Set<Entry> unchanged = unchanged(rows);
    boolean goes = false;
    boolean comes = false;
    for (Entry row : rows) {
      if (!unchanged.contains(row)) {
        goes |= row.type().takesAway();
        comes |= !row.type().takesAway();
      }
    }
    for (Entry row : rows) {
      if (place >= split.position() && !unchanged.contains(row)) {
        ready.add(new PlacedRow(row(row.row(), type(row.type(), goes, comes)), place));
      }
      place++;
    }
  }

  private ChangeType type(ChangeType told, boolean goes, boolean comes) {
    if (told.takesAway()) {
      if (comes) {
        return ChangeType.UPDATE_PREIMAGE;
      }
      return format.deletesUnpaired() ? ChangeType.DELETE : told;
    }
    return goes ? ChangeType.UPDATE_POSTIMAGE : told;
  }

  /** Deletes and inserts of equal rows, one for one. */
  private static Set<Entry> unchanged(List<Entry> rows) {
    Map<BinaryRowData, Queue<Entry>> deletes = new HashMap<>();
    Set<Entry> unchanged = new HashSet<>();
    for (Entry row : rows) {
      if (row.type() == ChangeType.DELETE) {
        deletes.computeIfAbsent(row.row(), equal -> new ArrayDeque<>()).add(row);
      } else if (row.type() == ChangeType.INSERT) {
        Queue<Entry> equal = deletes.get(row.row());
        if (equal != null && !equal.isEmpty()) {
          unchanged.add(equal.remove());
          unchanged.add(row);
        }
      }
    }
    return unchanged;
  }

  private RowData row(BinaryRowData values, ChangeType type) {
    GenericRowData row = new GenericRowData(format.width());
    for (int i = 0; i < getters.length; i++) {
      row.setField(i, getters[i].getFieldOrNull(values));
    }
    return format.complete(row, type, split);
  }

  @Override
  public void close() throws IOException {
    sorter.close();
  }
}
