// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators.row;

import io.autocdc.operators.row.Leaves.Node;

/** Sets of {@link Leaves}, as bytes with one bit for each; bits that are not there are not set. */
final class LeafSet {

  private LeafSet() {}

  /** The empty set. */
  static byte[] none(int leaves) {
    return new byte[(leaves + 7) / 8];
  }

  static void add(int leaf, byte[] set) {
    set[leaf / 8] |= (byte) (1 << leaf % 8);
  }

  /** Adds all leaves of a column or field. */
  static void addAll(Node node, byte[] set) {
    for (int leaf = node.firstLeaf(); leaf < node.firstLeaf() + node.leaves(); leaf++) {
      add(leaf, set);
    }
  }

  /** Removes all leaves of a column or field. */
  static void removeAll(Node node, byte[] set) {
    for (int leaf = node.firstLeaf(); leaf < node.firstLeaf() + node.leaves(); leaf++) {
      set[leaf / 8] &= (byte) ~(1 << leaf % 8);
    }
  }

  static boolean contains(int leaf, byte[] set) {
    return leaf / 8 < set.length && (set[leaf / 8] & 1 << leaf % 8) != 0;
  }

  /** How many leaves of a column or field are in the set. */
  static int count(Node node, byte[] set) {
    int count = 0;
    for (int leaf = node.firstLeaf(); leaf < node.firstLeaf() + node.leaves(); leaf++) {
      count += contains(leaf, set) ? 1 : 0;
    }
    return count;
  }

  /**
   * A total order of sets: the first leaf that is in one of them alone decides, and that one is
   * greater.
   *
   * @param a a set; null for all leaves
   * @param b a set; null for all leaves
   */
  static int compare(byte[] a, byte[] b, int leaves) {
    for (int leaf = 0; leaf < leaves; leaf++) {
      boolean inA = a == null || contains(leaf, a);
      boolean inB = b == null || contains(leaf, b);
      if (inA != inB) {
        return inA ? 1 : -1;
      }
    }
    return 0;
  }
}
