// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.type;

import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Problem;
import io.autocdc.dsl.problem.Suggestions;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.logical.UnresolvedUserDefinedType;
import org.apache.flink.table.types.logical.utils.LogicalTypeParser;

/**
 * Reads column lists. The types are Flink's to parse; the names are split off here, so that a
 * column may be called like a keyword ({@code date}, {@code time}) without backticks.
 */
final class SchemaParser {

  private static final String FORM = "write 'name TYPE, name TYPE' with Flink SQL types";

  /** Quoted text, which stays, or a comment, which goes. */
  private static final Pattern QUOTED_OR_SQL_COMMENT =
      Pattern.compile("'(?:[^']|'')*'|`(?:[^`]|``)*`|(--[^\\n]*|/\\*(?s:.*?)\\*/)");

  private static final Pattern COLUMN_COMMENT =
      Pattern.compile("(?is)\\s+COMMENT\\s+'(?:[^']|'')*'$");

  /** Types of other systems, and what they are in Flink. */
  private static final Map<String, String> FOREIGN_TYPES =
      Map.ofEntries(
          Map.entry("LONG", "BIGINT"),
          Map.entry("TEXT", "STRING"),
          Map.entry("DATETIME", "TIMESTAMP(3)"),
          Map.entry("TIMESTAMP_NTZ", "TIMESTAMP(6)"),
          Map.entry("TIMESTAMPTZ", "TIMESTAMP_LTZ(6)"),
          Map.entry("BOOL", "BOOLEAN"),
          Map.entry("SHORT", "SMALLINT"),
          Map.entry("BYTE", "TINYINT"),
          Map.entry("NUMBER", "DECIMAL(38, 0)"),
          Map.entry("STRUCT", "ROW<name TYPE>"),
          Map.entry("JSON", "STRING"),
          Map.entry("UUID", "STRING"));

  private static final List<String> FLINK_TYPES =
      List.of(
          "CHAR",
          "VARCHAR",
          "STRING",
          "BOOLEAN",
          "BINARY",
          "VARBINARY",
          "BYTES",
          "DECIMAL",
          "NUMERIC",
          "TINYINT",
          "SMALLINT",
          "INT",
          "INTEGER",
          "BIGINT",
          "FLOAT",
          "DOUBLE",
          "DATE",
          "TIME",
          "TIMESTAMP",
          "TIMESTAMP_LTZ",
          "INTERVAL",
          "ARRAY",
          "MAP",
          "MULTISET",
          "ROW");

  private SchemaParser() {}

  static TableSchema parse(String text) {
    List<Column> columns = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (String definition : splitTopLevel(withoutSqlComments(text))) {
      Column column = parseColumn(definition.strip());
      if (!names.add(column.name())) {
        throw invalid(
            "column '" + column.name() + "' stands twice in the schema", "a name is unique", FORM);
      }
      columns.add(column);
    }
    if (columns.isEmpty()) {
      throw invalid("the schema is empty", "a source has at least one column", FORM);
    }
    return new TableSchema(columns);
  }

  static String quote(String name) {
    return name.matches("[A-Za-z_][A-Za-z0-9_]*") ? name : "`" + name.replace("`", "``") + "`";
  }

  private static Column parseColumn(String definition) {
    if (definition.isEmpty()) {
      throw invalid(
          "the schema has a comma with no column beside it", "it separates columns", FORM);
    }
    int typeStart = endOfName(definition);
    String name = unquote(definition.substring(0, typeStart));
    String type = COLUMN_COMMENT.matcher(definition.substring(typeStart)).replaceFirst("").strip();
    if (name.isBlank() || type.isEmpty()) {
      throw invalid(
          "'" + definition + "' in the schema is not a column",
          "a name is followed by a type",
          FORM);
    }
    return Column.of(name, parseType(type, name));
  }

  private static LogicalType parseType(String type, String column) {
    LogicalType parsed;
    try {
      parsed = LogicalTypeParser.parse(type, SchemaParser.class.getClassLoader());
    } catch (ValidationException e) {
      throw invalidType(type, column, firstLine(e.getMessage()));
    }
    if (findUnknown(parsed) != null) {
      throw invalidType(
          type, column, "'" + nameOf(findUnknown(parsed)) + "' is not a Flink SQL type");
    }
    if (parsed.is(LogicalTypeRoot.NULL)) {
      throw invalidType(type, column, "a column of type NULL has no values");
    }
    return parsed;
  }

  /** Flink takes an unknown name for a type that some catalog defines. */
  private static UnresolvedUserDefinedType findUnknown(LogicalType type) {
    if (type instanceof UnresolvedUserDefinedType unknown) {
      return unknown;
    }
    return type.getChildren().stream()
        .map(SchemaParser::findUnknown)
        .filter(unknown -> unknown != null)
        .findFirst()
        .orElse(null);
  }

  /** Flink's own text of the type fails on names with a percent sign. */
  private static String nameOf(UnresolvedUserDefinedType type) {
    return type.getUnresolvedIdentifier().asSummaryString().replace("`", "");
  }

  private static AutoCdcException invalidType(String type, String column, String why) {
    String bare = type.toUpperCase(Locale.ROOT).split("[\\s(<]", 2)[0];
    Optional<String> flink =
        Optional.ofNullable(FOREIGN_TYPES.get(bare))
            .or(() -> Suggestions.nearest(bare, FLINK_TYPES));
    return invalid(
        "column '" + column + "' has the type '" + type + "'",
        why,
        flink.map(name -> "did you mean " + name + "?").orElse("use a Flink SQL type"));
  }

  private static int endOfName(String definition) {
    if (definition.startsWith("`")) {
      for (int i = 1; i < definition.length(); i++) {
        if (definition.charAt(i) == '`') {
          if (i + 1 < definition.length() && definition.charAt(i + 1) == '`') {
            i++;
          } else {
            return i + 1;
          }
        }
      }
      throw invalid(
          "a backtick is not closed in '" + definition + "'", "backticks stand in pairs", FORM);
    }
    int i = 0;
    while (i < definition.length() && !Character.isWhitespace(definition.charAt(i))) {
      i++;
    }
    return i;
  }

  private static String unquote(String name) {
    return name.startsWith("`") ? name.substring(1, name.length() - 1).replace("``", "`") : name;
  }

  private static String withoutSqlComments(String text) {
    Matcher matcher = QUOTED_OR_SQL_COMMENT.matcher(text);
    return matcher.replaceAll(
        found -> found.group(1) == null ? Matcher.quoteReplacement(found.group()) : " ");
  }

  private static List<String> splitTopLevel(String text) {
    List<String> parts = new ArrayList<>();
    StringBuilder part = new StringBuilder();
    int depth = 0;
    char quote = 0;
    for (char c : text.toCharArray()) {
      if (quote != 0) {
        quote = c == quote ? 0 : quote;
      } else if (c == '`' || c == '\'') {
        quote = c;
      } else if (c == '<' || c == '(') {
        depth++;
      } else if (c == '>' || c == ')') {
        depth--;
      } else if (c == ',' && depth == 0) {
        parts.add(part.toString());
        part.setLength(0);
        continue;
      }
      part.append(c);
    }
    if (!part.toString().isBlank() || !parts.isEmpty()) {
      parts.add(part.toString());
    }
    return parts;
  }

  private static String firstLine(String message) {
    return message.lines().findFirst().orElse(message);
  }

  private static AutoCdcException invalid(String what, String why, String remedy) {
    return new AutoCdcException(Problem.error(null, ErrorCode.INVALID_SCHEMA, what, why, remedy));
  }
}
