// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.paimon;

import java.util.EnumSet;
import java.util.Set;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.paimon.flink.LogicalTypeConversion;
import org.apache.paimon.format.FileFormat;
import org.apache.paimon.types.DataField;
import org.apache.paimon.types.DataType;
import org.apache.paimon.types.RowType;

/** What Paimon can store, what it can use as a key, and what it can widen. */
final class PaimonTypes {

  /** Paimon refuses the nested types, and NaN is equal to every number where it compares keys. */
  private static final Set<LogicalTypeRoot> NO_KEYS =
      EnumSet.of(
          LogicalTypeRoot.FLOAT,
          LogicalTypeRoot.DOUBLE,
          LogicalTypeRoot.ROW,
          LogicalTypeRoot.ARRAY,
          LogicalTypeRoot.MAP,
          LogicalTypeRoot.MULTISET);

  private PaimonTypes() {}

  /** True if the type can be converted and the format of the data files can hold it. */
  static boolean isStorable(LogicalType type, FileFormat format) {
    try {
      DataType converted = LogicalTypeConversion.toDataType(type);
      format.validateDataFields(RowType.of(new DataField(0, "f", converted)));
      return hasFields(type);
    } catch (RuntimeException e) {
      // Paimon says so with UnsupportedOperationException, the formats with various others.
      return false;
    }
  }

  /** True if columns of this type can be in Paimon's primary keys and bucket keys. */
  static boolean isKey(LogicalType type) {
    return !NO_KEYS.contains(type.getTypeRoot());
  }

  static boolean sameButNullability(LogicalType left, LogicalType right) {
    return left.copy(true).equals(right.copy(true));
  }

  /** Columnar files have no place for a struct without fields. */
  private static boolean hasFields(LogicalType type) {
    boolean empty = type.is(LogicalTypeRoot.ROW) && type.getChildren().isEmpty();
    return !empty && type.getChildren().stream().allMatch(PaimonTypes::hasFields);
  }
}
