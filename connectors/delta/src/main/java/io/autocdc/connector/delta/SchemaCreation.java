// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.delta;

import io.autocdc.connector.delta.kernel.DeltaTypes;
import io.autocdc.connector.delta.kernel.StoredColumn;
import io.autocdc.dsl.problem.Problems;
import io.autocdc.dsl.type.Column;
import io.autocdc.spi.TableCatalog.TableDefinition;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/** Turns the definition of a table into what Delta stores. */
final class SchemaCreation {

  private static final Pattern NOT_IN_NAMES = Pattern.compile("[ ,;{}()\\n\\t=]");

  private SchemaCreation() {}

  /**
   * @throws io.autocdc.dsl.problem.AutoCdcException UNSUPPORTED_TYPE with every column that cannot
   *     be stored, INVALID_VALUE with every name that Delta does not take, CONFLICTING_OPTIONS with
   *     every property that rows cannot be written with
   */
  static List<StoredColumn> columns(TableDefinition definition) {
    Problems problems = new Problems();
    TableProperties.check(
        definition.name(), definition.properties(), !definition.primaryKey().isEmpty(), problems);
    checkColumns(definition, definition.schema().columns(), List.of(), problems);
    problems.throwIfErrors();
    return definition.schema().columns().stream()
        .map(
            column -> {
              int position = definition.primaryKey().indexOf(column.name());
              return new StoredColumn(column.name(), column.type().copy(position < 0), position);
            })
        .toList();
  }

  static Map<String, String> properties(TableDefinition definition) {
    return TableProperties.ofNew(definition.properties(), !definition.primaryKey().isEmpty());
  }

  /**
   * Checks the types and the names of columns.
   *
   * @param others names of the columns that the table has already
   */
  static void checkColumns(
      TableDefinition definition, List<Column> columns, List<String> others, Problems problems) {
    Set<String> taken = new HashSet<>();
    others.forEach(name -> taken.add(name.toLowerCase(Locale.ROOT)));
    for (Column column : columns) {
      checkType(definition, column, problems);
      if (!taken.add(column.name().toLowerCase(Locale.ROOT))) {
        problems.add(
            DeltaProblems.columnName(
                definition.name(),
                column.name(),
                "another column has that name in other letters, and to Delta they are the same"));
      }
    }
  }

  static void checkType(TableDefinition definition, Column column, Problems problems) {
    if (!DeltaTypes.isStorable(column.type())) {
      problems.add(DeltaProblems.unsupportedType(definition.name(), column.name(), column.type()));
    }
    names(column)
        .filter(name -> NOT_IN_NAMES.matcher(name).find())
        .forEach(
            name ->
                problems.add(
                    DeltaProblems.columnName(
                        definition.name(),
                        column.name(),
                        "Delta has no space and none of , ; { } ( ) = in names such as '"
                            + name
                            + "'")));
  }

  private static Stream<String> names(Column column) {
    return Stream.concat(Stream.of(column.name()), nestedNames(column.type()));
  }

  private static Stream<String> nestedNames(LogicalType type) {
    Stream<String> own =
        type instanceof RowType row ? row.getFieldNames().stream() : Stream.empty();
    return Stream.concat(own, type.getChildren().stream().flatMap(SchemaCreation::nestedNames));
  }
}
