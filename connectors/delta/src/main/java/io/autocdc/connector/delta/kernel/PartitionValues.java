// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.delta.kernel;

import io.delta.kernel.expressions.Literal;
import io.delta.kernel.internal.util.PartitionUtils;
import org.apache.flink.table.types.logical.LogicalType;

/** Values of partition columns, which the log has as text. */
final class PartitionValues {

  private PartitionValues() {}

  /**
   * @param text null, or empty, for null
   * @return Flink's internal form
   * @throws RuntimeException of Kernel's choice if the text is no value of the type
   */
  static Object parse(String text, LogicalType type) {
    if (text == null || text.isEmpty()) {
      return null;
    }
    Literal value = PartitionUtils.literalForPartitionValue(DeltaTypes.toDelta(type), text);
    return ValueReader.ofLiteral(value, type);
  }
}
