// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.paimon;

import io.autocdc.operators.row.LayoutChange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.logical.RowType;
import org.apache.paimon.flink.LogicalTypeConversion;
import org.apache.paimon.schema.SchemaChange;

/**
 * What must change in a stored column so that it has a wider type, inside of structs, arrays and
 * values of maps too. Paimon then turns the stored values into the new type, without loss, whenever
 * it reads them.
 */
final class TypeWidening {

  /** What Paimon calls the parts of arrays and maps. */
  private static final String ELEMENT = "element";

  private static final String VALUE = "value";

  private final List<SchemaChange> changes = new ArrayList<>();

  private TypeWidening() {}

  /** The changes; empty if Paimon cannot do it, or something would be lost. */
  static Optional<List<SchemaChange>> of(String column, LogicalType from, LogicalType to) {
    TypeWidening widening = new TypeWidening();
    return widening.widen(List.of(column), from, to)
        ? Optional.of(widening.changes)
        : Optional.empty();
  }

  private boolean widen(List<String> path, LogicalType from, LogicalType to) {
    if (PaimonTypes.sameButNullability(from, to)) {
      return true;
    }
    if (from.is(LogicalTypeRoot.ROW) && to.is(LogicalTypeRoot.ROW)) {
      return widenFields(path, (RowType) from, (RowType) to);
    }
    if (from.is(LogicalTypeRoot.ARRAY) && to.is(LogicalTypeRoot.ARRAY)) {
      return widenPart(path, ELEMENT, from.getChildren().get(0), to.getChildren().get(0));
    }
    if (from.is(LogicalTypeRoot.MAP) && to.is(LogicalTypeRoot.MAP)) {
      return from.getChildren().get(0).equals(to.getChildren().get(0))
          && widenPart(path, VALUE, from.getChildren().get(1), to.getChildren().get(1));
    }
    if (!isWider(from, to)) {
      return false;
    }
    changes.add(
        SchemaChange.updateColumnType(
            path.toArray(String[]::new), LogicalTypeConversion.toDataType(to), true));
    return true;
  }

  /** Fields are written by their position: those that are there stay where they are. */
  private boolean widenFields(List<String> path, RowType from, RowType to) {
    List<String> names = to.getFieldNames();
    int known = from.getFieldCount();
    if (known > names.size() || !names.subList(0, known).equals(from.getFieldNames())) {
      return false;
    }
    for (int i = 0; i < names.size(); i++) {
      LogicalType type = to.getTypeAt(i);
      if (i < known) {
        if (!widenPart(path, names.get(i), from.getTypeAt(i), type)) {
          return false;
        }
      } else if (type.isNullable()) {
        changes.add(
            SchemaChange.addColumn(
                below(path, names.get(i)).toArray(String[]::new),
                LogicalTypeConversion.toDataType(type),
                null,
                null));
      } else {
        return false;
      }
    }
    return true;
  }

  private boolean widenPart(List<String> path, String part, LogicalType from, LogicalType to) {
    return from.isNullable() == to.isNullable() && widen(below(path, part), from, to);
  }

  private static List<String> below(List<String> path, String part) {
    List<String> below = new ArrayList<>(path);
    below.add(part);
    return below;
  }

  /** Paimon reads a TIME in no other precision than that in which it was written. */
  private static boolean isWider(LogicalType from, LogicalType to) {
    return !to.is(LogicalTypeRoot.TIME_WITHOUT_TIME_ZONE)
        && LayoutChange.isWidening(from.copy(true), to.copy(true));
  }
}
