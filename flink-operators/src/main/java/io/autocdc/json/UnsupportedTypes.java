// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.json;

import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Problem;
import org.apache.flink.table.types.logical.LogicalType;

final class UnsupportedTypes {

  private UnsupportedTypes() {}

  static AutoCdcException problem(LogicalType type) {
    return new AutoCdcException(
        Problem.error(
            null,
            ErrorCode.UNSUPPORTED_TYPE,
            "the type " + type.asSummaryString() + " has no text form",
            "rows are read and shown as text, and the values of this type are opaque",
            "declare the column with a SQL type such as STRING, BYTES or TIMESTAMP_LTZ(3)"));
  }
}
