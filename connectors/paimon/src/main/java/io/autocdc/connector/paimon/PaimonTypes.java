// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.paimon;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.logical.VarBinaryType;
import org.apache.flink.table.types.logical.VarCharType;
import org.apache.paimon.flink.LogicalTypeConversion;
import org.apache.paimon.format.FileFormat;
import org.apache.paimon.types.DataField;
import org.apache.paimon.types.DataType;
import org.apache.paimon.types.RowType;

/** What Paimon can store, what it can use as a key, and what it can widen. */
final class PaimonTypes {

  private static final Set<LogicalTypeRoot> NO_KEYS =
      EnumSet.of(
          LogicalTypeRoot.ROW,
          LogicalTypeRoot.ARRAY,
          LogicalTypeRoot.MAP,
          LogicalTypeRoot.MULTISET);

  /** Each type fits, without loss, into those behind it. */
  private static final List<LogicalTypeRoot> INTEGERS =
      List.of(
          LogicalTypeRoot.TINYINT,
          LogicalTypeRoot.SMALLINT,
          LogicalTypeRoot.INTEGER,
          LogicalTypeRoot.BIGINT);

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

  /** True if Paimon accepts columns of this type in primary keys and bucket keys. */
  static boolean isKey(LogicalType type) {
    return !NO_KEYS.contains(type.getTypeRoot());
  }

  static boolean sameButNullability(LogicalType left, LogicalType right) {
    return left.copy(true).equals(right.copy(true));
  }

  /** True if Paimon can read every value of the old type as one of the new type. */
  static boolean isWidening(LogicalType from, LogicalType to) {
    LogicalTypeRoot source = from.getTypeRoot();
    LogicalTypeRoot target = to.getTypeRoot();
    if (INTEGERS.contains(source) && INTEGERS.contains(target)) {
      return INTEGERS.indexOf(source) < INTEGERS.indexOf(target);
    }
    if (source == LogicalTypeRoot.FLOAT && target == LogicalTypeRoot.DOUBLE) {
      return true;
    }
    if (from instanceof VarCharType && to instanceof VarCharType) {
      return ((VarCharType) from).getLength() < ((VarCharType) to).getLength();
    }
    if (from instanceof VarBinaryType && to instanceof VarBinaryType) {
      return ((VarBinaryType) from).getLength() < ((VarBinaryType) to).getLength();
    }
    if (from instanceof DecimalType && to instanceof DecimalType) {
      return ((DecimalType) from).getScale() == ((DecimalType) to).getScale()
          && ((DecimalType) from).getPrecision() < ((DecimalType) to).getPrecision();
    }
    return false;
  }

  /** Columnar files have no place for a struct without fields. */
  private static boolean hasFields(LogicalType type) {
    boolean empty = type.is(LogicalTypeRoot.ROW) && type.getChildren().isEmpty();
    return !empty && type.getChildren().stream().allMatch(PaimonTypes::hasFields);
  }
}
