// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.json;

/** Turns the text of a scalar into Flink's internal object for its type. */
@FunctionalInterface
interface TextConverter {

  /**
   * @param text the text, never null
   * @throws InvalidTextException if it is no value of the type, or not without loss
   */
  Object convert(String text) throws InvalidTextException;
}
