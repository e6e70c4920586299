// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.sql;

import io.autocdc.dsl.TableName;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** Writes names and texts as a script has them. */
final class SqlNames {

  /** Words that SQL reserves, or that begin something else where a name can stand. */
  private static final Set<String> KEYWORDS =
      Set.of(
          "AS",
          "BY",
          "CONSTRAINT",
          "CREATE",
          "DELETE",
          "DROP",
          "EXCEPT",
          "EXISTS",
          "FOR",
          "FROM",
          "IF",
          "INSERT",
          "INTERVAL",
          "INTO",
          "LIVE",
          "NOT",
          "NULL",
          "ON",
          "OR",
          "PRIMARY",
          "ROW",
          "SELECT",
          "SET",
          "SNAPSHOT",
          "STREAM",
          "TABLE",
          "TO",
          "UPDATE",
          "WATERMARK",
          "WHEN",
          "WITH");

  private SqlNames() {}

  /** The name, in backticks if it is such a word or has unusual characters. */
  static String name(String name) {
    boolean plain =
        name.matches("[A-Za-z_][A-Za-z0-9_]*") && !KEYWORDS.contains(name.toUpperCase(Locale.ROOT));
    return plain ? name : "`" + name.replace("`", "``") + "`";
  }

  static String list(List<String> names) {
    return names.stream().map(SqlNames::name).collect(Collectors.joining(", ", "(", ")"));
  }

  /** {@code schema.table}, with the catalog if it is not the built-in one. */
  static String table(TableName table) {
    String inCatalog = name(table.schema()) + "." + name(table.table());
    return table.catalog().equals(TableName.DEFAULT_CATALOG)
        ? inCatalog
        : name(table.catalog()) + "." + inCatalog;
  }

  static String text(String text) {
    return "'" + text.replace("'", "''") + "'";
  }
}
