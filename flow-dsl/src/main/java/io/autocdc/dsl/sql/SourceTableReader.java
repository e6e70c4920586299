// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.sql;

import io.autocdc.dsl.ChangeFeeds;
import io.autocdc.dsl.DatabaseOptions;
import io.autocdc.dsl.FileOptions;
import io.autocdc.dsl.ReadMode;
import io.autocdc.dsl.Source;
import io.autocdc.dsl.SourceTypes;
import io.autocdc.dsl.SourceTypes.SourceType;
import io.autocdc.dsl.Watermark;
import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Location;
import io.autocdc.dsl.problem.Locations;
import io.autocdc.dsl.problem.Problem;
import io.autocdc.dsl.problem.Problems;
import io.autocdc.dsl.problem.Suggestions;
import io.autocdc.dsl.read.PipelineAssembly;
import io.autocdc.dsl.read.Text;
import io.autocdc.dsl.sql.grammar.SqlScriptParser.ColumnContext;
import io.autocdc.dsl.sql.grammar.SqlScriptParser.ConstraintContext;
import io.autocdc.dsl.sql.grammar.SqlScriptParser.DelayContext;
import io.autocdc.dsl.sql.grammar.SqlScriptParser.ElementContext;
import io.autocdc.dsl.sql.grammar.SqlScriptParser.ElementsContext;
import io.autocdc.dsl.sql.grammar.SqlScriptParser.PrimaryKeyContext;
import io.autocdc.dsl.sql.grammar.SqlScriptParser.SourceTableContext;
import io.autocdc.dsl.sql.grammar.SqlScriptParser.WatermarkContext;
import io.autocdc.dsl.type.Column;
import io.autocdc.dsl.type.TableSchema;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Reads Flink's {@code CREATE TABLE}: a source. */
final class SourceTableReader {

  static final String CONNECTOR = "connector";
  static final String READ_MODE = "read_mode";
  private static final Map<String, Duration> UNITS =
      Map.of(
          "DAY", Duration.ofDays(1),
          "HOUR", Duration.ofHours(1),
          "MINUTE", Duration.ofMinutes(1),
          "SECOND", Duration.ofSeconds(1));

  private final Statement statement;
  private final PipelineAssembly assembly;
  private final Problems problems;
  private final Words words;
  private boolean schemaIsBroken;

  SourceTableReader(Statement statement, PipelineAssembly assembly) {
    this.statement = statement;
    this.assembly = assembly;
    this.problems = assembly.builder().problems();
    this.words = new Words(statement, problems);
  }

  void read(SourceTableContext table) {
    if (table.name == null) {
      return;
    }
    Text name = words.relation(table.name);
    String path = assembly.nextPath(Locations.source(name.value()));
    Locations locations = assembly.locations();
    locations.put(path, statement.location());
    locations.put(path + "/name", name.location());
    if (table.exception != null || table.properties() == null) {
      if (table.exception == null && table.getParent().exception == null) {
        problems.error(
            statement.location(table.name),
            ErrorCode.MISSING_KEY,
            "the table '" + name.value() + "' has no connector",
            "a table is what rows are read from; targets are streaming tables",
            "add WITH ('connector' = 'files', ...), or write CREATE STREAMING TABLE");
      }
      addUnreadable(name.value(), path);
      return;
    }
    Map<String, Text> options = new Properties(statement, problems).read(table.properties());
    if (table.group() != null) {
      putPartitionColumns(columns(statement.text(table.group())), options);
    }
    TableSchema schema = table.elements() == null ? null : schema(table.elements(), options, path);
    Watermark watermark = table.elements() == null ? null : watermark(table.elements(), path);
    Text connector = options.remove(CONNECTOR);
    Text readMode = options.remove(READ_MODE);
    if (readMode != null) {
      locations.put(path + "/" + READ_MODE, readMode.location());
    }
    ReadMode mode = readMode(readMode);
    String type = type(connector, name, path);
    Map<String, String> values = new LinkedHashMap<>();
    options.forEach(
        (key, value) -> {
          String option = SourceTypes.find(type).map(known -> known.canonical(key)).orElse(key);
          String other = values.putIfAbsent(option, value.value());
          if (other != null && !other.equals(value.value())) {
            problems.error(
                value.location(),
                ErrorCode.DUPLICATE_KEY,
                "the option '" + key + "' is another name of '" + option + "'",
                "it stands there already, as '" + other + "'",
                "keep one of them");
          }
          locations.put(path + "/options/" + option, value.location());
        });
    assembly.add(new Source(name.value(), type, mode, values, schema, watermark), schemaIsBroken);
  }

