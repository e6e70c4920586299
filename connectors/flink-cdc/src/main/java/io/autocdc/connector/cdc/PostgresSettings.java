// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.cdc;

import io.autocdc.dsl.ChangeFeeds;
import io.autocdc.dsl.DatabaseOptions;
import io.autocdc.dsl.Source;
import java.io.Serializable;
import java.util.List;
import java.util.Map;

/**
 * The options of a source that has passed the checks.
 *
 * @param source its name, for messages
 * @param slot the replication slot
 * @param publication the publication
 * @param latest true if only changes are read
 * @param columns those that are read
 * @param keys columns that identify a row
 * @param debezium further properties of Debezium
 */
record PostgresSettings(
    String source,
    DatabaseAddress address,
    String schema,
    String table,
    String slot,
    String publication,
    boolean latest,
    List<String> columns,
    List<String> keys,
    Map<String, String> debezium)
    implements Serializable {

  /**
   * @param reader what tells the reader apart from all others
   * @param keys columns that identify a row; empty if unknown
   */
  static PostgresSettings of(Source source, String reader, List<String> keys) {
    Map<String, String> options = source.options();
    List<String> table = DatabaseOptions.tableOfPostgres(options);
    String slot =
        options.getOrDefault(DatabaseOptions.SLOT_NAME, ReaderNames.ofSlot(reader, source.name()));
    return new PostgresSettings(
        source.name(),
        DatabaseAddress.of(source, DatabaseOptions.POSTGRES_PORT),
        table.get(0),
        table.get(1),
        slot,
        options.getOrDefault(DatabaseOptions.PUBLICATION_NAME, slot),
        DatabaseOptions.LATEST.equals(options.get(DatabaseOptions.STARTING_POSITION)),
        source.schema() == null ? List.of() : List.copyOf(source.schema().names()),
        List.copyOf(keys),
        DatabaseOptions.debezium(options));
  }

  /** The zone in which wall clock times hold. */
  static String zone(Source source) {
    return source.options().getOrDefault(ChangeFeeds.SERVER_TIME_ZONE, "UTC");
  }

  /** The table, for statements. */
  String qualifiedInSql() {
    return quoted(schema) + "." + quoted(table);
  }

  static String quoted(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  /** The table, for people. */
  String qualified() {
    return schema + "." + table;
  }
}
