// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.delta;

import io.autocdc.connector.delta.kernel.ColumnTypes;
import io.autocdc.connector.delta.kernel.DeltaCommit;
import io.autocdc.connector.delta.kernel.DeltaFolder;
import io.autocdc.connector.delta.kernel.DeltaLocation;
import io.autocdc.connector.delta.kernel.DeltaLog;
import io.autocdc.connector.delta.kernel.DeltaState;
import io.autocdc.connector.delta.kernel.TableColumns;
import io.autocdc.dsl.problem.AutoCdcException;
import java.io.IOException;
import java.io.Serializable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Finds what there is to read in the log of a table, and whether it is the log that was read
 * before.
 *
 * @param source name of the source
 * @param table what tells the table from others
 * @param rows which rows of a commit are read
 * @param columns the columns that are read
 * @param start where the first run begins
 * @param last the last version to read; {@link #NO_END} to read whatever comes
 */
record ChangesLog(
    String source,
    DeltaLocation location,
    String table,
    CommitRows rows,
    TableColumns columns,
    ChangesStart start,
    long last)
    implements Serializable {

  static final long NO_END = Long.MAX_VALUE;

  /**
   * What one look has found.
   *
   * @param splits rows to read
   * @param position where the next look goes on
   * @param isEnd true if there is nothing more for now
   */
  record Look(List<ChangesSplit> splits, ChangesPosition position, boolean isEnd) {}

  /**
   * The first look of the first run.
   *
   * @throws AutoCdcException INVALID_VALUE if the table does not have the start
   */
  Look begin() throws IOException {
    DeltaFolder folder = location.open();
    DeltaState newest = newest(folder);
    long end = Math.min(last, newest.version());
    if (start.isRows()) {
      DeltaState state = end == newest.version() ? newest : folder.at(end);
      return new Look(
          rows.of(state),
          new ChangesPosition(table, end + 1, folder.log().id(end), List.of()),
          false);
    }
    long first = start.latest() ? end + 1 : first(folder.log(), newest);
    if (first <= newest.version()) {
      requireFit(stateAt(folder, first).map(DeltaState::columnTypes), first);
    }
    return new Look(
        List.of(), new ChangesPosition(table, first, folder.log().id(first - 1), List.of()), false);
  }

  private long first(DeltaLog log, DeltaState newest) {
    long earliest = log.earliest().orElse(newest.version());
    if (start.version() != null) {
      if (start.version() < earliest || start.version() > newest.version() + 1) {
        throw DeltaProblems.startNotThere(source, start.version(), earliest, newest.version());
      }
      return start.version();
    }
    if (start.time().isAfter(Instant.now())) {
      throw DeltaProblems.startAhead(source, start.time());
    }
    long first = log.firstSince(start.time().toEpochMilli(), newest);
    if (first == earliest && earliest > 0) {
      throw DeltaProblems.startGone(source, start.time(), earliest, newest.version());
    }
    return first;
  }

  /** A version before the newest one may have lost the checkpoint that it needs. */
  private static Optional<DeltaState> stateAt(DeltaFolder folder, long version) {
    try {
      return Optional.of(folder.at(version));
    } catch (RuntimeException e) {
      return Optional.empty();
    }
  }

  /**
   * Makes sure that what was read is what the table has: by the commit in front of the position, or
   * where that is not known any more, by the table.
   *
   * @throws AutoCdcException RECORDS_LOST
   */
  void requireSame(ChangesPosition position) throws IOException {
    DeltaFolder folder = location.open();
    String before = folder.log().id(position.next() - 1);
    boolean known = !before.isEmpty() && !position.lastCommit().isEmpty();
    if (known && before.equals(position.lastCommit())) {
      return;
    }
    Optional<DeltaState> newest = folder.newest();
    if (newest.isEmpty() || !newest.get().tableId().equals(position.table())) {
      throw DeltaProblems.tableMadeAnew(source, position.next());
    }
    if (known || position.next() > newest.get().version() + 1) {
      throw DeltaProblems.tableSetBack(source, position.next(), newest.get().version());
    }
  }

  /**
   * Looks for commits behind a position.
   *
   * @param enough splits after which no further commit is looked for
   * @throws AutoCdcException RECORDS_LOST if they are gone, or the table is another one;
   *     INCOMPATIBLE_COLUMN if a column has got another type; as {@link CommitRows#of}
   */
  Look after(ChangesPosition position, int enough) throws IOException {
    DeltaFolder folder = location.open();
    DeltaLog log = folder.log();
    List<ChangesSplit> splits = new ArrayList<>();
    long next = position.next();
    String lastCommit = position.lastCommit();
    boolean isEnd = false;
    while (splits.size() < enough && next <= last) {
      Optional<DeltaCommit> commit = log.commit(next);
      if (commit.isEmpty()) {
        requireNothingBehind(folder, new ChangesPosition(table, next, lastCommit, List.of()));
        isEnd = true;
        break;
      }
      if (next == position.next()) {
        requireSame(position);
      }
      requireFit(commit.get().columns(), next);
      splits.addAll(rows.of(commit.get()));
      lastCommit = commit.get().id();
      next++;
    }
    return new Look(
        splits, new ChangesPosition(table, next, lastCommit, List.of()), isEnd || next > last);
  }

  /** A commit that is not there has not been made yet, or is gone. */
  private void requireNothingBehind(DeltaFolder folder, ChangesPosition position)
      throws IOException {
    if (position.next() > 0 && folder.log().has(position.next() - 1)) {
      return;
    }
    requireSame(position);
    long newest = newest(folder).version();
    if (newest >= position.next()) {
      throw DeltaProblems.commitsGone(
          source, position.next(), folder.log().earliest().orElse(newest), newest);
    }
  }

  private void requireFit(Optional<ColumnTypes> types, long version) {
    types
        .flatMap(found -> found.misfit(columns))
        .ifPresent(
            misfit -> {
              throw DeltaProblems.columnChanged(source, version, misfit);
            });
  }

  private DeltaState newest(DeltaFolder folder) {
    return folder.newest().orElseThrow(() -> DeltaProblems.gone(location.path()));
  }

  /** True if all that the run is to read has been found. */
  boolean isDone(ChangesPosition position) {
    return position.next() > last;
  }
}
