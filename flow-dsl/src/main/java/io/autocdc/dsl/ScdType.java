// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Which history a target keeps (semantics.md, sections 3, 4 and 6). */
public enum ScdType {
  /** One row a key: the newest state. */
  TYPE_1("1"),
  /** One row a version, with {@code __START_AT} and {@code __END_AT}. */
  TYPE_2("2"),
  /** Versions in business time and in system time. */
  BITEMPORAL("bitemporal");

  private static final Pattern FORM =
      Pattern.compile(
          "(?:scd(?:[\\s_-]*type)?[\\s_-]*|type[\\s_-]*)?(1|2|bitemporal)",
          Pattern.CASE_INSENSITIVE);

  private final String text;

  ScdType(String text) {
    this.text = text;
  }

  /** Accepts {@code 1}, {@code SCD1}, {@code SCD TYPE 1} and the like, in any case. */
  public static Optional<ScdType> parse(String value) {
    Matcher form = FORM.matcher(value.strip());
    if (form.matches()) {
      for (ScdType type : values()) {
        if (type.text.equalsIgnoreCase(form.group(1))) {
          return Optional.of(type);
        }
      }
    }
    return Optional.empty();
  }

  /** True if the target keeps versions with {@code __START_AT} and {@code __END_AT}. */
  public boolean keepsHistory() {
    return this != TYPE_1;
  }

  /** The spelling of declarations: {@code 1}, {@code 2} or {@code bitemporal}. */
  @Override
  public String toString() {
    return text;
  }
}
