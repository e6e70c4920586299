// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.delta;

import io.autocdc.connector.delta.kernel.ChangeType;
import io.autocdc.connector.delta.kernel.DeltaCommit;
import io.autocdc.connector.delta.kernel.DeltaState;
import io.autocdc.connector.delta.kernel.FileRows;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * Which rows of a commit are read, and how they are split among readers: file by file, unless the
 * commit brings and takes rows whose keys are known, which one reader has to see together.
 *
 * @param source name of the source
 * @param changes true for a change feed, false for appended rows
 * @param skipsChanges true if commits that change rows are left out where appended rows are read
 * @param keys columns that identify a row; empty if nobody knows them
 */
record CommitRows(String source, boolean changes, boolean skipsChanges, ArrayList<String> keys)
    implements Serializable {

  /** The rows of a version as if they had all come with it. */
  List<ChangesSplit> of(DeltaState state) throws IOException {
    List<FileRows> files = state.files().stream().map(FileRows::of).toList();
    return apart(files, state.version(), state.timestamp());
  }

  /**
   * @throws io.autocdc.dsl.problem.AutoCdcException CONFLICTING_OPTIONS if the commit changes rows
   *     where appended ones are read
   */
  List<ChangesSplit> of(DeltaCommit commit) {
    if (!changes) {
      if (!commit.takesRowsAway()) {
        return apart(commit.added(), commit.version(), commit.timestamp());
      }
      if (skipsChanges) {
        return List.of();
      }
      throw DeltaProblems.rowsChanged(source, commit.version());
    }
    boolean told = !commit.changes().isEmpty();
    List<FileRows> files = told ? commit.changes() : commit.difference();
    boolean comesAndGoes =
        told
            || files.stream().map(FileRows::type).anyMatch(ChangeType::takesAway)
                && !files.stream().map(FileRows::type).allMatch(ChangeType::takesAway);
    return comesAndGoes && !keys.isEmpty()
        ? List.of(new ChangesSplit(commit.version(), commit.timestamp(), 0, files, keys, 0))
        : apart(files, commit.version(), commit.timestamp());
  }

  private static List<ChangesSplit> apart(List<FileRows> files, long version, long timestamp) {
    List<ChangesSplit> splits = new ArrayList<>();
    for (FileRows file : files) {
      splits.add(new ChangesSplit(version, timestamp, splits.size(), List.of(file), List.of(), 0));
    }
    return splits;
  }
}
