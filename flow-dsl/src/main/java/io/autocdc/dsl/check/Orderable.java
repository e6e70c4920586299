// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.check;

import org.apache.flink.table.types.logical.DistinctType;
import org.apache.flink.table.types.logical.LogicalType;

/** Which types have an order, so that a sequence or a key can be of them. */
final class Orderable {

  private Orderable() {}

  /** True if two values of the type can be compared; a row can, if its fields can. */
  static boolean isOrderable(LogicalType type) {
    return switch (type.getTypeRoot()) {
      case ARRAY, MAP, MULTISET, RAW, STRUCTURED_TYPE, NULL, SYMBOL, UNRESOLVED -> false;
      case ROW -> type.getChildren().stream().allMatch(Orderable::isOrderable);
      case DISTINCT_TYPE -> isOrderable(((DistinctType) type).getSourceType());
      default -> true;
    };
  }
}
