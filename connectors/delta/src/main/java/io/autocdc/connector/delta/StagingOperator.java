// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.delta;

import io.autocdc.connector.delta.kernel.DeltaFolder;
import io.autocdc.connector.delta.kernel.DeltaLocation;
import io.autocdc.connector.delta.kernel.StagedFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.util.CloseableIterator;

/**
 * Writes the rows of a checkpoint into files that are not in the table yet, in front of its
 * barrier, and tells the committer of them. Nothing is kept beyond that, so there is no state, and
 * any number of subtasks can go on with the work of any other.
 *
 * <p>What goes out are {@link StagedChanges} with their checkpoint, see {@link
 * CommitOperator#entry}. A checkpoint may come to nothing, so they are not told apart by barriers.
 */
final class StagingOperator extends AbstractStreamOperator<byte[]>
    implements OneInputStreamOperator<RowData, byte[]> {

  private static final long serialVersionUID = 1L;

  /** Many writers share a process of one or two gigabytes. */
  private static final long BUFFER = 16L << 20;

  private final DeltaLocation location;
  private final RowType incoming;
  private final RowType stored;
  private final ArrayList<String> key;

  private transient DeltaFolder folder;
  private transient RowAlignment alignment;
  private transient RowDataSerializer serializer;

  /** For a table with a primary key. */
  private transient KeyEncoder keys;

  private transient ChangeBuffer changes;

  /** For a table that only grows. */
  private transient List<BinaryRowData> rows;

  private transient long rowBytes;
  private transient List<StagedFile> files;

  /** The last one whose barrier has passed, or that the job goes on from. */
  private transient long lastCheckpoint;

  /**
   * @param incoming columns of the rows that come
   * @param stored columns of the table
   * @param key columns of the primary key; empty for a table that only grows
   */
  StagingOperator(DeltaLocation location, RowType incoming, RowType stored, List<String> key) {
    this.location = location;
    this.incoming = incoming;
    this.stored = stored;
    this.key = new ArrayList<>(key);
  }

  @Override
  public void initializeState(StateInitializationContext context) throws Exception {
    super.initializeState(context);
    lastCheckpoint = context.getRestoredCheckpointId().orElse(0);
  }

  @Override
  public void open() throws Exception {
    super.open();
    folder = location.open();
    alignment = new RowAlignment(incoming, stored);
    serializer = new RowDataSerializer(stored);
    if (!key.isEmpty()) {
      keys = new KeyEncoder(stored, key);
      changes = new ChangeBuffer(spillFolder(), BUFFER, stored.getFieldCount());
    }
    rows = new ArrayList<>();
    files = new ArrayList<>();
  }

  private Path spillFolder() {
    return Path.of(
        getContainingTask().getEnvironment().getIOManager().getSpillingDirectoriesPaths()[0]);
  }

  @Override
  public void processElement(StreamRecord<RowData> element) throws IOException {
    RowData row = alignment.apply(element.getValue());
    if (key.isEmpty()) {
      grow(row);
      return;
    }
    switch (row.getRowKind()) {
      case INSERT, UPDATE_AFTER -> changes.put(keys.encode(row), copy(row));
      // What an update replaces comes in front of what it is replaced by.
      case UPDATE_BEFORE, DELETE -> changes.put(keys.encode(row), null);
    }
  }

  private void grow(RowData row) throws IOException {
    BinaryRowData copy = copy(row);
    rows.add(copy);
    rowBytes += copy.getSizeInBytes();
    if (rowBytes > BUFFER) {
      writeRows();
    }
  }

  private BinaryRowData copy(RowData row) {
    return serializer.toBinaryRow(row).copy();
  }

  private void writeRows() throws IOException {
    files.addAll(folder.write(stored, Set.of(), rows.iterator()));
    rows.clear();
    rowBytes = 0;
  }

  @Override
  public void prepareSnapshotPreBarrier(long checkpointId) throws Exception {
    super.prepareSnapshotPreBarrier(checkpointId);
    stage(checkpointId);
    lastCheckpoint = checkpointId;
  }

  /** Behind the last row of a job whose sources end: some later checkpoint has them. */
  @Override
  public void finish() throws Exception {
    super.finish();
    stage(lastCheckpoint + 1);
  }

  private void stage(long checkpoint) throws IOException {
    if (key.isEmpty()) {
      stageRows(checkpoint);
    } else if (!changes.isEmpty()) {
      stageChanges(checkpoint);
    }
  }

  private void stageRows(long checkpoint) throws IOException {
    if (!rows.isEmpty()) {
      writeRows();
    }
    if (!files.isEmpty()) {
      emit(checkpoint, new StagedChanges(files, ""));
      files.clear();
    }
  }

  private void stageChanges(long checkpoint) throws IOException {
    try (KeyFile.Writer keyFile = new KeyFile.Writer(folder);
        CloseableIterator<ChangeBuffer.KeyChange> drained = changes.drain()) {
      List<StagedFile> written =
          folder.write(stored, Set.copyOf(key), new Upserts(drained, keyFile));
      emit(checkpoint, new StagedChanges(written, keyFile.name()));
    } catch (IOException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException(e);
    }
  }

  private void emit(long checkpoint, StagedChanges staged) throws IOException {
    output.collect(new StreamRecord<>(CommitOperator.entry(checkpoint, staged)));
  }

  @Override
  public void close() throws Exception {
    if (changes != null) {
      changes.clear();
    }
    super.close();
  }

  /** The rows that there are now; the keys of all changes, deletes too, pass by on the way. */
  private static final class Upserts implements Iterator<RowData> {

    private final Iterator<ChangeBuffer.KeyChange> changes;
    private final KeyFile.Writer keys;
    private RowData next;

    Upserts(Iterator<ChangeBuffer.KeyChange> changes, KeyFile.Writer keys) {
      this.changes = changes;
      this.keys = keys;
      advance();
    }

    private void advance() {
      next = null;
      while (next == null && changes.hasNext()) {
        ChangeBuffer.KeyChange change = changes.next();
        try {
          keys.write(change.key());
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
        next = change.row();
      }
    }

    @Override
    public boolean hasNext() {
      return next != null;
    }

    @Override
    public RowData next() {
      RowData current = next;
      advance();
      return current;
    }
  }
}
