// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators.row;

import io.autocdc.dsl.AutoCdcFlow;
import io.autocdc.dsl.ChangeFeeds;
import io.autocdc.dsl.ColumnSelection;
import io.autocdc.dsl.ResolvedFlow;
import io.autocdc.dsl.type.Column;
import io.autocdc.operators.row.Leaves.Node;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;

/**
 * What the rows of a flow author (semantics.md, section 5): every column outside of the ignore-null
 * selection, what is not null inside of it, or what the row itself names as columns to update. A
 * column that other flows of the target bring, and this one never did, is never authored; one that
 * its source has lost counts as null in every row. What a row of a change feed says that it does
 * not give, it does not author either.
 *
 * <p>Change feeds name every column of their source that changed. So keys and columns that the
 * target leaves out may be named, and mean nothing; a name that the source itself does not have is
 * an error of the row.
 */
final class Authorship {

  private enum Rule {
    ALWAYS,
    WHERE_NOT_NULL,
    NEVER
  }

  /** In {@link #columnsByName}: a column of the source that is no payload of the target. */
  private static final int IRRELEVANT = -1;

  private final Leaves leaves;
  private final Rule[] rules;

  /** Position of the column that names columns to update; negative for none. */
  private final int columnsToUpdate;

  private final String columnsToUpdateName;

  /** Position of the column that names what a row does not give; negative for none. */
  private final int unavailable;

  /** True if rows that name no columns author all of them. */
  private final boolean complete;

  /** Payload columns by name. */
  private final Map<StringData, Integer> columnsByName = new HashMap<>();

  private Authorship(ResolvedFlow flow, Leaves leaves) {
    AutoCdcFlow declared = flow.flow();
    List<Column> payload = flow.payload();
    this.leaves = leaves;
    columnsToUpdateName = declared.columnsToUpdate();
    columnsToUpdate = columnsToUpdateName == null ? -1 : flow.source().indexOf(columnsToUpdateName);
    unavailable = ChangeFeeds.unavailable(flow.source());
    flow.source().names().forEach(name -> columnsByName.put(text(name), IRRELEVANT));
    rules = new Rule[payload.size()];
    for (int i = 0; i < rules.length; i++) {
      String name = payload.get(i).name();
      rules[i] = rule(name, flow);
      if (flow.brings(name)) {
        columnsByName.put(text(name), i);
      }
    }
    complete = Arrays.stream(rules).allMatch(rule -> rule == Rule.ALWAYS);
  }

  /**
   * @param flow the flow, with all columns of its target
   * @param leaves the payload columns of the flow, at their positions in its source
   */
  static Authorship of(ResolvedFlow flow, Leaves leaves) {
    return new Authorship(flow, leaves);
  }

  /**
   * True if every row of a flow authors a column, as long as it does not say that it lacks its
   * value.
   */
  static boolean isComplete(ResolvedFlow flow, String column) {
    return flow.flow().columnsToUpdate() == null && rule(column, flow) == Rule.ALWAYS;
  }

  private static Rule rule(String column, ResolvedFlow flow) {
    if (!flow.speaksOf(column)) {
      return Rule.NEVER;
    }
    ColumnSelection ignored = flow.flow().ignoreNullUpdates();
    return ignored != null && ignored.selects(column) ? Rule.WHERE_NOT_NULL : Rule.ALWAYS;
  }

  private static StringData text(String name) {
    return StringData.fromString(name);
  }

  /**
   * The leaves that a row authors; null for all of them.
   *
   * @param row a row of the source
   * @throws UnknownColumnException if it names a column to update that the source does not have
   */
  byte[] of(RowData row) throws UnknownColumnException {
    boolean lacksValues = unavailable >= 0 && !row.isNullAt(unavailable);
    boolean namesColumns = columnsToUpdate >= 0 && !row.isNullAt(columnsToUpdate);
    if (complete && !lacksValues && !namesColumns) {
      return null;
    }
    byte[] authored = LeafSet.none(leaves.count());
    if (namesColumns) {
      addNamed(row.getArray(columnsToUpdate), authored);
    } else {
      addByRule(row, authored);
    }
    if (lacksValues) {
      removeNamed(row.getArray(unavailable), authored);
    }
    for (Node column : leaves.columns()) {
      if (LeafSet.count(column, authored) < column.leaves()) {
        return authored;
      }
    }
    return null;
  }

  private void addByRule(RowData row, byte[] authored) {
    for (int i = 0; i < rules.length; i++) {
      Node column = leaves.columns()[i];
      switch (rules[i]) {
        case ALWAYS -> LeafSet.addAll(column, authored);
        case WHERE_NOT_NULL -> addNotNull(column, row, authored);
        case NEVER -> {
          // Another flow's.
        }
      }
    }
  }

  private static void addNotNull(Node node, RowData around, byte[] authored) {
    Object value = node.value(around);
    if (value == null) {
      return;
    }
    if (node.isLeaf()) {
      LeafSet.add(node.firstLeaf(), authored);
      return;
    }
    for (Node field : node.fields()) {
      addNotNull(field, (RowData) value, authored);
    }
  }

  /** Columns that a view has left out may be named, too. */
  private void removeNamed(ArrayData names, byte[] authored) {
    for (int i = 0; i < names.size(); i++) {
      Integer column = names.isNullAt(i) ? null : columnsByName.get(names.getString(i));
      if (column != null && column != IRRELEVANT) {
        LeafSet.removeAll(leaves.columns()[column], authored);
      }
    }
  }

  private void addNamed(ArrayData names, byte[] authored) throws UnknownColumnException {
    for (int i = 0; i < names.size(); i++) {
      StringData name = names.isNullAt(i) ? null : names.getString(i);
      Integer column = columnsByName.get(name);
      if (column == null) {
        throw new UnknownColumnException(
            "column '"
                + columnsToUpdateName
                + "' names "
                + (name == null ? "null" : "the column '" + name + "'")
                + ", which the source does not have");
      }
      if (column != IRRELEVANT) {
        LeafSet.addAll(leaves.columns()[column], authored);
      }
    }
  }
}
