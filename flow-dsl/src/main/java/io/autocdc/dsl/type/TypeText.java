// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.type;

import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.flink.table.types.logical.LogicalType;

/** Writes types as users of Flink SQL do, with short names where there are some. */
public final class TypeText {

  /** Names of fields and their comments stand between quotes. */
  private static final Pattern LONG_NAME =
      Pattern.compile(
          "`[^`]*`|'[^']*'|VARCHAR\\(2147483647\\)|VARBINARY\\(2147483647\\)"
              + "|TIMESTAMP(\\(\\d\\)) WITH LOCAL TIME ZONE");

  private TypeText() {}

  /** The type in the form that Flink SQL and {@link TableSchema#parse} read. */
  public static String of(LogicalType type) {
    return LONG_NAME
        .matcher(type.asSerializableString())
        .replaceAll(found -> Matcher.quoteReplacement(shortName(found)));
  }

  private static String shortName(MatchResult found) {
    if (found.group(1) != null) {
      return "TIMESTAMP_LTZ" + found.group(1);
    }
    return switch (found.group()) {
      case "VARCHAR(2147483647)" -> "STRING";
      case "VARBINARY(2147483647)" -> "BYTES";
      default -> found.group();
    };
  }
}
