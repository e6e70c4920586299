// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.cdc;

import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Problem;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.postgresql.util.PSQLException;

/**
 * Looks at server and table before a run, so that what is wrong with them is said before a job
 * starts, and makes the publication if there is none.
 */
final class PostgresInspector {

  /** How long a reader may need to leave a slot: that of a run that was killed, for example. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private static final long MILLIS_BETWEEN_LOOKS = 500;

  private final PostgresSettings settings;
  private final Connection connection;

  private PostgresInspector(PostgresSettings settings, PostgresServer server) {
    this.settings = settings;
    this.connection = server.connection();
  }

  /**
   * @throws AutoCdcException SOURCE_UNREACHABLE, SOURCE_REFUSED, SOURCE_NOT_READY, TABLE_NOT_FOUND,
   *     FEED_KEYS, SLOT_IN_USE, RECORDS_LOST
   */
  static void inspect(PostgresSettings settings) {
    try (PostgresServer server = PostgresServer.connect(settings)) {
      new PostgresInspector(settings, server).inspect();
    } catch (SQLException e) {
      throw new AutoCdcException(PostgresProblems.of(settings, e), e);
    }
  }

  private void inspect() throws SQLException {
    checkServer();
    checkTable();
    checkPublication();
    checkSlot();
  }

  private void checkServer() throws SQLException {
    String level = text("SHOW wal_level");
    if (!"logical".equals(level)) {
      throw notReady(
          "the server has wal_level " + level,
          "its log does not say what has become of rows",
          "ALTER SYSTEM SET wal_level = logical, and start the server again");
    }
    if (isTrue("SELECT pg_is_in_recovery()")) {
      throw notReady(
          "the server is a standby", "a standby cannot be marked", "read from the primary server");
    }
    boolean mayReplicate =
        isTrue(
            "SELECT rolsuper OR rolreplication OR EXISTS (SELECT 1 FROM pg_roles r WHERE r.rolname"
                + " IN ('rds_replication', 'cloudsqlsuperuser') AND pg_has_role(r.oid, 'MEMBER'))"
                + " FROM pg_roles WHERE rolname = current_user");
    if (!mayReplicate) {
      throw new AutoCdcException(
          PostgresProblems.refused(
              settings,
              "the user '" + settings.address().user() + "' may not read the log",
              "its role has no REPLICATION",
              "ALTER ROLE \"" + settings.address().user() + "\" REPLICATION"));
    }
  }