  private void putPartitionColumns(Text columns, Map<String, Text> options) {
    Text option = options.putIfAbsent(FileOptions.PARTITION_COLUMNS, columns);
    if (option != null) {
      problems.error(
          columns.location(),
          ErrorCode.DUPLICATE_KEY,
          "the table is PARTITIONED BY columns",
          "its option '" + FileOptions.PARTITION_COLUMNS + "' says the same",
          "keep one of them");
    }
  }

  private String type(Text connector, Text name, String path) {
    if (connector == null) {
      problems.error(
          name.location(),
          ErrorCode.MISSING_KEY,
          "the table '" + name.value() + "' has no connector",
          "it says what is read",
          "add 'connector' = 'files'");
    } else {
      assembly.locations().put(path + "/type", connector.location());
      Optional<SourceType> known =
          SourceTypes.names().contains(connector.value())
              ? SourceTypes.find(connector.value())
              : Optional.empty();
      if (known.isPresent()) {
        return known.get().name();
      }
      problems.error(
          connector.location(),
          ErrorCode.NOT_AVAILABLE,
          "the table '" + name.value() + "' has the connector '" + connector.value() + "'",
          "this version cannot read it",
          Suggestions.nearest(connector.value(), SourceTypes.names())
              .map(near -> "did you mean '" + near + "'?")
              .orElse("use one of: " + String.join(", ", SourceTypes.names())));
    }
    assembly.locations().markBroken(path + "/type");
    return connector == null ? "" : connector.value();
  }

  private ReadMode readMode(Text mode) {
    for (ReadMode known : ReadMode.values()) {
      if (mode == null || known.name().equalsIgnoreCase(mode.value().strip())) {
        return mode == null ? ReadMode.STREAM : known;
      }
    }
    problems.error(
        mode.location(),
        ErrorCode.INVALID_VALUE,
        "the " + READ_MODE + " is '" + mode.value() + "'",
        "it is one of: stream, batch",
        "choose one of them");
    return ReadMode.STREAM;
  }

  private TableSchema schema(ElementsContext elements, Map<String, Text> options, String path) {
    Text format = options.get("format");
    Text connector = options.get(CONNECTOR);
    boolean table =
        connector != null
            && List.of(SourceTypes.PAIMON, SourceTypes.DELTA).contains(connector.value())
            && !options.containsKey(SourceTypes.VERSION_FROM);
    boolean feed =
        table
            || connector != null && DatabaseOptions.isDatabase(connector.value())
            || format != null && format.value().equals(ChangeFeeds.DEBEZIUM_JSON);
    assembly.locations().put(path + "/schema", statement.location(elements));
    List<Column> columns = new ArrayList<>();
    for (ElementContext element : elements.element()) {
      if (element instanceof ColumnContext column) {
        addColumn(statement.text(column), columns);
      } else if (element instanceof ConstraintContext) {
        invalid(
            statement.location(element),
            "a source table has a CONSTRAINT",
            "rules about rows stand in views and streaming tables",
            "move it to CREATE VIEW v (CONSTRAINT ...) AS SELECT * FROM the table");
      } else if (feed && element instanceof PrimaryKeyContext key) {
        options.putIfAbsent(ChangeFeeds.PRIMARY_KEY, columns(statement.text(key.group())));
      } else if (!(element instanceof WatermarkContext)) {
        problems.warning(
            statement.location(element),
            ErrorCode.NO_EFFECT,
            "the PRIMARY KEY of a source has no effect",
            "the flow says what its keys are",
            "remove it, and write KEYS in the flow");
      }
    }
    return schemaIsBroken || columns.isEmpty() ? null : new TableSchema(columns);
  }

