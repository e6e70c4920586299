// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators.row;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.utils.LogicalTypeChecks;

/**
 * The leaves of the columns of a row, numbered from the first to the last. A struct stands for its
 * leaves, at any depth; every other value is one leaf, arrays and maps too (semantics.md, section
 * 5).
 */
final class Leaves {

  private final Node[] columns;
  private final int count;

  private Leaves(Node[] columns, int count) {
    this.columns = columns;
    this.count = count;
  }

  /**
   * @param types types of the columns
   * @param positions where they stand in the row; negative for one that it does not have
   */
  static Leaves of(List<LogicalType> types, int[] positions) {
    Node[] columns = new Node[positions.length];
    int next = 0;
    for (int i = 0; i < positions.length; i++) {
      columns[i] = Node.of(types.get(i), positions[i], next);
      next += columns[i].leaves;
    }
    return new Leaves(columns, next);
  }

  /** The names on the way to each leaf, in the order of the leaves. */
  static List<List<String>> paths(RowType columns) {
    List<List<String>> paths = new ArrayList<>();
    addPaths(List.of(), columns, paths);
    return paths;
  }

  private static void addPaths(List<String> prefix, LogicalType struct, List<List<String>> paths) {
    List<String> names = LogicalTypeChecks.getFieldNames(struct);
    for (int i = 0; i < names.size(); i++) {
      List<String> path = new ArrayList<>(prefix);
      path.add(names.get(i));
      LogicalType type = struct.getChildren().get(i);
      if (isStruct(type)) {
        addPaths(path, type, paths);
      } else {
        paths.add(path);
      }
    }
  }

  private static boolean isStruct(LogicalType type) {
    boolean struct = type.is(LogicalTypeRoot.ROW) || type.is(LogicalTypeRoot.STRUCTURED_TYPE);
    return struct && !type.getChildren().isEmpty();
  }

  Node[] columns() {
    return columns;
  }

  /** How many leaves there are. */
  int count() {
    return count;
  }

  /** A column, or a field of a struct. */
  static final class Node {
    private final RowData.FieldGetter getter;
    private final boolean nullable;
    private final Node[] fields;
    private final int firstLeaf;
    private final int leaves;

    private Node(
        RowData.FieldGetter getter, boolean nullable, Node[] fields, int firstLeaf, int leaves) {
      this.getter = getter;
      this.nullable = nullable;
      this.fields = fields;
      this.firstLeaf = firstLeaf;
      this.leaves = leaves;
    }

    private static Node of(LogicalType type, int position, int firstLeaf) {
      RowData.FieldGetter getter =
          position < 0 ? row -> null : RowData.createFieldGetter(type.copy(true), position);
      if (!isStruct(type)) {
        return new Node(getter, type.isNullable(), new Node[0], firstLeaf, 1);
      }
      Node[] fields = new Node[type.getChildren().size()];
      int next = firstLeaf;
      for (int i = 0; i < fields.length; i++) {
        fields[i] = of(type.getChildren().get(i), i, next);
        next += fields[i].leaves;
      }
      return new Node(getter, type.isNullable(), fields, firstLeaf, next - firstLeaf);
    }

    /** Its value; null if there is no row around it. */
    Object value(RowData row) {
      return row == null ? null : getter.getFieldOrNull(row);
    }

    /** False for a struct's field that is never null while the struct is there. */
    boolean isNullable() {
      return nullable;
    }

    /** The fields of a struct; empty for a leaf. */
    Node[] fields() {
      return fields;
    }

    boolean isLeaf() {
      return fields.length == 0;
    }

    /** Number of its first leaf. */
    int firstLeaf() {
      return firstLeaf;
    }

    /** How many leaves it has; a leaf has one. */
    int leaves() {
      return leaves;
    }
  }
}
