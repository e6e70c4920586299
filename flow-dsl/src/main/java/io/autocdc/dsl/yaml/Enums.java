// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.yaml;

import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Suggestions;
import io.autocdc.dsl.read.Text;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Reads values that are one of a few words, in any case. */
final class Enums {

  private Enums() {}

  /** The value under a key; null if there is none or it is another word, which is reported. */
  static <E extends Enum<E>> E read(MapReader reader, String key, Class<E> type) {
    Text text = reader.text(key);
    if (text == null) {
      return null;
    }
    for (E constant : type.getEnumConstants()) {
      if (constant.name().equalsIgnoreCase(text.value().strip())) {
        return constant;
      }
    }
    List<String> words =
        Arrays.stream(type.getEnumConstants())
            .map(constant -> constant.name().toLowerCase(Locale.ROOT))
            .toList();
    reader
        .context()
        .problems()
        .error(
            text.location(),
            ErrorCode.INVALID_VALUE,
            "the " + key + " is '" + text.value() + "'",
            "it is one of: " + String.join(", ", words),
            Suggestions.nearest(text.value(), words)
                .map(word -> "did you mean '" + word + "'?")
                .orElse("choose one of them"));
    return null;
  }
}
