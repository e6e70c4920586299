// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.cdc;

import io.autocdc.dsl.ChangeFeeds;
import io.autocdc.dsl.DatabaseOptions;
import io.autocdc.dsl.Source;
import io.autocdc.dsl.SourceTypes;
import java.io.Serializable;
import java.util.List;
import java.util.Map;

/**
 * The options of a source that has passed the checks.
 *
 * @param source its name, for messages
 * @param serverIds numbers by which the server tells its readers apart: one, or a range
 * @param zone in which wall clock times of the database hold; null for that of the server
 * @param latest true if only changes are read
 * @param keys columns that identify a row
 * @param debezium further properties of Debezium
 */
record MySqlSettings(
    String source,
    DatabaseAddress address,
    String table,
    String serverIds,
    String zone,
    boolean latest,
    List<String> keys,
    Map<String, String> debezium)
    implements Serializable {

  /**
   * @param reader what tells the reader apart from all others
   * @param keys columns that identify a row; empty if unknown
   */
  static MySqlSettings of(Source source, String reader, List<String> keys) {
    Map<String, String> options = source.options();
    long first = ReaderNames.ofServer(reader, source.name());
    return new MySqlSettings(
        source.name(),
        DatabaseAddress.of(source, DatabaseOptions.MYSQL_PORT),
        options.get(SourceTypes.TABLE),
        options
            .getOrDefault(
                DatabaseOptions.SERVER_ID, first + "-" + (first + ReaderNames.READERS - 1))
            .replace(" ", ""),
        options.getOrDefault(ChangeFeeds.SERVER_TIME_ZONE, "UTC"),
        DatabaseOptions.LATEST.equals(options.get(DatabaseOptions.STARTING_POSITION)),
        List.copyOf(keys),
        DatabaseOptions.debezium(options));
  }

  /** The table, for people. */
  String qualified() {
    return address.database() + "." + table;
  }
}
