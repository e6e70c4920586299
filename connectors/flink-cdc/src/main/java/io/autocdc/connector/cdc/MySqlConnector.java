// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.cdc;

import io.autocdc.dsl.Source;
import io.autocdc.dsl.SourceDescription;
import io.autocdc.dsl.SourceTypes;
import io.autocdc.spi.SourceConnector;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Reads a table of MySQL or MariaDB: all rows of it, then its changes from the log of the server.
 *
 * <p>A triggered run reads what was committed when it came to the log, and is held open; the next
 * one goes on behind that. Positions are kept in state.
 */
public final class MySqlConnector implements SourceConnector {

  private static final String JARS = "flink-sql-connector-mysql-cdc and mysql-connector-j";
  private static final String NEEDED = "mysql.source.MySqlSource";

  @Override
  public String type() {
    return SourceTypes.MYSQL_CDC;
  }

  /**
   * {@inheritDoc}
   *
   * @throws io.autocdc.dsl.problem.AutoCdcException NOT_AVAILABLE without Flink CDC on the class
   *     path; UNSUPPORTED_TYPE; unless it is a rehearsal, what {@link MySqlInspector} finds
   */
  @Override
  public SourceStreams connect(Source source, SourceContext context) {
    FlinkCdc.require(source, JARS, NEEDED);
    MySqlSettings settings = MySqlSettings.of(source, context.reader(), context.keys());
    ChangeStreams changes = new ChangeStreams(source, context);
    if (!context.rehearsal()) {
      MySqlInspector.inspect(settings);
    }
    return changes.of(new MySqlLogSource(settings, context.triggered(), context.once()));
  }

  /**
   * {@inheritDoc}
   *
   * @throws io.autocdc.dsl.problem.AutoCdcException NOT_AVAILABLE, SOURCE_UNREACHABLE,
   *     SOURCE_REFUSED, TABLE_NOT_FOUND
   */
  @Override
  public Optional<SourceDescription> describe(Source source, Path projectFolder) {
    FlinkCdc.require(source, JARS, NEEDED);
    return Optional.of(MySqlTables.describe(MySqlSettings.of(source, "", List.of())));
  }
}
