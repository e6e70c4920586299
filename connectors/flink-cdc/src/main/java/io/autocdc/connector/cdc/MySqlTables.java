// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.cdc;

import io.autocdc.dsl.SourceDescription;
import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.type.Column;
import io.autocdc.dsl.type.TableSchema;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.flink.table.types.logical.LogicalType;

/** Looks up columns and keys of tables. */
final class MySqlTables {

  private static final String COLUMNS =
      """
      SELECT c.column_name, c.data_type, c.column_type, c.numeric_precision, c.numeric_scale,
        c.datetime_precision, k.ordinal_position
      FROM information_schema.tables t
      JOIN information_schema.columns c
        ON c.table_schema = t.table_schema AND c.table_name = t.table_name
      LEFT JOIN information_schema.key_column_usage k
        ON k.table_schema = c.table_schema AND k.table_name = c.table_name
        AND k.column_name = c.column_name AND k.constraint_name = 'PRIMARY'
      WHERE t.table_schema = ? AND t.table_name = ? AND t.table_type = 'BASE TABLE'
      ORDER BY c.ordinal_position
      """;

  private static final String TABLES =
      "SELECT table_name FROM information_schema.tables WHERE table_schema = ? LIMIT 1000";

  private MySqlTables() {}

  /**
   * Columns and primary key of a table, as far as changes have them.
   *
   * @throws AutoCdcException SOURCE_UNREACHABLE, SOURCE_REFUSED, TABLE_NOT_FOUND
   */
  static SourceDescription describe(MySqlSettings settings) {
    List<Column> columns = new ArrayList<>();
    SortedMap<Integer, String> keys = new TreeMap<>();
    try (MySqlServer server = MySqlServer.connect(settings);
        PreparedStatement statement = server.connection().prepareStatement(COLUMNS)) {
      statement.setString(1, settings.address().database());
      statement.setString(2, settings.table());
      try (ResultSet found = statement.executeQuery()) {
        while (found.next()) {
          String name = found.getString(1);
          Optional<LogicalType> type =
              MySqlTypes.of(
                  found.getString(2),
                  found.getString(3),
                  found.getInt(4),
                  found.getInt(5),
                  found.getInt(6));
          int key = found.getInt(7);
          type.map(known -> Column.of(name, known.copy(key == 0))).ifPresent(columns::add);
          if (key > 0) {
            keys.put(key, name);
          }
        }
      }
      if (columns.isEmpty()) {
        throw new AutoCdcException(
            DatabaseProblems.tableNotFound(
                settings.source(), settings.address(), settings.table(), tables(settings, server)));
      }
    } catch (SQLException e) {
      throw new AutoCdcException(MySqlProblems.of(settings, e), e);
    }
    return new SourceDescription(new TableSchema(columns), List.copyOf(keys.values()));
  }

  private static List<String> tables(MySqlSettings settings, MySqlServer server)
      throws SQLException {
    List<String> tables = new ArrayList<>();
    try (PreparedStatement statement = server.connection().prepareStatement(TABLES)) {
      statement.setString(1, settings.address().database());
      try (ResultSet found = statement.executeQuery()) {
        while (found.next()) {
          tables.add(found.getString(1));
        }
      }
    }
    return tables;
  }
}
