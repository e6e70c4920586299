// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.delta.kernel;

import java.util.ArrayList;
import java.util.List;
import org.roaringbitmap.RoaringBitmap;

/** What one commit does to the files of a table. */
public final class Change {

  /**
   * Makes a commit recognizable.
   *
   * @param application who commits
   * @param version grows from commit to commit
   */
  public record TransactionId(String application, long version) {}

  final TransactionId transaction;
  final boolean dataChange;
  final List<LiveFile> removed = new ArrayList<>();
  final List<StagedFile> added = new ArrayList<>();
  final List<Deletion> deletions = new ArrayList<>();

  private Change(TransactionId transaction, boolean dataChange) {
    this.transaction = transaction;
    this.dataChange = dataChange;
  }

  /** Rows come and go. */
  public static Change ofRows(TransactionId transaction) {
    return new Change(transaction, true);
  }

  /** The same rows in other files: readers of changes pass over it. */
  public static Change ofFiles() {
    return new Change(null, false);
  }

  public Change remove(LiveFile file) {
    removed.add(file);
    return this;
  }

  public Change add(List<StagedFile> files) {
    added.addAll(files);
    return this;
  }

  /**
   * Deletes rows of a file.
   *
   * @param positions of all rows that are deleted then, those that were deleted before included
   * @param rows all rows of the file, deleted ones included
   */
  public Change delete(LiveFile file, RoaringBitmap positions, long rows) {
    deletions.add(new Deletion(file, positions, rows));
    return this;
  }

  record Deletion(LiveFile file, RoaringBitmap positions, long rows) {}
}
