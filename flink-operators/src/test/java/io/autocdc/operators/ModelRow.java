// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators;

import io.autocdc.merge.RowSemantics;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What a row of a {@link Combination} means: a value for each leaf. It shares no code with the rows
 * of the operators.
 *
 * @param values by leaf; absent means null
 * @param authored the leaves that the row sets
 */
record ModelRow(Map<String, Object> values, Set<String> authored) {

  static final List<String> LEAVES = List.of("a", "b", "s.x", "s.t.y", "s.t.z", "c");

  /** Only what it sets. */
  ModelRow bare() {
    Map<String, Object> bare = new TreeMap<>(values);
    bare.keySet().retainAll(authored);
    return new ModelRow(bare, authored);
  }

  static boolean isAbsent(Map<String, Object> values, String prefix) {
    return LEAVES.stream()
        .filter(leaf -> leaf.startsWith(prefix))
        .allMatch(leaf -> values.get(leaf) == null);
  }

  /** {@code "a":1,"b":2}. */
  static String jsonOf(Map<String, Object> values, String... leaves) {
    return Arrays.stream(leaves)
        .map(leaf -> '"' + leaf.substring(leaf.lastIndexOf('.') + 1) + "\":" + value(values, leaf))
        .collect(Collectors.joining(","));
  }

  private static String value(Map<String, Object> values, String leaf) {
    Object value = values.get(leaf);
    boolean quoted = value instanceof String || value instanceof Double d && d.isNaN();
    return quoted ? '"' + value.toString() + '"' : String.valueOf(value);
  }

  /** The struct, which is there. */
  static String structJson(Map<String, Object> values) {
    String nested =
        isAbsent(values, "s.t.") ? "null" : "{" + jsonOf(values, "s.t.y", "s.t.z") + "}";
    return "{" + jsonOf(values, "s.x") + ",\"t\":" + nested + "}";
  }

  /** The non-key columns of the target. */
  String json(boolean withOther) {
    String struct = isAbsent(values, "s.") ? "null" : structJson(values);
    String other = withOther ? "," + jsonOf(values, "c") : "";
    return jsonOf(values, "a", "b") + ",\"s\":" + struct + other;
  }

  /** The rules of semantics.md, sections 4, 5 and 8, told leaf by leaf. */
  record Semantics(Set<String> trackedColumns) implements RowSemantics<ModelRow> {

    @SuppressWarnings("unchecked")
    private static final Comparator<Object> NULLS_FIRST =
        Comparator.nullsFirst((a, b) -> ((Comparable<Object>) a).compareTo(b));

    @Override
    public int compare(ModelRow a, ModelRow b) {
      List<Object> left = ordered(a);
      List<Object> right = ordered(b);
      for (int i = 0; i < left.size(); i++) {
        int order = NULLS_FIRST.compare(left.get(i), right.get(i));
        if (order != 0) {
          return order;
        }
      }
      return 0;
    }

    /** The leaves, with a mark for each struct whether it is there. */
    private static List<Object> ordered(ModelRow row) {
      List<Object> ordered = new ArrayList<>();
      for (String leaf : LEAVES) {
        if (leaf.equals("s.x")) {
          ordered.add(!isAbsent(row.values, "s."));
        } else if (leaf.equals("s.t.y")) {
          ordered.add(!isAbsent(row.values, "s.t."));
        }
        ordered.add(row.values.get(leaf));
      }
      return ordered;
    }

    /** Where the values are the same, setting a leaf to null counts more than leaving it. */
    @Override
    public int compareAuthored(ModelRow a, ModelRow b) {
      int order = compare(a.bare(), b.bare());
      for (int i = 0; order == 0 && i < LEAVES.size(); i++) {
        order =
            Boolean.compare(a.authored.contains(LEAVES.get(i)), b.authored.contains(LEAVES.get(i)));
      }
      return order;
    }

    @Override
    public boolean sameVersion(ModelRow a, ModelRow b) {
      return LEAVES.stream()
          .filter(leaf -> trackedColumns.contains(leaf.split("\\.")[0]))
          .allMatch(
              leaf ->
                  NULLS_FIRST.compare(
                          positiveZero(a.values.get(leaf)), positiveZero(b.values.get(leaf)))
                      == 0);
    }

    private static Object positiveZero(Object value) {
      return value instanceof Double number ? (Object) (number + 0.0) : value;
    }

    @Override
    public boolean isPartial(ModelRow row) {
      return !row.authored.containsAll(LEAVES);
    }

    @Override
    public ModelRow inherit(ModelRow row, ModelRow predecessor) {
      Map<String, Object> effective = new TreeMap<>();
      for (String leaf : LEAVES) {
        ModelRow from = row.authored.contains(leaf) ? row : predecessor;
        effective.put(leaf, from == null ? null : from.values.get(leaf));
      }
      return new ModelRow(effective, row.authored);
    }
  }
}
