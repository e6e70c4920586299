// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.delta.kernel;

import io.delta.kernel.data.ColumnVector;
import io.delta.kernel.data.ColumnarBatch;
import io.delta.kernel.exceptions.KernelEngineException;
import io.delta.kernel.exceptions.TableNotFoundException;
import io.delta.kernel.internal.CommitActionsImpl;
import io.delta.kernel.internal.DeltaHistoryManager;
import io.delta.kernel.internal.DeltaLogActionUtils.DeltaAction;
import io.delta.kernel.internal.actions.AddFile;
import io.delta.kernel.internal.actions.Metadata;
import io.delta.kernel.internal.actions.RemoveFile;
import io.delta.kernel.internal.data.StructRow;
import io.delta.kernel.internal.util.FileNames;
import io.delta.kernel.utils.CloseableIterator;
import io.delta.kernel.utils.FileStatus;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** The commits of a table, one by one, as far as its log has them. */
public final class DeltaLog {

  private static final Set<DeltaAction> ALL =
      EnumSet.of(
          DeltaAction.ADD,
          DeltaAction.REMOVE,
          DeltaAction.CDC,
          DeltaAction.METADATA,
          DeltaAction.COMMITINFO);

  private final DeltaFolder folder;
  private final io.delta.kernel.internal.fs.Path log;

  DeltaLog(DeltaFolder folder) {
    this.folder = folder;
    this.log =
        new io.delta.kernel.internal.fs.Path(
            new io.delta.kernel.internal.fs.Path(folder.location().path()), "_delta_log");
  }

  /** The first commit that is there; empty if there is none at all. */
  public OptionalLong earliest() {
    try {
      return OptionalLong.of(
          DeltaHistoryManager.getEarliestDeltaFile(folder.engine(), log, Optional.empty()));
    } catch (TableNotFoundException e) {
      return OptionalLong.empty();
    }
  }

  /**
   * The first commit at or after a point in time.
   *
   * @param newest the newest version of the table
   * @return the version behind the newest one if all commits are older
   */
  public long firstSince(long epochMillis, DeltaState newest) {
    if (newest.timestamp() < epochMillis) {
      return newest.version() + 1;
    }
    return DeltaHistoryManager.getVersionAtOrAfterTimestamp(
        folder.engine(), log, epochMillis, newest.snapshot(), List.of());
  }

  /** A commit; empty if it is not there. */
  public Optional<DeltaCommit> commit(long version) throws IOException {
    Optional<FileStatus> file = find(version);
    if (file.isEmpty()) {
      return Optional.empty();
    }
    try (CommitActionsImpl commit = open(file.get(), ALL);
        CloseableIterator<ColumnarBatch> batches = commit.getActions()) {
      String id = "";
      Optional<ColumnTypes> columns = Optional.empty();
      List<FileRows> added = new ArrayList<>();
      List<FileRows> removed = new ArrayList<>();
      List<FileRows> changes = new ArrayList<>();
      while (batches.hasNext()) {
        ColumnarBatch batch = batches.next();
        ColumnVector adds = column(batch, DeltaAction.ADD);
        ColumnVector removes = column(batch, DeltaAction.REMOVE);
        ColumnVector cdc = column(batch, DeltaAction.CDC);
        ColumnVector metadata = column(batch, DeltaAction.METADATA);
        ColumnVector info = column(batch, DeltaAction.COMMITINFO);
        for (int i = 0; i < batch.getSize(); i++) {
          if (!adds.isNullAt(i)) {
            AddFile add = new AddFile(StructRow.fromStructVector(adds, i));
            if (add.getDataChange()) {
              added.add(FileRows.added(add));
            }
          } else if (!removes.isNullAt(i)) {
            RemoveFile remove = new RemoveFile(StructRow.fromStructVector(removes, i));
            if (remove.getDataChange()) {
              removed.add(FileRows.removed(remove));
            }
          } else if (!cdc.isNullAt(i)) {
            changes.add(
                FileRows.ofChanges(
                    cdc.getChild(0).getString(i),
                    cdc.getChild(2).getLong(i),
                    cdc.getChild(1).getMap(i)));
          } else if (!info.isNullAt(i)) {
            id = id(info, i);
          } else if (!metadata.isNullAt(i)) {
            columns =
                Optional.of(new ColumnTypes(Metadata.fromColumnVector(metadata, i).getSchema()));
          }
        }
      }
      return Optional.of(
          new DeltaCommit(version, commit.getTimestamp(), id, columns, added, removed, changes));
    }
  }

  /** What tells a commit from another one of the same version; empty if nothing is known. */
  public String id(long version) throws IOException {
    Optional<FileStatus> file = version < 0 ? Optional.empty() : find(version);
    if (file.isEmpty()) {
      return "";
    }
    try (CommitActionsImpl commit = open(file.get(), EnumSet.of(DeltaAction.COMMITINFO));
        CloseableIterator<ColumnarBatch> batches = commit.getActions()) {
      while (batches.hasNext()) {
        ColumnarBatch batch = batches.next();
        ColumnVector info = column(batch, DeltaAction.COMMITINFO);
        for (int i = 0; i < batch.getSize(); i++) {
          if (!info.isNullAt(i)) {
            return id(info, i);
          }
        }
      }
      return "";
    }
  }

  public boolean has(long version) throws IOException {
    return find(version).isPresent();
  }

  private CommitActionsImpl open(FileStatus file, Set<DeltaAction> actions) {
    return new CommitActionsImpl(folder.engine(), file, folder.location().path(), actions);
  }

  private Optional<FileStatus> find(long version) throws IOException {
    try {
      return Optional.of(
          folder.engine().getFileSystemClient().getFileStatus(FileNames.deltaFile(log, version)));
    } catch (FileNotFoundException e) {
      return Optional.empty();
    } catch (KernelEngineException e) {
      if (e.getCause() instanceof FileNotFoundException) {
        return Optional.empty();
      }
      throw e;
    }
  }

  private static String id(ColumnVector info, int row) {
    List<String> fields = io.delta.kernel.internal.actions.CommitInfo.FULL_SCHEMA.fieldNames();
    ColumnVector transaction = info.getChild(fields.indexOf("txnId"));
    ColumnVector time = info.getChild(fields.indexOf("timestamp"));
    return !transaction.isNullAt(row)
        ? transaction.getString(row)
        : time.isNullAt(row) ? "" : String.valueOf(time.getLong(row));
  }

  private static ColumnVector column(ColumnarBatch batch, DeltaAction action) {
    return batch.getColumnVector(batch.getSchema().indexOf(action.colName));
  }
}
