// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.delta.kernel;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What one commit did to the rows of a table. Files that were only rearranged are left out.
 *
 * @param version its version
 * @param timestamp when it was made, in epoch milliseconds
 * @param id tells it from another commit of the same version; empty if the log does not say
 * @param columns the columns from this version on, if the commit may have changed them
 * @param added files with rows that it brought
 * @param removed files with rows that it took away
 * @param changes files that tell its changes; empty if there are none, and files tell them
 */
public record DeltaCommit(
    long version,
    long timestamp,
    String id,
    Optional<ColumnTypes> columns,
    List<FileRows> added,
    List<FileRows> removed,
    List<FileRows> changes) {

  /** True if rows were there before the commit that are not afterwards. */
  public boolean takesRowsAway() {
    return !removed.isEmpty();
  }

  /** True if rows came or went. */
  public boolean changesRows() {
    return !added.isEmpty() || !removed.isEmpty() || !changes.isEmpty();
  }

  /**
   * The rows that came and went, by what was done to files: where a file stays with another
   * deletion vector, only what the vectors differ in.
   */
  public List<FileRows> difference() {
    Map<String, FileRows> before = new LinkedHashMap<>();
    removed.forEach(file -> before.put(file.path(), file));
    List<FileRows> rows = new ArrayList<>();
    for (FileRows file : added) {
      FileRows old = before.remove(file.path());
      if (old == null) {
        rows.add(file);
        continue;
      }
      if (file.without() != null && !file.without().equals(old.without())) {
        rows.add(file.between(ChangeType.DELETE, file.without(), old.without()));
      }
      if (old.without() != null && !old.without().equals(file.without())) {
        rows.add(file.between(ChangeType.INSERT, old.without(), file.without()));
      }
    }
    rows.addAll(before.values());
    return rows;
  }
}
