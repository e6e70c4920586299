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
final class PostgresTables {

  /** A domain has the type that it is made of; an array that of its elements. */
  private static final String COLUMNS =
      """
      SELECT a.attname,
        CASE WHEN b.typcategory = 'A' THEN e.typname ELSE b.typname END,
        CASE WHEN b.typcategory = 'A' THEN e.typtype ELSE b.typtype END = 'e',
        CASE WHEN t.typtype = 'd' THEN t.typtypmod ELSE a.atttypmod END,
        b.typcategory = 'A',
        coalesce(array_position(i.indkey::int2[], a.attnum), -1),
        c.relreplident <> 'f' AND a.attstorage <> 'p' AND b.typname IN
          ('text', 'varchar', 'bytea', 'json', 'jsonb', 'xml') AND a.atttypmod = -1
      FROM pg_class c
      JOIN pg_namespace n ON n.oid = c.relnamespace
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
        AND a.attndims < 2
        AND coalesce(to_jsonb(a) ->> 'attgenerated', '') = ''
      JOIN pg_type t ON t.oid = a.atttypid
      JOIN pg_type b ON b.oid = CASE WHEN t.typtype = 'd' THEN t.typbasetype ELSE t.oid END
      LEFT JOIN pg_type e ON e.oid = b.typelem
      LEFT JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
      WHERE n.nspname = ? AND c.relname = ?
      ORDER BY a.attnum
      """;

  private PostgresTables() {}

  /**
   * Columns and primary key of a table, as far as changes have them: without generated columns, and
   * those of types that Debezium leaves out.
   *
   * @throws AutoCdcException SOURCE_UNREACHABLE, SOURCE_REFUSED, TABLE_NOT_FOUND
   */
  static SourceDescription describe(PostgresSettings settings) {
    List<Column> columns = new ArrayList<>();
    SortedMap<Integer, String> keys = new TreeMap<>();
    List<String> large = new ArrayList<>();
    try (PostgresServer server = PostgresServer.connect(settings);
        PreparedStatement statement = server.connection().prepareStatement(COLUMNS)) {
      statement.setString(1, settings.schema());
      statement.setString(2, settings.table());
      try (ResultSet found = statement.executeQuery()) {
        while (found.next()) {
          String name = found.getString(1);
          Optional<LogicalType> type =
              PostgresTypes.of(
                  found.getString(2), found.getBoolean(3), found.getInt(4), found.getBoolean(5));
          int key = found.getInt(6);
          type.map(known -> Column.of(name, known.copy(key < 0))).ifPresent(columns::add);
          if (key >= 0) {
            keys.put(key, name);
          } else if (found.getBoolean(7)) {
            large.add(name);
          }
        }
      }
    } catch (SQLException e) {
      throw new AutoCdcException(PostgresProblems.of(settings, e), e);
    }
    if (columns.isEmpty()) {
      throw new AutoCdcException(
          DatabaseProblems.tableNotFound(
              settings.source(), settings.address(), settings.qualified(), List.of()));
    }
    return new SourceDescription(
        new TableSchema(columns),
        List.copyOf(keys.values()),
        List.of(),
        large.isEmpty() ? List.of() : List.of(PostgresProblems.largeValues(settings, large)));
  }
}
