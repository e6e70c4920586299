// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators.row;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/**
 * Brings stored rows from one layout into the next one (semantics.md, section 11). Columns go by
 * their names: new ones are null, those that the next layout lacks are left behind, the others are
 * widened where their type is another one. What a row authors, it goes on to author. Not
 * thread-safe.
 */
public final class LayoutChange {

  private final RowLayout to;
  private final RowData.FieldGetter[] getters;
  private final Widening[] widenings;
  private final Authored authored;
  private final RowDataSerializer serializer;

  private LayoutChange(RowLayout from, RowLayout to) {
    this.to = to;
    RowType columns = to.columns();
    int size = columns.getFieldCount();
    getters = new RowData.FieldGetter[size];
    widenings = new Widening[size];
    for (int i = 0; i < size; i++) {
      int source = from.columns().getFieldIndex(columns.getFieldNames().get(i));
      getters[i] = source < 0 ? row -> null : getter(from.columns().getTypeAt(source), source);
      widenings[i] =
          source < 0
              ? Widening.NONE
              : Widening.between(from.columns().getTypeAt(source), columns.getTypeAt(i));
    }
    authored = to.partial() ? new Authored(from, to) : null;
    serializer = new RowDataSerializer(to.storedType());
  }

  private static RowData.FieldGetter getter(LogicalType type, int position) {
    return RowData.createFieldGetter(type.copy(true), position);
  }

  /**
   * @throws IllegalArgumentException if {@link #obstacles} finds one
   */
  public static LayoutChange between(RowLayout from, RowLayout to) {
    List<String> obstacles = obstacles(from, to);
    if (!obstacles.isEmpty()) {
      throw new IllegalArgumentException(String.join("; ", obstacles));
    }
    return new LayoutChange(from, to);
  }

  /** Why rows cannot go from one layout to another, told to users; empty if they can. */
  public static List<String> obstacles(RowLayout from, RowLayout to) {
    List<String> obstacles = new ArrayList<>();
    for (RowType.RowField column : to.columns().getFields()) {
      int source = from.columns().getFieldIndex(column.getName());
      if (source >= 0
          && Widening.between(from.columns().getTypeAt(source), column.getType()) == null) {
        obstacles.add(
            "column '"
                + column.getName()
                + "' is stored as "
                + from.columns().getTypeAt(source).asSummaryString()
                + ", asked for is "
                + column.getType().asSummaryString());
      }
    }
    if (from.partial() && !to.partial()) {
      obstacles.add(
          "stored events say which columns they set, and no flow makes partial updates any more");
    }
    return obstacles;
  }

  /** True if every value of a type can become one of another type without loss. */
  public static boolean isWidening(LogicalType from, LogicalType to) {
    return Widening.between(from, to) != null;
  }

  /** The row in the next layout. */
  public BinaryRowData apply(RowData row) {
    int size = getters.length;
    GenericRowData changed = new GenericRowData(to.partial() ? size + 1 : size);
    for (int i = 0; i < size; i++) {
      changed.setField(i, widenings[i].applyOrNull(getters[i].getFieldOrNull(row)));
    }
    if (authored != null) {
      changed.setField(size, authored.of(row));
    }
    return serializer.toBinaryRow(changed).copy();
  }

  /** What rows author, by leaves of the next layout. */
  private static final class Authored {

    /** In {@link #sources}: leaves that the row does not have. */
    private static final int NULL = -1;

    private static final int LEFT_OPEN = -2;

    /** For each leaf, where it is among those of the row. */
    private final int[] sources;

    /** Position of the hidden column in the row; negative if it has none. */
    private final int hidden;

    private final boolean leavesOpen;

    Authored(RowLayout from, RowLayout to) {
      List<List<String>> before = Leaves.paths(from.columns());
      List<List<String>> after = Leaves.paths(to.columns());
      sources = new int[after.size()];
      boolean open = false;
      for (int i = 0; i < sources.length; i++) {
        int source = before.indexOf(after.get(i));
        boolean isOpen = source < 0 && to.leftOpen().contains(after.get(i).get(0));
        open |= isOpen;
        sources[i] = source >= 0 ? source : isOpen ? LEFT_OPEN : NULL;
      }
      leavesOpen = open;
      hidden = from.partial() ? from.columns().getFieldCount() : -1;
    }

    /** The leaves that a row authors; null for all of them. */
    byte[] of(RowData row) {
      byte[] before = hidden < 0 ? null : PartialRows.authored(row, hidden);
      if (before == null && !leavesOpen) {
        return null;
      }
      byte[] after = LeafSet.none(sources.length);
      boolean all = true;
      for (int leaf = 0; leaf < sources.length; leaf++) {
        boolean authors =
            switch (sources[leaf]) {
              case NULL -> true;
              case LEFT_OPEN -> false;
              default -> before == null || LeafSet.contains(sources[leaf], before);
            };
        if (authors) {
          LeafSet.add(leaf, after);
        }
        all &= authors;
      }
      return all ? null : after;
    }
  }
}
