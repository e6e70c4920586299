// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.cli;

import java.util.Arrays;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Reads a word of a fixed set, in any case, and names the words as users type them if it is none.
 */
final class WordConverter<T extends Enum<T>> implements ITypeConverter<T> {

  private final T[] words;

  /**
   * @param words the set; {@code toString} gives the words
   */
  WordConverter(T[] words) {
    this.words = words;
  }

  @Override
  public T convert(String value) {
    return Arrays.stream(words)
        .filter(word -> word.toString().equalsIgnoreCase(value))
        .findFirst()
        .orElseThrow(
            () ->
                new TypeConversionException(
                    "'"
                        + value
                        + "' is none of "
                        + Arrays.stream(words)
                            .map(Object::toString)
                            .collect(Collectors.joining(", "))));
  }
}
