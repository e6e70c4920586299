// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.type;

import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Problem;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.utils.LogicalTypeParser;

/**
 * Reads column lists. The types are Flink's to parse; the names are split off here, so that a
 * column may be called like a keyword ({@code date}, {@code time}) without backticks.
 */
final class SchemaParser {

  private SchemaParser() {}

  static TableSchema parse(String text) {
    List<Column> columns = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (String definition : splitTopLevel(text)) {
      Column column = parseColumn(definition.strip(), text);
      if (!names.add(column.name())) {
        throw invalid("column '" + column.name() + "' stands twice", text);
      }
      columns.add(column);
    }
    if (columns.isEmpty()) {
      throw invalid("there is no column", text);
    }
    return new TableSchema(columns);
  }

  static String quote(String name) {
    return name.matches("[A-Za-z_][A-Za-z0-9_]*") ? name : "`" + name.replace("`", "``") + "`";
  }

  private static Column parseColumn(String definition, String text) {
    int typeStart = endOfName(definition, text);
    String name = unquote(definition.substring(0, typeStart));
    String type = stripComment(definition.substring(typeStart).strip());
    if (name.isBlank() || type.isEmpty()) {
      throw invalid("'" + definition + "' is not a name followed by a type", text);
    }
    return Column.of(name, parseType(type, name, text));
  }

  private static LogicalType parseType(String type, String column, String text) {
    try {
      return LogicalTypeParser.parse(type, SchemaParser.class.getClassLoader());
    } catch (ValidationException e) {
      throw invalid("column '" + column + "': " + firstLine(e.getMessage()), text);
    }
  }

  private static int endOfName(String definition, String text) {
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
      throw invalid("a backtick is not closed in '" + definition + "'", text);
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

  private static String stripComment(String type) {
    return type.replaceFirst("(?i)\\s+COMMENT\\s+'(?:[^']|'')*'$", "");
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

  private static AutoCdcException invalid(String why, String text) {
    return new AutoCdcException(
        Problem.error(
            null,
            ErrorCode.INVALID_SCHEMA,
            "the schema '" + text.strip() + "' does not parse",
            why,
            "write 'name TYPE, name TYPE' with Flink SQL types"));
  }
}
