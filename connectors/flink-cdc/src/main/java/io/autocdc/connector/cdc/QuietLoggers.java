// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.cdc;

import java.util.List;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.config.Configurator;

/** Keeps passwords out of logs. Flink CDC logs all properties of a connection, as information. */
final class QuietLoggers {

  private static final List<String> TALKATIVE =
      List.of(
          "org.apache.flink.cdc.connectors.postgres.source.fetch.PostgresSourceFetchTaskContext",
          "org.apache.flink.cdc.connectors.base.relational.connection",
          "org.apache.flink.cdc.connectors.mysql.debezium",
          "org.apache.flink.cdc.connectors.mysql.source.connection",
          "io.debezium.config",
          "io.debezium.connector.common");

  private QuietLoggers() {}

  static void hidePasswords() {
    try {
      TALKATIVE.forEach(name -> Configurator.setLevel(name, Level.WARN));
    } catch (LinkageError e) {
      // A cluster that logs with another library has to be set up for this, as the docs say.
    }
  }
}