  private void checkTable() throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement(
            "SELECT c.relkind, c.relreplident, has_table_privilege(c.oid, 'SELECT'),"
                + " EXISTS (SELECT 1 FROM pg_index i WHERE i.indrelid = c.oid AND i.indisprimary),"
                + " c.relpersistence"
                + " FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
                + " WHERE n.nspname = ? AND c.relname = ?")) {
      statement.setString(1, settings.schema());
      statement.setString(2, settings.table());
      try (ResultSet found = statement.executeQuery()) {
        if (!found.next()) {
          throw new AutoCdcException(
              DatabaseProblems.tableNotFound(
                  settings.source(), settings.address(), settings.qualified(), tables()));
        }
        String kind = found.getString(1);
        if (!kind.equals("r") || !found.getString(5).equals("p")) {
          throw notReady(
              "'" + settings.qualified() + "' is no ordinary table",
              "views, foreign, unlogged and temporary tables have no changes in the log, and those"
                  + " of a partitioned table are those of its partitions",
              "name an ordinary table, such as each of the partitions");
        }
        if (!found.getBoolean(3)) {
          throw new AutoCdcException(
              PostgresProblems.refused(
                  settings,
                  "the user '"
                      + settings.address().user()
                      + "' may not read '"
                      + settings.qualified()
                      + "'",
                  "SELECT is not granted",
                  "GRANT SELECT ON "
                      + PostgresSettings.quoted(settings.schema())
                      + "."
                      + PostgresSettings.quoted(settings.table())
                      + " TO "
                      + PostgresSettings.quoted(settings.address().user())));
        }
        checkIdentity(found.getString(2), found.getBoolean(4));
        if (!found.getString(2).equals("f")) {
          checkLargeValues();
        }
      }
    }
  }

  private void checkIdentity(String identity, boolean hasPrimaryKey) {
    boolean deletesSayWhichRow =
        identity.equals("f") || identity.equals("i") || identity.equals("d") && hasPrimaryKey;
    if (!deletesSayWhichRow) {
      throw notReady(
          "deletes and updates of '" + settings.qualified() + "' do not say which row",
          hasPrimaryKey ? "its replica identity is NOTHING" : "it has no primary key",
          "ALTER TABLE "
              + PostgresSettings.quoted(settings.schema())
              + "."
              + PostgresSettings.quoted(settings.table())
              + " REPLICA IDENTITY "
              + (hasPrimaryKey ? "DEFAULT" : "FULL"));
    }
    if (!hasPrimaryKey && settings.keys().isEmpty()) {
      throw new AutoCdcException(DatabaseProblems.noKey(settings.source(), settings.qualified()));
    }
  }

  private void checkLargeValues() throws SQLException {
    List<String> silent =
        list(
            "SELECT a.attname FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid"
                + " JOIN pg_namespace n ON n.oid = c.relnamespace"
                + " JOIN pg_type t ON t.oid = a.atttypid"
                + " WHERE n.nspname = ? AND c.relname = ? AND a.attnum > 0 AND a.attstorage <> 'p'"
                + " AND (t.typcategory = 'A' OR t.typname = 'hstore')",
            settings.schema(),
            settings.table());
    silent.retainAll(settings.columns());
    if (!silent.isEmpty()) {
      throw new AutoCdcException(PostgresProblems.silentValues(settings, silent));
    }
  }

  private List<String> tables() throws SQLException {
    return list(
        "SELECT schemaname || '.' || tablename FROM pg_tables WHERE schemaname NOT IN"
            + " ('pg_catalog', 'information_schema') ORDER BY 1 LIMIT 1000");
  }

  private void checkPublication() throws SQLException {
    String table = settings.qualifiedInSql();
    String publication = PostgresSettings.quoted(settings.publication());
    if (!exists("SELECT 1 FROM pg_publication WHERE pubname = ?", settings.publication())) {
      createPublication("CREATE PUBLICATION " + publication + " FOR TABLE ONLY " + table);
      return;
    }
    if (!exists(
        "SELECT 1 FROM pg_publication_tables WHERE pubname = ? AND schemaname = ?"
            + " AND tablename = ?",
        settings.publication(),
        settings.schema(),
        settings.table())) {
      throw notReady(
          "the publication '" + settings.publication() + "' has no '" + settings.qualified() + "'",
          "only changes of tables that are published can be read",
          "ALTER PUBLICATION " + publication + " ADD TABLE " + table);
    }
    if (!exists(
        "SELECT 1 FROM pg_publication WHERE pubname = ?"
            + " AND pubinsert AND pubupdate AND pubdelete AND pubtruncate",
        settings.publication())) {
      throw notReady(
          "the publication '" + settings.publication() + "' leaves out operations",
          "its option publish does not name all of them",
          "ALTER PUBLICATION "
              + publication
              + " SET (publish = 'insert, update, delete, truncate')");
    }
  }

  private void createPublication(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (PSQLException e) {
      throw new AutoCdcException(
          PostgresProblems.refused(
              settings,
              "there is no publication '" + settings.publication() + "', and it cannot be made",
              e.getServerErrorMessage() == null
                  ? e.getMessage()
                  : e.getServerErrorMessage().getMessage(),
              "let the owner of the table run: " + sql),
          e);
    }
  }

  private void checkSlot() throws SQLException {
    long until = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      try (PreparedStatement statement =
          connection.prepareStatement(
              "SELECT plugin, database = current_database(), active_pid,"
                  + " coalesce(to_jsonb(s) ->> 'wal_status', '')"
                  + " FROM pg_replication_slots s WHERE slot_name = ?")) {
        statement.setString(1, settings.slot());
        try (ResultSet found = statement.executeQuery()) {
          if (!found.next()) {
            checkRoomForSlot();
            return;
          }
          if (!"pgoutput".equals(found.getString(1)) || !found.getBoolean(2)) {
            throw notReady(
                "the replication slot '" + settings.slot() + "' is not one for this database",
                "it belongs to another database, or its plugin is " + found.getString(1),
                "name another slot: slot_name");
          }
          if (found.getString(4).equals("lost")) {
            throw new AutoCdcException(PostgresProblems.slotIsInvalid(settings));
          }
          String reader = found.getString(3);
          if (reader == null) {
            return;
          }
          if (System.nanoTime() > until) {
            throw slotInUse(reader);
          }
        }
      }
      pause();
    }
  }

  private void checkRoomForSlot() throws SQLException {
    boolean full =
        isTrue(
            "SELECT count(*) >= current_setting('max_replication_slots')::int"
                + " FROM pg_replication_slots");
    if (full) {
      throw notReady(
          "the server has no room for another replication slot",
          "max_replication_slots is " + text("SHOW max_replication_slots"),
          "raise it, or drop slots that nobody needs: SELECT * FROM pg_replication_slots");
    }
  }

  private AutoCdcException slotInUse(String reader) {
    return new AutoCdcException(
        Problem.error(
            null,
            ErrorCode.SLOT_IN_USE,
            "source '"
                + settings.source()
                + "': the replication slot '"
                + settings.slot()
                + "' is being read by process "
                + reader
                + " of the server",
            "a slot has one reader, and another run or program is that",
            "stop it, or name another slot: slot_name; SELECT * FROM pg_stat_replication WHERE pid ="
                + " "
                + reader
                + " says who it is"));
  }

  private static void pause() {
    try {
      Thread.sleep(MILLIS_BETWEEN_LOOKS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for a replication slot", e);
    }
  }

  private AutoCdcException notReady(String what, String why, String remedy) {
    return new AutoCdcException(PostgresProblems.notReady(settings, what, why, remedy));
  }

  private boolean exists(String sql, String... parameters) throws SQLException {
    return !list(sql, parameters).isEmpty();
  }

  private List<String> list(String sql, String... parameters) throws SQLException {
    List<String> rows = new ArrayList<>();
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < parameters.length; i++) {
        statement.setString(i + 1, parameters[i]);
      }
      try (ResultSet found = statement.executeQuery()) {
        while (found.next()) {
          rows.add(found.getString(1));
        }
      }
    }
    return rows;
  }

  private String text(String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet found = statement.executeQuery(sql)) {
      found.next();
      return found.getString(1);
    }
  }

  private boolean isTrue(String sql) throws SQLException {
    return "t".equals(text(sql));
  }
}
