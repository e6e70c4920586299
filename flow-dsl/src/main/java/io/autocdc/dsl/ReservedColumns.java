// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl;

import java.util.List;

/** Columns that history targets add (semantics.md, sections 4 and 6). */
public final class ReservedColumns {

  public static final String START_AT = "__START_AT";
  public static final String END_AT = "__END_AT";
  public static final String SYSTEM_START_AT = "__SYSTEM_START_AT";
  public static final String SYSTEM_END_AT = "__SYSTEM_END_AT";

  private static final List<String> ALL = List.of(START_AT, END_AT, SYSTEM_START_AT, SYSTEM_END_AT);

  private ReservedColumns() {}

  /** True for a reserved name in any case: engines that fold names would see two equal columns. */
  public static boolean isReserved(String column) {
    return ALL.stream().anyMatch(column::equalsIgnoreCase);
  }
}