  /** The columns between parentheses, as the option of that name has them. */
  private static Text columns(Text group) {
    String list = group.value().strip();
    String columns =
        Arrays.stream(list.substring(1, list.length() - 1).split(",", -1))
            .map(String::strip)
            .map(name -> name.startsWith("`") ? name.replaceAll("^`|`$", "") : name)
            .collect(Collectors.joining(", "));
    return new Text(columns, group.location(), null);
  }

  private void addColumn(Text definition, List<Column> columns) {
    try {
      Column column = TableSchema.parse(definition.value()).columns().get(0);
      if (columns.stream().anyMatch(known -> known.name().equals(column.name()))) {
        invalid(
            definition.location(),
            "column '" + column.name() + "' stands twice in the schema",
            "a name is unique",
            "remove one of them");
      } else {
        columns.add(column);
      }
    } catch (AutoCdcException e) {
      schemaIsBroken = true;
      for (Problem problem : e.problems()) {
        problems.add(problem.at(definition.location()));
      }
    }
  }

  private Watermark watermark(ElementsContext elements, String path) {
    Watermark found = null;
    for (ElementContext element : elements.element()) {
      if (element instanceof WatermarkContext watermark) {
        Location location = statement.location(watermark);
        String column = Words.name(watermark.column);
        DelayContext delay = watermark.delay();
        Optional<Duration> behind = delay(delay);
        if (found != null) {
          invalid(location, "a second WATERMARK", "event time is one column", "keep one of them");
        } else if (!column.equals(Words.name(delay.identifier(0))) || behind.isEmpty()) {
          invalid(
              statement.location(delay),
              "the watermark is '" + statement.text(delay).value() + "'",
              "a watermark stays behind its column by a time",
              "write " + column + " - INTERVAL '5' SECOND; units are SECOND, MINUTE, HOUR, DAY");
        } else {
          found = new Watermark(column, behind.get());
          assembly
              .locations()
              .put(path + "/watermark/column", statement.location(watermark.column));
        }
      }
    }
    return found;
  }

  private Optional<Duration> delay(DelayContext delay) {
    if (delay.amount == null) {
      return Optional.of(Duration.ZERO);
    }
    Duration unit = UNITS.get(Words.name(delay.unit).toUpperCase(Locale.ROOT));
    try {
      BigDecimal amount = new BigDecimal(words.string(delay.amount).value().strip());
      BigDecimal nanos =
          amount
              .multiply(BigDecimal.valueOf(unit == null ? 0 : unit.toSeconds()))
              .movePointRight(9);
      return unit == null || nanos.signum() < 0
          ? Optional.empty()
          : Optional.of(Duration.ofNanos(nanos.longValueExact()));
    } catch (ArithmeticException | NumberFormatException e) {
      return Optional.empty();
    }
  }

  private void invalid(Location location, String what, String why, String remedy) {
    schemaIsBroken = true;
    problems.error(location, ErrorCode.INVALID_SCHEMA, what, why, remedy);
  }

  /** Keeps the name known, so that its readers are not reported as well. */
  private void addUnreadable(String name, String path) {
    for (String piece : new String[] {"path", "format", "schema"}) {
      assembly.locations().markBroken(path + "/" + piece);
    }
    assembly.add(new Source(name, SourceTypes.FILES, ReadMode.STREAM, Map.of(), null, null), true);
  }
}
