// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl;

import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Problem;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The full name of a table.
 *
 * @param catalog name of a built-in or declared catalog
 * @param schema schema, called database in Flink
 * @param table table
 */
public record TableName(String catalog, String schema, String table) implements Serializable {

  public static final String DEFAULT_CATALOG = "paimon";
  public static final String DELTA_CATALOG = "delta";
  public static final String DEFAULT_SCHEMA = "default";

  /** Catalogs that need no declaration. */
  public static final Set<String> BUILT_IN_CATALOGS = Set.of(DEFAULT_CATALOG, DELTA_CATALOG);

  /** Ending of the table that takes the invalid rows of a target. */
  public static final String QUARANTINE_SUFFIX = "__quarantine";

  /** Ending of the table that tells what the runs of a pipeline did. */
  public static final String EVENT_LOG_SUFFIX = "__event_log";

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

  /** True if the text names a table and nothing more. */
  public static boolean isBare(String text) {
    return split(text).size() == 1;
  }

  /** True if the text says in which catalog the table is. */
  public static boolean namesCatalog(String text) {
    return split(text).size() == 3;
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
    int at = 0;
    do {
      int end = endOfPart(text, at);
      parts.add(unquote(text.substring(at, end).strip(), text));
      at = end + 1;
    } while (at <= text.length());
    return parts;
  }

  /** Position of the dot behind a part, or the end of the text. */
  private static int endOfPart(String text, int start) {
    boolean quoted = false;
    for (int i = start; i < text.length(); i++) {
      if (text.charAt(i) == '`') {
        quoted = !quoted;
      } else if (text.charAt(i) == '.' && !quoted) {
        return i;
      }
    }
    if (quoted) {
      throw invalid(text, "a backtick is not closed");
    }
    return text.length();
  }

  private static String unquote(String part, String text) {
    String name = part;
    if (part.startsWith("`")) {
      String inner = part.substring(1, part.length() - 1);
      if (!part.endsWith("`") || inner.replace("``", "").contains("`")) {
        throw invalid(text, "there is something before or behind a part in backticks");
      }
      name = inner.replace("``", "`");
    } else if (part.contains("`") || part.chars().anyMatch(Character::isWhitespace)) {
      throw invalid(text, "a part with a space or a backtick needs backticks around it");
    }
    if (name.isBlank()) {
      throw invalid(text, "a part is empty");
    }
    return name;
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
