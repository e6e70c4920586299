// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.files.typed;

import java.util.function.Function;
import org.apache.flink.table.types.logical.LogicalType;

/**
 * How values of a file become values of Flink.
 *
 * @param type Flink's type for them
 * @param read makes Flink's internal object of what the format's library gives, which is not null
 */
record TypedValue(LogicalType type, Function<Object, Object> read) {

  /** The object of a value that may be null. */
  Object of(Object value) {
    return value == null ? null : read.apply(value);
  }
}
