// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl;

import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Problem;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * The full name of a table.
 *
 * @param catalog name of a built-in or declared catalog
 * @param schema schema, called database in Flink
 * @param table table
 */
public record TableName(String catalog, String schema, String table) implements Serializable {

  public static final String DEFAULT_CATALOG = "paimon";
  public static final String DEFAULT_SCHEMA = "default";

  /** Ending of the table that takes the invalid rows of a target. */
  public static final String QUARANTINE_SUFFIX = "__quarantine";

  /**
   * Reads {@code catalog.schema.table}, {@code schema.table} or {@code table}; a part with a dot or
   * a space stands between backticks. A missing schema is {@code default}.
   *
   * @throws AutoCdcException INVALID_TABLE_NAME
   */
  public static TableName parse(String text, String defaultCatalog) {
    List<String> parts = split(text);
    return switch (parts.size()) {
      case 1 -> new TableName(defaultCatalog, DEFAULT_SCHEMA, parts.get(0));
      case 2 -> new TableName(defaultCatalog, parts.get(0), parts.get(1));
      case 3 -> new TableName(parts.get(0), parts.get(1), parts.get(2));
      default -> throw invalid(text, "it has " + parts.size() + " parts");
    };
  }

  public static TableName parse(String text) {
    return parse(text, DEFAULT_CATALOG);
  }

  public TableName quarantine() {
    return new TableName(catalog, schema, table + QUARANTINE_SUFFIX);
  }

  /** {@code schema.table}, with backticks where a part needs them. */
  public String inCatalog() {
    return quote(schema) + "." + quote(table);
  }

  @Override
  public String toString() {
    return quote(catalog) + "." + inCatalog();
  }

  private static String quote(String part) {
    return part.matches("[A-Za-z0-9_]+") ? part : "`" + part.replace("`", "``") + "`";
  }

  private static List<String> split(String text) {
    List<String> parts = new ArrayList<>();
    StringBuilder part = new StringBuilder();
    boolean quoted = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '`' && quoted && i + 1 < text.length() && text.charAt(i + 1) == '`') {
        part.append(c);
        i++;
      } else if (c == '`') {
        quoted = !quoted;
      } else if (c == '.' && !quoted) {
        parts.add(part.toString());
        part.setLength(0);
      } else {
        part.append(c);
      }
    }
    parts.add(part.toString());
    if (quoted) {
      throw invalid(text, "a backtick is not closed");
    }
    if (parts.stream().anyMatch(String::isBlank)) {
      throw invalid(text, "a part is empty");
    }
    return parts;
  }

  private static AutoCdcException invalid(String text, String why) {
    return new AutoCdcException(
        Problem.error(
            null,
            ErrorCode.INVALID_TABLE_NAME,
            "'" + text + "' is not a table name",
            why,
            "write catalog.schema.table, schema.table or table"));
  }
}
