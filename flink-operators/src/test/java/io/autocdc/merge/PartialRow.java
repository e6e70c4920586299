// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.merge;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/**
 * A row that authors some of its columns.
 *
 * @param values one for each column; null where nothing is authored, until it takes effect
 * @param authored which columns it authors
 */
record PartialRow(List<Integer> values, List<Boolean> authored) {

  private static final Comparator<Integer> NULLS_FIRST =
      Comparator.nullsFirst(Comparator.naturalOrder());

  /** Only what it authors. */
  PartialRow bare() {
    List<Integer> bare = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      bare.add(authored.get(i) ? values.get(i) : null);
    }
    return new PartialRow(bare, authored);
  }

  /**
   * Compares partial rows; the first columns are tracked.
   *
   * @param completeWins true if a row that authors all columns wins ties with one that does not
   */
  record Semantics(int tracked, boolean completeWins) implements RowSemantics<PartialRow> {

    Semantics(int tracked) {
      this(tracked, false);
    }

    @Override
    public int compare(PartialRow a, PartialRow b) {
      return compareLists(a.values, b.values, NULLS_FIRST);
    }

    @Override
    public int compareAuthored(PartialRow a, PartialRow b) {
      if (completeWins && isPartial(a) != isPartial(b)) {
        return isPartial(a) ? -1 : 1;
      }
      int order = compare(a.bare(), b.bare());
      return order != 0 ? order : compareLists(a.authored, b.authored, Comparator.naturalOrder());
    }

    @Override
    public boolean sameVersion(PartialRow a, PartialRow b) {
      for (int i = 0; i < tracked; i++) {
        if (!Objects.equals(a.values.get(i), b.values.get(i))) {
          return false;
        }
      }
      return true;
    }

    @Override
    public boolean isPartial(PartialRow row) {
      return row.authored.contains(false);
    }

    @Override
    public PartialRow inherit(PartialRow row, PartialRow predecessor) {
      List<Integer> effective = new ArrayList<>();
      for (int i = 0; i < row.values.size(); i++) {
        Integer inherited = predecessor == null ? null : predecessor.values.get(i);
        effective.add(row.authored.get(i) ? row.values.get(i) : inherited);
      }
      return new PartialRow(effective, row.authored);
    }

    private static <T> int compareLists(List<T> a, List<T> b, Comparator<? super T> order) {
      for (int i = 0; i < a.size(); i++) {
        int c = order.compare(a.get(i), b.get(i));
        if (c != 0) {
          return c;
        }
      }
      return 0;
    }
  }
}
