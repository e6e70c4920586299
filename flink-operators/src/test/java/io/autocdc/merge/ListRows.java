// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.merge;

import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/**
 * Rows that are lists of numbers.
 *
 * @param tracked how many of the first columns are tracked
 */
record ListRows(int tracked) implements RowSemantics<List<Integer>> {

  private static final Comparator<Integer> NULLS_FIRST =
      Comparator.nullsFirst(Comparator.naturalOrder());

  @Override
  public int compare(List<Integer> a, List<Integer> b) {
    for (int i = 0; i < a.size(); i++) {
      int order = NULLS_FIRST.compare(a.get(i), b.get(i));
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  @Override
  public boolean sameVersion(List<Integer> a, List<Integer> b) {
    for (int i = 0; i < tracked; i++) {
      if (!Objects.equals(a.get(i), b.get(i))) {
        return false;
      }
    }
    return true;
  }
}
