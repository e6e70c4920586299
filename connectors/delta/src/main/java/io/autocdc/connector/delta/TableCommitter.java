// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.delta;

import io.autocdc.connector.delta.kernel.Change;
import io.autocdc.connector.delta.kernel.Change.TransactionId;
import io.autocdc.connector.delta.kernel.DeltaFolder;
import io.autocdc.connector.delta.kernel.DeltaState;
import io.autocdc.connector.delta.kernel.LiveFile;
import io.autocdc.merge.Sequence;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.util.CloseableIterator;
import org.apache.hadoop.fs.Path;
import org.roaringbitmap.RoaringBitmap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Commits what writers have staged, once, on top of whatever the table has become. Rows that are
 * replaced are looked for in the version that the commit follows; if somebody else has committed
 * meanwhile, they are looked for again in theirs.
 */
final class TableCommitter {

  private static final Logger LOG = LoggerFactory.getLogger(TableCommitter.class);

  private static final int MAX_ATTEMPTS = 100;
  private static final int MAX_FAILURES = 5;
  private static final long FIRST_PAUSE_MILLIS = 10;
  private static final long LONGEST_PAUSE_MILLIS = 1_000;

  private final DeltaFolder folder;
  private final Compaction compaction;

  TableCommitter(DeltaFolder folder) {
    this.folder = folder;
    this.compaction = new Compaction(folder);
  }

  /** The newest commit of an application; empty if there is none. */
  OptionalLong lastCommit(String application) {
    return newest().lastTransaction(application);
  }

  /**
   * Checks that what was staged is still there, however long ago that was.
   *
   * @throws io.autocdc.dsl.problem.AutoCdcException RUN_FAILED if it is not
   */
  void check(List<StagedChanges> staged) throws IOException {
    for (StagedChanges changes : staged) {
      List<String> names = new ArrayList<>();
      changes.files().forEach(file -> names.add(file.path()));
      if (!changes.keys().isEmpty()) {
        names.add(changes.keys());
      }
      for (String name : names) {
        if (!folder.files().exists(new Path(folder.root(), name))) {
          throw DeltaProblems.removed(folder.location().toString(), name);
        }
      }
    }
  }

  /** True if a commit, or a later one of the same application, is in the table. */
  boolean isCommitted(TransactionId id) {
    OptionalLong last = lastCommit(id.application());
    return last.isPresent() && last.getAsLong() >= id.version();
  }

  /**
   * Commits changes, unless they are committed already.
   *
   * @param staged of one checkpoint; no two of them have a key in common
   * @throws IOException if the storage fails again and again, or others commit all the time
   */
  void commit(TransactionId id, List<StagedChanges> staged) throws IOException {
    Attempts attempts = new Attempts(staged);
    int failures = 0;
    for (int attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      try {
        DeltaState state = newest();
        OptionalLong last = state.lastTransaction(id.application());
        if (last.isPresent() && last.getAsLong() >= id.version()) {
          LOG.info("{} of {} is in {} already", id.version(), id.application(), folder.location());
          finish(staged);
          return;
        }
        if (attempts.commitOn(state, id)) {
          finish(staged);
          maintain(state, staged);
          return;
        }
      } catch (IOException e) {
        // Whether it is committed nevertheless, the newest version says.
        if (++failures == MAX_FAILURES) {
          throw e;
        }
        LOG.warn("The commit {} to {} failed, and is tried again", id, folder.location(), e);
      }
      pause(attempt);
    }
    throw new IOException(
        "others have committed to " + folder.location() + " each of " + MAX_ATTEMPTS + " times");
  }

