// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.merge;

import java.util.List;

/**
 * The visible values of partial rows, folded from their changes: who authored one cannot be seen.
 */
final class VisibleTable implements ChangeSink<PartialRow> {

  final ExactTable<List<Integer>> rows = new ExactTable<>();

  static Version<List<Integer>> values(Version<PartialRow> version) {
    return new Version<>(version.row().values(), version.start(), version.end());
  }

  static List<Version<List<Integer>>> values(List<Version<PartialRow>> versions) {
    return versions.stream().map(VisibleTable::values).toList();
  }

  @Override
  public void insert(Version<PartialRow> version) {
    rows.insert(values(version));
  }

  @Override
  public void update(Version<PartialRow> before, Version<PartialRow> after) {
    rows.update(values(before), values(after));
  }

  @Override
  public void delete(Version<PartialRow> version) {
    rows.delete(values(version));
  }
}
