// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.sql;

import io.autocdc.dsl.sql.FlinkStatements;
import java.time.ZoneOffset;
import java.util.Map;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.table.catalog.CatalogDescriptor;
import org.apache.flink.table.catalog.CatalogStore;
import org.apache.flink.table.catalog.GenericInMemoryCatalogStore;

/**
 * Makes sessions of Flink's planner. The time zone of a session is UTC wherever the program runs;
 * catalogs are opened when something first names them.
 */
public final class FlinkSessions {

  private FlinkSessions() {}

  /**
   * Executes a statement that declares something.
   *
   * @throws RuntimeException of the planner if something is wrong with it
   */
  public static void declare(String statement, StreamTableEnvironment session) {
    if (!FlinkStatements.isDeclaration(statement)) {
      throw new ValidationException(
          "it declares nothing for queries, as CREATE FUNCTION, CREATE CATALOG, CREATE DATABASE,"
              + " USE, LOAD MODULE and ADD JAR do");
    }
    session.executeSql(statement);
  }

  /**
   * @param catalogs options of Flink's catalogs, by their names
   */
  public static StreamTableEnvironment open(
      StreamExecutionEnvironment env, Map<String, Map<String, String>> catalogs) {
    CatalogStore store = new GenericInMemoryCatalogStore();
    store.open();
    catalogs.forEach(
        (name, options) ->
            store.storeCatalog(name, CatalogDescriptor.of(name, Configuration.fromMap(options))));
    StreamTableEnvironment tables =
        StreamTableEnvironment.create(
            env,
            EnvironmentSettings.newInstance()
                .inStreamingMode()
                .withClassLoader(FlinkSessions.class.getClassLoader())
                .withCatalogStore(store)
                .build());
    tables.getConfig().setLocalTimeZone(ZoneOffset.UTC);
    return tables;
  }
}
