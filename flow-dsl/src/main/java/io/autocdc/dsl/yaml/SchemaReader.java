// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.yaml;

import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Location;
import io.autocdc.dsl.problem.Problem;
import io.autocdc.dsl.read.Text;
import io.autocdc.dsl.type.Column;
import io.autocdc.dsl.type.TableSchema;
import io.autocdc.dsl.yaml.YamlNode.Mapping;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Reads the schema of a source: the text form, {@code columns} by name and type, or a file with one
 * of the two.
 */
final class SchemaReader {

  private static final List<String> TEXT_FILES = List.of(".ddl", ".sql", ".txt");
  private static final List<String> YAML_FILES = List.of(".yaml", ".yml");

  private final ReadContext context;

  SchemaReader(ReadContext context) {
    this.context = context;
  }

  /** The schema under the key {@code schema}; null if it cannot be read, which is reported. */
  TableSchema read(MapReader source) {
    YamlNode value = source.node("schema");
    if (value instanceof Mapping) {
      return readColumns(source.map("schema", "schema"));
    }
    Text text = source.identifier("schema");
    if (text == null) {
      return null;
    }
    if (hasEnding(text.value(), TEXT_FILES) || hasEnding(text.value(), YAML_FILES)) {
      return readFile(text);
    }
    return parse(text.value(), text.location());
  }

  private TableSchema readFile(Text name) {
    Path file = context.layout().find(name.value().strip(), name.location(), "schemas");
    if (file == null) {
      context
          .problems()
          .error(
              name.location(),
              ErrorCode.FILE_NOT_FOUND,
              "there is no schema file '" + name.value() + "'",
              "it is looked for in the project folder and in schemas",
              "check the name, or write the schema itself");
      return null;
    }
    if (hasEnding(name.value(), TEXT_FILES)) {
      String text = context.layout().read(file, context.problems());
      return text == null ? null : parse(text, new Location(context.layout().display(file), 1, 1));
    }
    List<YamlNode> documents = context.layout().parse(file, context.problems());
    if (documents.size() == 1 && documents.get(0) instanceof Mapping mapping) {
      return readColumns(new MapReader(mapping, "schema", context));
    }
    if (!context.problems().hasErrors()) {
      invalid(new Location(context.layout().display(file), 1, 1), "the schema file has no columns");
    }
    return null;
  }

  private TableSchema readColumns(MapReader schema) {
    schema.accept("name", "version", "description", "table", "primary_key");
    schema.requireKey("columns", "list the columns, each with name and type");
    List<MapReader> items = schema.maps("columns", "column");
    schema.reportUnknownKeys();
    int before = context.problems().size();
    List<Column> columns = new ArrayList<>();
    for (MapReader item : items) {
      item.accept("comment", "description");
      Text name = item.requiredText("name", "give the column a name");
      Text type = item.requiredText("type", "give the column a Flink SQL type");
      Boolean nullable = item.bool("nullable");
      item.reportUnknownKeys();
      if (name != null && type != null) {
        Column column = column(name, type, nullable == null || nullable);
        if (column != null && columns.stream().anyMatch(c -> c.name().equals(column.name()))) {
          invalid(name.location(), "column '" + name.value() + "' stands twice in the schema");
        } else if (column != null) {
          columns.add(column);
        }
      }
    }
    if (columns.isEmpty() && context.problems().size() == before && schema.has("columns")) {
      invalid(schema.valueLocation("columns"), "the schema has no columns");
    }
    return context.problems().size() > before || columns.isEmpty()
        ? null
        : new TableSchema(columns);
  }

  private Column column(Text name, Text type, boolean nullable) {
    String quoted = "`" + name.value().replace("`", "``") + "`";
    String definition = quoted + " " + type.value() + (nullable ? "" : " NOT NULL");
    TableSchema parsed =
        parse(
            type.value().strip().toUpperCase(Locale.ROOT).endsWith("NOT NULL")
                ? quoted + " " + type.value()
                : definition,
            type.location());
    return parsed == null || parsed.columns().size() != 1 ? null : parsed.columns().get(0);
  }

  private TableSchema parse(String text, Location location) {
    try {
      return TableSchema.parse(text);
    } catch (AutoCdcException e) {
      for (Problem problem : e.problems()) {
        context.problems().add(problem.at(location));
      }
      return null;
    }
  }

  private void invalid(Location location, String what) {
    context
        .problems()
        .error(
            location,
            ErrorCode.INVALID_SCHEMA,
            what,
            "a schema has columns with unique names",
            "write columns: [{ name: id, type: BIGINT }]");
  }

  private static boolean hasEnding(String text, List<String> endings) {
    String name = text.strip().toLowerCase(Locale.ROOT);
    return endings.stream().anyMatch(name::endsWith) && !name.contains("\n");
  }
}
