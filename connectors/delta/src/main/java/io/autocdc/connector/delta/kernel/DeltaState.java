// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.delta.kernel;

import io.delta.kernel.Operation;
import io.delta.kernel.Transaction;
import io.delta.kernel.TransactionCommitResult;
import io.delta.kernel.commit.CommitFailedException;
import io.delta.kernel.data.ColumnVector;
import io.delta.kernel.data.ColumnarBatch;
import io.delta.kernel.data.FilteredColumnarBatch;
import io.delta.kernel.data.Row;
import io.delta.kernel.exceptions.CheckpointAlreadyExistsException;
import io.delta.kernel.exceptions.CommitStateUnknownException;
import io.delta.kernel.exceptions.ConcurrentWriteException;
import io.delta.kernel.exceptions.KernelEngineException;
import io.delta.kernel.exceptions.MaxCommitRetryLimitReachedException;
import io.delta.kernel.hook.PostCommitHook;
import io.delta.kernel.internal.InternalScanFileUtils;
import io.delta.kernel.internal.ScanImpl;
import io.delta.kernel.internal.SnapshotImpl;
import io.delta.kernel.internal.TableConfig;
import io.delta.kernel.internal.TransactionImpl;
import io.delta.kernel.internal.actions.AddFile;
import io.delta.kernel.internal.actions.DeletionVectorDescriptor;
import io.delta.kernel.internal.actions.Metadata;
import io.delta.kernel.internal.actions.Protocol;
import io.delta.kernel.internal.tablefeatures.TableFeatures;
import io.delta.kernel.internal.util.Utils;
import io.delta.kernel.transaction.UpdateTableTransactionBuilder;
import io.delta.kernel.types.FieldMetadata;
import io.delta.kernel.types.MetadataColumnSpec;
import io.delta.kernel.types.StructType;
import io.delta.kernel.utils.CloseableIterable;
import io.delta.kernel.utils.CloseableIterator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;
import org.roaringbitmap.RoaringBitmap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A table at one version: what it looks like, the rows that it has, and the commit that follows.
 */
public final class DeltaState {

  private static final Logger LOG = LoggerFactory.getLogger(DeltaState.class);

  private static final String POSITION = "__autocdc_row_index";

  private final DeltaFolder folder;
  private final SnapshotImpl snapshot;

  DeltaState(DeltaFolder folder, SnapshotImpl snapshot) {
    this.folder = folder;
    this.snapshot = snapshot;
  }

  public DeltaLocation location() {
    return folder.location();
  }

  public long version() {
    return snapshot.getVersion();
  }

  /**
   * @throws IllegalArgumentException if Flink has no type for one of them
   */
  public List<StoredColumn> columns() {
    return columnNames().stream().map(this::column).toList();
  }

  /** The names of all columns, those of types included for which Flink has none. */
  public List<String> columnNames() {
    return snapshot.getSchema().fieldNames();
  }

  /**
   * @throws IllegalArgumentException if there is no such column, or Flink has no type for it
   */
  public StoredColumn column(String name) {
    return StoredColumn.of(snapshot.getSchema().get(name));
  }

  /**
   * Columns to read, here and in other versions.
   *
   * @param names in the order of the rows; one that the table does not have is null
   * @param width fields of the rows that are made; those behind the columns are for others to set
   */
  public TableColumns columns(List<String> names, int width) {
    List<StoredColumn> columns = new ArrayList<>();
    for (String name : names) {
      columns.add(columnNames().contains(name) ? column(name) : null);
    }
    return new TableColumns(snapshot.getSchema(), partitionColumns(), properties(), columns, width);
  }

  public ColumnTypes columnTypes() {
    return new ColumnTypes(snapshot.getSchema());
  }

  /** What tells the table from another one at its place. */
  public String tableId() {
    return snapshot.getMetadata().getId();
  }

  /** When the version was committed, in epoch milliseconds. */
  public long timestamp() {
    return snapshot.getTimestamp(folder.engine());
  }

  SnapshotImpl snapshot() {
    return snapshot;
  }

  public Map<String, String> properties() {
    return snapshot.getMetadata().getConfiguration();
  }

  /** What writers of the table have to know, by the names of Delta's protocol. */
  public Set<String> features() {
    return snapshot.getProtocol().getReaderAndWriterFeatures();
  }

  /** Metadata of columns that other engines gave them, such as expressions; by column. */
  public boolean hasColumnMetadata(String prefix) {
    return snapshot.getSchema().fields().stream()
        .flatMap(field -> field.getMetadata().getEntries().keySet().stream())
        .anyMatch(key -> key.startsWith(prefix));
  }

  public List<String> partitionColumns() {
    return snapshot.getPartitionColumnNames();
  }