  private static void pause(int attempt) throws IOException {
    try {
      Thread.sleep(Math.min(FIRST_PAUSE_MILLIS << Math.min(attempt, 10), LONGEST_PAUSE_MILLIS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while waiting to commit", e);
    }
  }

  private DeltaState newest() {
    return folder.newest().orElseThrow(() -> DeltaProblems.gone(folder.location().toString()));
  }

  /** What only the commit needed is not needed any more. */
  private void finish(List<StagedChanges> staged) {
    for (StagedChanges changes : staged) {
      if (!changes.keys().isEmpty()) {
        try {
          KeyFile.delete(folder, changes.keys());
        } catch (IOException e) {
          LOG.warn("{} stays in {}", changes.keys(), folder.location(), e);
        }
      }
    }
  }

  /** The rows are in: what goes wrong here is tried again after the next commit. */
  private void maintain(DeltaState before, List<StagedChanges> staged) {
    try {
      long bytes = 0;
      for (StagedChanges changes : staged) {
        bytes += changes.files().stream().mapToLong(file -> file.size()).sum();
      }
      DeltaState after = newest();
      if (compaction.run(after, bytes)) {
        after = newest();
      }
      int interval = after.checkpointInterval();
      if (after.version() / interval > before.version() / interval) {
        after.checkpointLog();
      }
    } catch (IOException | RuntimeException e) {
      LOG.warn("The files and the log of {} were not tidied up", folder.location(), e);
    }
  }

  /** The attempts to commit one change: what one has found out, the next ones know. */
  private final class Attempts {

    private final List<StagedChanges> staged;

    /** Positions of replaced rows, by what has not changed between two versions. */
    private final Map<String, Found> found = new HashMap<>();

    private TouchedKeys touched;

    Attempts(List<StagedChanges> staged) {
      this.staged = staged;
    }

    boolean commitOn(DeltaState state, TransactionId id) throws IOException {
      Change change = Change.ofRows(id);
      List<LiveFile> files = isKeyed() ? state.files() : List.of();
      if (!files.isEmpty()) {
        replace(files, state, change);
      }
      staged.forEach(changes -> change.add(changes.files()));
      // Deletes of rows that are not there change nothing, and are known again by their version.
      return state.commit(change);
    }

    private boolean isKeyed() {
      return staged.stream().anyMatch(changes -> !changes.keys().isEmpty());
    }

    private void replace(List<LiveFile> files, DeltaState state, Change change) throws IOException {
      TableLayout layout = TableLayout.of(state);
      WriteMode mode = TableProperties.writeMode(state.properties());
      for (LiveFile file : files) {
        if (!touched(layout).mayBeIn(file)) {
          continue;
        }
        Found replaced = found.get(file.identity());
        if (replaced == null) {
          replaced = find(file, state, layout);
          found.put(file.identity(), replaced);
        }
        if (replaced.isNothing()) {
          continue;
        }
        if (replaced.isEverything()) {
          change.remove(file);
        } else if (mode == WriteMode.MERGE_ON_READ) {
          change.delete(file, replaced.deleted, replaced.rows);
        } else {
          change.remove(file);
          try (CloseableIterator<RowData> rows =
              state.read(file, layout.rowType(), replaced.deleted)) {
            change.add(folder.write(layout.rowType(), Set.copyOf(layout.primaryKey()), rows));
          } catch (IOException e) {
            throw e;
          } catch (Exception e) {
            throw new IOException(e);
          }
        }
      }
    }

    private TouchedKeys touched(TableLayout layout) throws IOException {
      if (touched == null) {
        Set<Sequence> keys = new HashSet<>();
        for (StagedChanges changes : staged) {
          if (!changes.keys().isEmpty()) {
            KeyFile.read(folder, changes.keys(), keys);
          }
        }
        RowType keyType = layout.keyType();
        touched = new TouchedKeys(keys, keyType.getFieldNames().get(0), keyType.getTypeAt(0));
      }
      return touched;
    }

    private Found find(LiveFile file, DeltaState state, TableLayout layout) throws IOException {
      KeyEncoder encoder = new KeyEncoder(layout.keyType(), layout.primaryKey());
      RoaringBitmap deleted = state.deleted(file);
      long before = deleted.getLongCardinality();
      long rows =
          state.scan(
              file,
              layout.keyType(),
              (position, row) -> {
                Sequence key = encoder.encode(row);
                if (key != null && touched.contains(key)) {
                  deleted.add(position);
                }
              });
      return new Found(deleted, deleted.getLongCardinality() - before, rows);
    }
  }

  /**
   * What was found in a file.
   *
   * @param deleted positions of all rows that are deleted then
   * @param replaced how many of them were not deleted before
   * @param rows all rows of the file
   */
  private record Found(RoaringBitmap deleted, long replaced, long rows) {

    boolean isNothing() {
      return replaced == 0;
    }

    boolean isEverything() {
      return deleted.getLongCardinality() == rows;
    }
  }
}
