// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Options of sources of types {@link SourceTypes#POSTGRES_CDC} and {@link SourceTypes#MYSQL_CDC}: a
 * table of a database, and where its changes are read.
 */
public final class DatabaseOptions {

  public static final String HOSTNAME = "hostname";

  /** Option with the port; {@link #POSTGRES_PORT} or {@link #MYSQL_PORT} without it. */
  public static final String PORT = "port";

  public static final int POSTGRES_PORT = 5432;
  public static final int MYSQL_PORT = 3306;

  /** Option with the name of the database. */
  public static final String DATABASE = "database";

  /** Option with the schema of the table, which may stand before its name as well. */
  public static final String SCHEMA_NAME = "schema_name";

  /** The schema of a table without one. */
  public static final String DEFAULT_SCHEMA = "public";

  public static final String USERNAME = "username";
  public static final String PASSWORD = "password";

  /** Option with the name of the replication slot; made of pipeline and source without it. */
  public static final String SLOT_NAME = "slot_name";

  /** Option with the name of the publication; that of the slot without it. */
  public static final String PUBLICATION_NAME = "publication_name";

  /** Option that other products know; only {@link #PGOUTPUT} can be read. */
  public static final String DECODING_PLUGIN_NAME = "decoding_plugin_name";

  public static final String PGOUTPUT = "pgoutput";

  /** Option with the number, or the range of them, by which MySQL tells its readers apart. */
  public static final String SERVER_ID = "server_id";

  /** Option with where the first run begins: {@link #INITIAL} or {@link #LATEST}. */
  public static final String STARTING_POSITION = "starting_position";

  /** All rows of the table, then its changes. */
  public static final String INITIAL = "initial";

  /** Only changes. */
  public static final String LATEST = "latest";

  /** Options with this prefix are handed to Debezium, without it. */
  public static final String DEBEZIUM_PREFIX = "debezium.";

  static final Set<String> REQUIRED =
      new LinkedHashSet<>(List.of(HOSTNAME, DATABASE, SourceTypes.TABLE, USERNAME));

  static final Set<String> OF_POSTGRES =
      new LinkedHashSet<>(
          List.of(
              HOSTNAME,
              PORT,
              DATABASE,
              SCHEMA_NAME,
              SourceTypes.TABLE,
              USERNAME,
              PASSWORD,
              ChangeFeeds.PRIMARY_KEY,
              SLOT_NAME,
              PUBLICATION_NAME,
              STARTING_POSITION,
              ChangeFeeds.SERVER_TIME_ZONE,
              DECODING_PLUGIN_NAME));

  static final Set<String> OF_MYSQL =
      new LinkedHashSet<>(
          List.of(
              HOSTNAME,
              PORT,
              DATABASE,
              SourceTypes.TABLE,
              USERNAME,
              PASSWORD,
              ChangeFeeds.PRIMARY_KEY,
              SERVER_ID,
              STARTING_POSITION,
              ChangeFeeds.SERVER_TIME_ZONE));

  /** Other names: those of Flink CDC. */
  static final Map<String, String> ALIASES_OF_POSTGRES =
      Map.ofEntries(
          Map.entry("database-name", DATABASE),
          Map.entry("schema-name", SCHEMA_NAME),
          Map.entry("table-name", SourceTypes.TABLE),
          Map.entry("slot.name", SLOT_NAME),
          Map.entry("decoding.plugin.name", DECODING_PLUGIN_NAME),
          Map.entry("debezium.publication.name", PUBLICATION_NAME));

  static final Map<String, String> ALIASES_OF_MYSQL =
      Map.of(
          "database-name",
          DATABASE,
          "table-name",
          SourceTypes.TABLE,
          "server-id",
          SERVER_ID,
          "server-time-zone",
          ChangeFeeds.SERVER_TIME_ZONE);

  private static final String FORM = "records are read in the form that this decides";
  private static final String POSITION = "what has been read is kept in the state of the pipeline";

  /** Properties of Debezium that this product sets, with the reason. */
  public static final Map<String, String> TAKEN_PROPERTIES =
      Map.ofEntries(
          Map.entry("slot.name", "slot_name says it"),
          Map.entry("slot.drop.on.stop", POSITION),
          Map.entry("plugin.name", "only pgoutput can be read"),
          Map.entry("publication.name", "publication_name says it"),
          Map.entry("publication.autocreate.mode", "the publication is made before a job starts"),
          Map.entry("database.hostname", "hostname says it"),
          Map.entry("database.port", "port says it"),
          Map.entry("database.dbname", "database says it"),
          Map.entry("database.user", "username says it"),
          Map.entry("database.password", "password says it"),
          Map.entry("database.server.id", "server_id says it"),
          Map.entry("database.include.list", "database says it"),
          Map.entry("table.include.list", "table says it"),
          Map.entry("schema.include.list", "table says it"),
          Map.entry("snapshot.mode", "starting_position says it"),
          Map.entry("truncate.handling.mode", "truncates are applied, or are invalid rows"),
          Map.entry("skipped.operations", "what is not wanted can be left out in a view"),
          Map.entry("unavailable.value.placeholder", FORM),
          Map.entry("provide.transaction.metadata", FORM),
          Map.entry("tombstones.on.delete", FORM));

  private DatabaseOptions() {}

  /** True if a source is a table of a database. */
  public static boolean isDatabase(String type) {
    return type.equals(SourceTypes.POSTGRES_CDC) || type.equals(SourceTypes.MYSQL_CDC);
  }

  /** True if nobody may see the value of an option. */
  static boolean isSecret(String option) {
    return option.equals(PASSWORD)
        || option.startsWith(DEBEZIUM_PREFIX) && option.toLowerCase(Locale.ROOT).endsWith(PASSWORD);
  }

  /** The properties of Debezium among options. */
  public static Map<String, String> debezium(Map<String, String> options) {
    Map<String, String> properties = new TreeMap<>();
    options.forEach(
        (option, value) -> {
          if (option.startsWith(DEBEZIUM_PREFIX)) {
            properties.put(option.substring(DEBEZIUM_PREFIX.length()), value);
          }
        });
    return properties;
  }

  /** Schema and name of the table of Postgres that a source reads. */
  public static List<String> tableOfPostgres(Map<String, String> options) {
    String table = options.get(SourceTypes.TABLE);
    int dot = table.indexOf('.');
    return dot < 0
        ? List.of(options.getOrDefault(SCHEMA_NAME, DEFAULT_SCHEMA), table)
        : Arrays.asList(table.substring(0, dot), table.substring(dot + 1));
  }
}