  /** The newest commit of an application. */
  public OptionalLong lastTransaction(String application) {
    return snapshot
        .getLatestTransactionVersion(folder.engine(), application)
        .map(OptionalLong::of)
        .orElse(OptionalLong.empty());
  }

  public List<LiveFile> files() throws IOException {
    List<LiveFile> files = new ArrayList<>();
    ScanImpl scan = (ScanImpl) snapshot.getScanBuilder().build();
    try (CloseableIterator<FilteredColumnarBatch> batches =
        scan.getScanFiles(folder.engine(), true)) {
      while (batches.hasNext()) {
        try (CloseableIterator<Row> rows = batches.next().getRows()) {
          while (rows.hasNext()) {
            files.add(
                new LiveFile(
                    new AddFile(rows.next().getStruct(InternalScanFileUtils.ADD_FILE_ORDINAL))));
          }
        }
      }
    }
    return files;
  }

  /** Positions of the rows of a file that are deleted. */
  public RoaringBitmap deleted(LiveFile file) {
    return file.add()
        .getDeletionVector()
        .map(vector -> DeletionVectors.read(folder.engine(), snapshot.getPath(), vector))
        .orElseGet(RoaringBitmap::new);
  }

  /** A row of a data file. */
  @FunctionalInterface
  public interface RowVisitor {
    void visit(int position, RowData row) throws IOException;
  }

  /**
   * Shows every row of a file, deleted ones included.
   *
   * @return how many there are
   */
  public long scan(LiveFile file, RowType columns, RowVisitor visitor) throws IOException {
    long count = 0;
    try (CloseableIterator<ColumnarBatch> batches = folder.read(file, withPosition(columns))) {
      ColumnReader reader = new ColumnReader(columns);
      while (batches.hasNext()) {
        ColumnarBatch batch = batches.next();
        ColumnVector positions = batch.getColumnVector(columns.getFieldCount());
        for (int i = 0; i < batch.getSize(); i++) {
          visitor.visit(Math.toIntExact(positions.getLong(i)), reader.read(batch, i));
        }
        count += batch.getSize();
      }
    }
    return count;
  }

  /** The rows of a file that are not deleted, each a new object. */
  public org.apache.flink.util.CloseableIterator<RowData> read(LiveFile file, RowType columns)
      throws IOException {
    return read(file, columns, deleted(file));
  }

  /**
   * The rows of a file without some, each a new object.
   *
   * @param deleted positions of the rows that are left out
   */
  public org.apache.flink.util.CloseableIterator<RowData> read(
      LiveFile file, RowType columns, RoaringBitmap deleted) throws IOException {
    return new LiveRows(folder.read(file, withPosition(columns)), columns, deleted);
  }

  private static StructType withPosition(RowType columns) {
    return DeltaTypes.toStruct(columns).addMetadataColumn(POSITION, MetadataColumnSpec.ROW_INDEX);
  }

  /**
   * Commits a change on top of this version.
   *
   * @return false if somebody else has committed since
   * @throws IOException if the storage failed. The commit may have come through all the same: the
   *     newest version says so by its {@link #lastTransaction}
   */
  public boolean commit(Change change) throws IOException {
    UpdateTableTransactionBuilder builder =
        snapshot
            .buildUpdateTableTransaction(DeltaFolder.ENGINE, Operation.WRITE)
            // Kernel would put the change on top of one that it does not look into.
            .withMaxRetries(0);
    if (change.transaction != null) {
      builder.withTransactionId(change.transaction.application(), change.transaction.version());
    }
    return commit(actions(change), () -> builder.build(folder.engine()));
  }

