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
 * Reads a table of Postgres: all rows of it, then its changes from the log of the server.
 *
 * <p>A triggered run reads what was committed when it came to the log, and is held open; the next
 * one goes on behind that. Positions are kept in state; the replication slot follows them, so that
 * the server keeps what has not been read.
 */
public final class PostgresConnector implements SourceConnector {

  @Override
  public String type() {
    return SourceTypes.POSTGRES_CDC;
  }

  /**
   * {@inheritDoc}
   *
   * @throws io.autocdc.dsl.problem.AutoCdcException NOT_AVAILABLE without Flink CDC on the class
   *     path; UNSUPPORTED_TYPE; unless it is a rehearsal, what {@link PostgresInspector} finds
   */
  @Override
  public SourceStreams connect(Source source, SourceContext context) {
    FlinkCdc.require(source, "flink-sql-connector-postgres-cdc", "postgres.source.PostgresDialect");
    PostgresSettings settings = PostgresSettings.of(source, context.reader(), context.keys());
    ChangeStreams changes = new ChangeStreams(source, context);
    String columnOfPieces = context.rehearsal() ? null : PostgresInspector.inspect(settings);
    return changes.of(
        new PostgresSource(
            settings,
            columnOfPieces,
            context.triggered(),
            context.once(),
            PostgresSettings.zone(source)));
  }

  /**
   * {@inheritDoc}
   *
   * @throws io.autocdc.dsl.problem.AutoCdcException NOT_AVAILABLE, SOURCE_UNREACHABLE,
   *     SOURCE_REFUSED, TABLE_NOT_FOUND, UNSUPPORTED_TYPE
   */
  @Override
  public Optional<SourceDescription> describe(Source source, Path projectFolder) {
    FlinkCdc.require(source, "flink-sql-connector-postgres-cdc", "postgres.source.PostgresDialect");
    return Optional.of(PostgresTables.describe(PostgresSettings.of(source, "", List.of())));
  }
}
