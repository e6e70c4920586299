// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators;

import io.autocdc.dsl.ScdType;
import io.autocdc.merge.Sequence;
import io.autocdc.operators.Combination.Mode;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Random rows for the flows of a {@link Combination}, as JSON and as a model of what they mean. */
final class RandomRows {

  /**
   * A row of a source.
   *
   * @param flow which flow reads it
   * @param kind U, D or T
   * @param model what it sets
   */
  record Row(int flow, char kind, int key, int sequence, int system, ModelRow model, String json) {}

  private static final Double[] NUMBERS = {null, 0.0, -0.0, Double.NaN, 1.5};

  private RandomRows() {}

  /** Rows in the order of their arrival: any order, with duplicates and ties. */
  static List<Row> of(Combination combination, Random random) {
    int n = 5 + random.nextInt(combination.type() == ScdType.BITEMPORAL ? 25 : 60);
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      rows.add(row(combination, n, random));
    }
    for (int i = 0; i < n / 6; i++) {
      rows.add(rows.get(random.nextInt(rows.size())));
    }
    Collections.shuffle(rows, random);
    if (random.nextBoolean()) {
      rows.sort((a, b) -> Integer.compare(a.system, b.system));
    }
    return rows;
  }

  private static Row row(Combination combination, int n, Random random) {
    char kind = random.nextInt(5) == 0 ? 'D' : 'U';
    if (combination.truncates() && random.nextInt(30) == 0) {
      kind = 'T';
    }
    int flow = combination.mode() == Mode.TWO_FLOWS ? random.nextInt(2) : 0;
    int key = random.nextInt(3);
    int sequence = random.nextInt(n) - n / 2;
    int system = random.nextInt(n) - n / 2;
    TreeMap<String, Object> values = flow == 0 ? values(combination, random) : other(random);
    List<String> columns = columnsToUpdate(random);
    ModelRow model = new ModelRow(values, authored(combination.mode(), flow, values, columns));
    String json =
        "{\"id\":%s,%s,\"cols\":%s,\"op\":\"%s\",\"seq\":%d,\"sys\":%d}"
            .formatted(
                kind == 'T' ? "null" : key,
                flow == 0 ? json(values) : ModelRow.jsonOf(values, "c", "a"),
                columns == null ? "null" : columns.stream().map(c -> '"' + c + '"').toList(),
                kind,
                sequence,
                system);
    return new Row(flow, kind, key, sequence, system, model.bare(), json);
  }

  private static TreeMap<String, Object> values(Combination combination, Random random) {
    TreeMap<String, Object> values = new TreeMap<>();
    values.put("a", random.nextInt(4) == 0 ? null : String.valueOf(random.nextInt(2)));
    values.put("b", NUMBERS[random.nextInt(NUMBERS.length)]);
    if (random.nextInt(4) > 0) {
      boolean nested = random.nextInt(3) > 0;
      values.put("s.x", random.nextInt(3) == 0 ? null : random.nextInt(2));
      values.put("s.t.y", nested && random.nextBoolean() ? "y" + random.nextInt(2) : null);
      values.put("s.t.z", nested && random.nextBoolean() ? random.nextInt(2) : null);
    }
    return values;
  }

  private static TreeMap<String, Object> other(Random random) {
    TreeMap<String, Object> values = new TreeMap<>();
    values.put("a", random.nextInt(4) == 0 ? null : String.valueOf(random.nextInt(2)));
    values.put("c", random.nextInt(3) == 0 ? null : random.nextInt(2));
    return values;
  }

  /**
   * The columns of the first flow. A struct without any value is null, or, if it was named, a
   * struct of nulls.
   */
  private static String json(TreeMap<String, Object> values) {
    String flat = ModelRow.jsonOf(values, "a", "b");
    boolean nothing = ModelRow.isAbsent(values, "s.");
    return flat + ",\"s\":" + (nothing ? "null" : ModelRow.structJson(values));
  }

  private static List<String> columnsToUpdate(Random random) {
    if (random.nextInt(4) == 0) {
      return null;
    }
    List<String> columns = new ArrayList<>();
    for (String column : List.of("id", "s", "b", "op", "a")) {
      if (random.nextInt(3) == 0) {
        columns.add(column);
      }
    }
    return columns;
  }

  private static Set<String> authored(
      Mode mode, int flow, TreeMap<String, Object> values, List<String> columns) {
    Set<String> authored = new TreeSet<>();
    for (String leaf : ModelRow.LEAVES) {
      boolean present = values.get(leaf) != null;
      String column = leaf.split("\\.")[0];
      boolean authors =
          switch (mode) {
            case FULL -> true;
            case IGNORE_NULLS -> present;
            case IGNORE_NULLS_OF_LISTED -> present || column.equals("a");
            case IGNORE_NULLS_EXCEPT_LISTED -> present || column.equals("s");
            case COLUMNS_TO_UPDATE -> columns == null || columns.contains(column);
            case TWO_FLOWS ->
                flow == 0 ? !column.equals("c") : leaf.equals("c") || leaf.equals("a") && present;
          };
      if (authors) {
        authored.add(leaf);
      }
    }
    return authored;
  }

  static Sequence sequence(int value) {
    return new Sequence(ByteBuffer.allocate(4).putInt(value ^ Integer.MIN_VALUE).array());
  }

  static String text(Sequence sequence) {
    return sequence == null
        ? "null"
        : String.valueOf(ByteBuffer.wrap(sequence.bytes()).getInt() ^ Integer.MIN_VALUE);
  }
}
