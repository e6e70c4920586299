// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.cdc;

import java.util.List;
import java.util.logging.Logger;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.config.Configurator;

/**
 * Keeps passwords out of logs, and chatter off the terminal. Flink CDC logs all properties of a
 * connection as information, and the reader of MySQL's log writes to the console.
 */
final class QuietLoggers {

  private static final List<String> TALKATIVE =
      List.of(
          "org.apache.flink.cdc.connectors.postgres.source.fetch.PostgresSourceFetchTaskContext",
          "org.apache.flink.cdc.connectors.base.relational.connection",
          "org.apache.flink.cdc.connectors.mysql.debezium",
          "org.apache.flink.cdc.connectors.mysql.source.connection",
          "io.debezium.config",
          "io.debezium.connector.common");

  /** Kept, since the library forgets levels of loggers that nobody holds. */
  private static final Logger CHATTER = Logger.getLogger("com.github.shyiko.mysql.binlog");

  private QuietLoggers() {}

  static void hidePasswords() {
    CHATTER.setLevel(java.util.logging.Level.WARNING);
    try {
      TALKATIVE.forEach(name -> Configurator.setLevel(name, Level.WARN));
    } catch (LinkageError e) {
      // A cluster that logs with another library has to be set up for this, as the docs say.
    }
  }
}
