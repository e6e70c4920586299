// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.json;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;

/** Writes values of one type. */
@FunctionalInterface
interface JsonValueWriter {

  /**
   * @param value Flink's internal object for the type, never null
   */
  void write(JsonGenerator out, Object value) throws IOException;

  default void writeNullable(JsonGenerator out, Object value) throws IOException {
    if (value == null) {
      out.writeNull();
    } else {
      write(out, value);
    }
  }
}
