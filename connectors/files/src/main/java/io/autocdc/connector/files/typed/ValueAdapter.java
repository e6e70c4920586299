// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.files.typed;

import io.autocdc.json.InvalidTextException;

/** Turns values of one type of Flink into values of another. */
@FunctionalInterface
interface ValueAdapter {

  /**
   * @param value Flink's internal object, never null
   * @return Flink's internal object, never null
   * @throws InvalidTextException if the other type does not have the value
   */
  Object adapt(Object value) throws InvalidTextException;
}
