// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.check;

import io.autocdc.dsl.DatabaseOptions;
import io.autocdc.dsl.SourceTypes;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** The forms that options of sources in databases have. */
final class DatabaseForms {

  private static final Pattern SLOT = Pattern.compile("[a-z0-9_]{1,63}");

  /** What Flink CDC can keep the name of in state. */
  private static final Pattern TABLE =
      Pattern.compile("[^\\s\"'`.,]{1,63}([.][^\\s\"'`.,]{1,63})?");

  private static final Pattern PORT = Pattern.compile("[0-9]{1,5}");
  private static final Pattern SERVER_ID =
      Pattern.compile("[1-9][0-9]{0,9}( *- *[1-9][0-9]{0,9})?");
  private static final int LONGEST_NAME = 63;
  private static final int LAST_PORT = 65535;

  private DatabaseForms() {}

  /** What the value should be; empty if it is that, or the option has no form of its own here. */
  static Optional<String> expected(String option, String value) {
    return switch (option) {
      case DatabaseOptions.HOSTNAME, DatabaseOptions.DATABASE, DatabaseOptions.USERNAME ->
          unless(!value.isBlank(), "a text that is not empty");
      case SourceTypes.TABLE ->
          unless(
              TABLE.matcher(value).matches(),
              "schema.table or table, in names without blanks, quotes, commas and dots");
      case DatabaseOptions.PORT -> unless(isPort(value), "a number from 1 to 65535");
      case DatabaseOptions.SLOT_NAME ->
          unless(
              SLOT.matcher(value).matches(),
              "up to 63 small letters, digits and underscores, as Postgres wants it");
      case DatabaseOptions.PUBLICATION_NAME, DatabaseOptions.SCHEMA_NAME ->
          unless(!value.isBlank() && value.length() <= LONGEST_NAME, "up to 63 characters");
      case DatabaseOptions.SERVER_ID ->
          unless(SERVER_ID.matcher(value).matches(), "a number, or a range such as 5400-5410");
      case DatabaseOptions.STARTING_POSITION ->
          oneOf(value, DatabaseOptions.INITIAL, DatabaseOptions.LATEST);
      case DatabaseOptions.DECODING_PLUGIN_NAME -> oneOf(value, DatabaseOptions.PGOUTPUT);
      default -> Optional.empty();
    };
  }

  private static boolean isPort(String value) {
    return PORT.matcher(value).matches()
        && Integer.parseInt(value) >= 1
        && Integer.parseInt(value) <= LAST_PORT;
  }

  private static Optional<String> oneOf(String value, String... values) {
    return unless(List.of(values).contains(value), String.join(" or ", values));
  }

  private static Optional<String> unless(boolean fits, String form) {
    return fits ? Optional.empty() : Optional.of(form);
  }
}
