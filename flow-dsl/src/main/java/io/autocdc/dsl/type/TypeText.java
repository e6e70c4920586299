// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.type;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.flink.table.types.logical.LogicalType;

/** Writes types as users of Flink SQL do: {@code STRING} and {@code BYTES} have short names. */
public final class TypeText {

  /** Names of fields and their comments stand between quotes. */
  private static final Pattern LONG_NAME =
      Pattern.compile("`[^`]*`|'[^']*'|VARCHAR\\(2147483647\\)|VARBINARY\\(2147483647\\)");

  private TypeText() {}

  /** The type in the form that Flink SQL and {@link TableSchema#parse} read. */
  public static String of(LogicalType type) {
    return LONG_NAME
        .matcher(type.asSerializableString())
        .replaceAll(found -> Matcher.quoteReplacement(shortName(found.group())));
  }

  private static String shortName(String found) {
    return switch (found) {
      case "VARCHAR(2147483647)" -> "STRING";
      case "VARBINARY(2147483647)" -> "BYTES";
      default -> found;
    };
  }
}