  /**
   * Gives the table other columns and properties, and files that fit them.
   *
   * @param columns all columns
   * @param properties those that change
   * @param change files whose columns have another type now have to be in it
   * @return as {@link #commit}
   */
  public boolean alter(List<StoredColumn> columns, Map<String, String> properties, Change change)
      throws IOException {
    Metadata metadata =
        snapshot
            .getMetadata()
            .withNewSchema(schema(columns))
            .withMergedConfiguration(TableConfig.validateAndNormalizeDeltaProperties(properties));
    Optional<Protocol> protocol =
        TableFeatures.autoUpgradeProtocolBasedOnMetadata(
                metadata, List.of(), snapshot.getProtocol())
            .map(upgraded -> upgraded._1);
    // The builder changes columns only where column mapping is on, which Kernel cannot write.
    return commit(
        actions(change),
        () ->
            new TransactionImpl(
                false,
                snapshot.getDataPath(),
                Optional.of(snapshot),
                DeltaFolder.ENGINE,
                Operation.WRITE,
                protocol,
                Optional.of(metadata),
                snapshot.getCommitter(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(0),
                0,
                System::currentTimeMillis));
  }

  private StructType schema(List<StoredColumn> columns) {
    StructType before = snapshot.getSchema();
    return new StructType(
        columns.stream()
            .map(
                column ->
                    column.toField(
                        before.indexOf(column.name()) < 0
                            ? FieldMetadata.empty()
                            : before.get(column.name()).getMetadata()))
            .toList());
  }

  private interface TransactionSupplier {
    Transaction get();
  }

  private boolean commit(List<Row> actions, TransactionSupplier transaction) throws IOException {
    try {
      TransactionCommitResult result =
          transaction
              .get()
              .commit(
                  folder.engine(),
                  CloseableIterable.inMemoryIterable(
                      Utils.toCloseableIterator(actions.iterator())));
      result.getPostCommitHooks().forEach(this::run);
      return true;
    } catch (MaxCommitRetryLimitReachedException | ConcurrentWriteException e) {
      if (e.getCause() instanceof CommitFailedException failure && !failure.isConflict()) {
        throw unknown(e);
      }
      LOG.info("The table {} has a newer version than {}", snapshot.getPath(), version(), e);
      return false;
    } catch (CommitStateUnknownException | KernelEngineException | UncheckedIOException e) {
      throw unknown(e);
    }
  }

  private IOException unknown(Exception e) {
    return new IOException("A commit to the table " + snapshot.getPath() + " failed", e);
  }

  /**
   * Checksums let readers trust the state of a version. Checkpoints are for {@link #checkpointLog}.
   */
  private void run(PostCommitHook hook) {
    if (hook.getType() == PostCommitHook.PostCommitHookType.CHECKSUM_SIMPLE) {
      try {
        hook.threadSafeInvoke(folder.engine());
      } catch (IOException | RuntimeException e) {
        LOG.warn("No checksum was written for {}; nothing depends on it", snapshot.getPath(), e);
      }
    }
  }

  private List<Row> actions(Change change) throws IOException {
    List<Row> actions = new ArrayList<>();
    List<DeletionVectorDescriptor> vectors =
        change.deletions.isEmpty()
            ? List.of()
            : DeletionVectors.write(
                folder.files(),
                folder.root(),
                change.deletions.stream().map(Change.Deletion::positions).toList());
    for (int i = 0; i < vectors.size(); i++) {
      Change.Deletion deletion = change.deletions.get(i);
      LiveFile file = deletion.file();
      actions.add(file.removal(change.dataChange));
      actions.add(
          file.with(vectors.get(i), snapshot.getSchema(), deletion.rows(), change.dataChange));
    }
    change.removed.forEach(file -> actions.add(file.removal(change.dataChange)));
    change.added.forEach(file -> actions.add(LiveFile.addition(file, change.dataChange)));
    return actions;
  }

  /** Commits after which the log should have a checkpoint. */
  public int checkpointInterval() {
    return TableConfig.CHECKPOINT_INTERVAL.fromMetadata(snapshot.getMetadata());
  }

  /**
   * Writes a checkpoint of the log, and removes what of the log is older than its retention. Kernel
   * removes nothing where the checkpoint is that of its own hook after a commit.
   */
  public void checkpointLog() throws IOException {
    try {
      snapshot.writeCheckpoint(folder.engine());
    } catch (CheckpointAlreadyExistsException e) {
      LOG.debug("Another writer made the checkpoint", e);
    }
  }

  private static final class ColumnReader {

    private final ValueReader[] readers;

    ColumnReader(RowType columns) {
      readers = columns.getChildren().stream().map(ValueReader::of).toArray(ValueReader[]::new);
    }

    RowData read(ColumnarBatch batch, int row) {
      GenericRowData values = new GenericRowData(readers.length);
      for (int i = 0; i < readers.length; i++) {
        values.setField(i, readers[i].readOrNull(batch.getColumnVector(i), row));
      }
      return values;
    }
  }

  private static final class LiveRows implements org.apache.flink.util.CloseableIterator<RowData> {

    private final CloseableIterator<ColumnarBatch> batches;
    private final RoaringBitmap deleted;
    private final ColumnReader reader;
    private final int positionColumn;
    private ColumnarBatch batch;
    private int next;

    LiveRows(CloseableIterator<ColumnarBatch> batches, RowType columns, RoaringBitmap deleted) {
      this.batches = batches;
      this.deleted = deleted;
      this.reader = new ColumnReader(columns);
      this.positionColumn = columns.getFieldCount();
    }

    @Override
    public boolean hasNext() {
      while (true) {
        if (batch != null && next < batch.getSize()) {
          long position = batch.getColumnVector(positionColumn).getLong(next);
          if (!deleted.contains(Math.toIntExact(position))) {
            return true;
          }
          next++;
        } else if (batches.hasNext()) {
          batch = batches.next();
          next = 0;
        } else {
          return false;
        }
      }
    }

    @Override
    public RowData next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      return reader.read(batch, next++);
    }

    @Override
    public void close() throws IOException {
      batches.close();
    }
  }
}
