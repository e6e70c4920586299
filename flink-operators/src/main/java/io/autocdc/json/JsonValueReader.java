// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.json;

import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;

/** Reads one JSON value of one type. */
@FunctionalInterface
public interface JsonValueReader {

  /**
   * @param parser stands on the first token of the value, which is not null; is left on the last
   * @return Flink's internal object for the type, never null
   * @throws IOException if the text is not JSON
   * @throws InvalidTextException if the value is none of the type
   */
  Object read(JsonParser parser) throws IOException, InvalidTextException;
}
