// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators.row;

import io.autocdc.merge.RowSemantics;
import io.autocdc.operators.row.Leaves.Node;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.RowType;

/**
 * Partial updates on rows in the form of {@link PartialRows} (semantics.md, section 5): what a row
 * does not author, leaf by leaf, it has from its predecessor.
 *
 * <p>A struct that a row authors as a whole is taken as it is. One that is put together from leaves
 * of several rows is null if all of them are.
 */
public final class PartialRowSemantics implements RowSemantics<RowData> {

  private final RowDataSemantics visible;
  private final Node[] columns;
  private final int leaves;
  private final boolean completeWins;
  private final RowDataSerializer serializer;

  /**
   * @param type the non-key columns of the target, without the hidden one
   * @param trackedColumns the columns whose change starts a new version
   * @param completeWins see {@link #completeWins()}
   */
  public PartialRowSemantics(RowType type, Set<String> trackedColumns, boolean completeWins) {
    this.completeWins = completeWins;
    visible = RowDataSemantics.withHiddenColumn(type, trackedColumns);
    Leaves all = Leaves.of(type.getChildren(), IntStream.range(0, type.getFieldCount()).toArray());
    columns = all.columns();
    leaves = all.count();
    serializer = new RowDataSerializer(PartialRows.typeOf(type));
  }

  @Override
  public int compare(RowData a, RowData b) {
    return visible.compare(a, b);
  }

  @Override
  public boolean completeWins() {
    return completeWins;
  }

  @Override
  public int compareAuthored(RowData a, RowData b) {
    if (completeWins && isPartial(a) != isPartial(b)) {
      return isPartial(a) ? -1 : 1;
    }
    int order = compare(inherit(a, null), inherit(b, null));
    return order != 0 ? order : LeafSet.compare(authored(a), authored(b), leaves);
  }

  @Override
  public boolean sameVersion(RowData a, RowData b) {
    return visible.sameVersion(a, b);
  }

  @Override
  public boolean isPartial(RowData row) {
    return !row.isNullAt(columns.length);
  }

  @Override
  public RowData inherit(RowData row, RowData predecessor) {
    byte[] authored = authored(row);
    if (authored == null) {
      return row;
    }
    GenericRowData effective = new GenericRowData(columns.length + 1);
    for (int i = 0; i < columns.length; i++) {
      effective.setField(i, inherit(columns[i], authored, row, predecessor));
    }
    effective.setField(columns.length, authored);
    return serializer.toBinaryRow(effective).copy();
  }

  private byte[] authored(RowData row) {
    return PartialRows.authored(row, columns.length);
  }

  /**
   * The value of a column or field.
   *
   * @param own the row or struct around it; null if there is none
   * @param inherited the same of the predecessor
   */
  private static Object inherit(Node node, byte[] authored, RowData own, RowData inherited) {
    int leaves = LeafSet.count(node, authored);
    if (leaves == node.leaves()) {
      return node.value(own);
    }
    Object before = node.value(inherited);
    if (leaves == 0 && (before != null || node.isNullable() || node.isLeaf())) {
      return before;
    }
    RowData ownStruct = (RowData) node.value(own);
    Node[] fields = node.fields();
    GenericRowData struct = new GenericRowData(fields.length);
    boolean empty = node.isNullable();
    for (int i = 0; i < fields.length; i++) {
      Object value = inherit(fields[i], authored, ownStruct, (RowData) before);
      struct.setField(i, value);
      empty &= isEmpty(fields[i], value);
    }
    return empty ? null : struct;
  }

  /** True for null, and for a struct that only stands because it must. */
  private static boolean isEmpty(Node node, Object value) {
    return value == null
        || !node.isLeaf()
            && !node.isNullable()
            && Arrays.stream(node.fields())
                .allMatch(field -> isEmpty(field, field.value((RowData) value)));
  }
}
