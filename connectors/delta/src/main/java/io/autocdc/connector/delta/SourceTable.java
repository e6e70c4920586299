// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.delta;

import io.autocdc.connector.delta.kernel.DeltaLocation;
import io.autocdc.connector.delta.kernel.DeltaState;
import io.autocdc.connector.delta.kernel.StoredColumn;
import io.autocdc.dsl.SourceDescription;
import io.autocdc.dsl.type.Column;
import io.autocdc.dsl.type.TableSchema;
import io.autocdc.spi.TableProblems;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A table that is read, of a catalog or in any folder, at its newest version.
 *
 * @param name what people call it
 */
record SourceTable(String name, DeltaLocation location, DeltaState newest) {

  /**
   * What the table tells its readers.
   *
   * @param declared the columns that the source declares; null if it leaves them to the table
   * @throws io.autocdc.dsl.problem.AutoCdcException INCOMPATIBLE_COLUMN if a column is declared
   *     with another type; UNSUPPORTED_TYPE if Flink has none for a column that is read
   */
  SourceDescription describe(TableSchema declared) {
    List<StoredColumn> columns = columns(declared);
    return new SourceDescription(
        new TableSchema(
            columns.stream().map(column -> Column.of(column.name(), column.type())).toList()),
        primaryKey(columns));
  }

  private static List<String> primaryKey(List<StoredColumn> columns) {
    return columns.stream()
        .filter(StoredColumn::isKey)
        .sorted(Comparator.comparing(StoredColumn::keyPosition))
        .map(StoredColumn::name)
        .toList();
  }

  /**
   * Makes sure that columns can be read.
   *
   * @throws io.autocdc.dsl.problem.AutoCdcException as {@link #describe}
   */
  void check(TableSchema declared) {
    columns(declared);
  }

  /** The columns of the table that are read. */
  private List<StoredColumn> columns(TableSchema declared) {
    List<StoredColumn> columns = new ArrayList<>();
    for (String column : newest.columnNames()) {
      if (declared == null || declared.contains(column)) {
        columns.add(column(column, declared));
      }
    }
    return columns;
  }

  private StoredColumn column(String column, TableSchema declared) {
    StoredColumn found;
    try {
      found = newest.column(column);
    } catch (IllegalArgumentException e) {
      throw DeltaProblems.unreadableColumn(name, column, e.getMessage());
    }
    if (declared != null) {
      Column asked = declared.find(column).orElseThrow();
      if (!asked.type().copy(true).equals(found.type().copy(true))) {
        throw TableProblems.declaredOtherwise(name, found.type(), asked);
      }
    }
    return found;
  }
}
