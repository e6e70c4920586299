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
   * @return the column by whose values the table is read in pieces
   * @throws AutoCdcException SOURCE_UNREACHABLE, SOURCE_REFUSED, SOURCE_NOT_READY, TABLE_NOT_FOUND,
   *     FEED_KEYS, SLOT_IN_USE, RECORDS_LOST
   */
  static String inspect(PostgresSettings settings) {
    try (PostgresServer server = PostgresServer.connect(settings)) {
      return new PostgresInspector(settings, server).inspect();
    } catch (SQLException e) {
      throw new AutoCdcException(PostgresProblems.of(settings, e), e);
    }
  }

  private String inspect() throws SQLException {
    checkServer();
    checkTable();
    checkPublication();
    checkSlot();
    return columnOfPieces();
  }

  /** Flink CDC asks for the least and the greatest value, which not every type has. */
  private String columnOfPieces() throws SQLException {
    List<String> divisible =
        list(
            "SELECT a.attname FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid"
                + " JOIN pg_namespace n ON n.oid = c.relnamespace"
                + " JOIN pg_type t ON t.oid = a.atttypid"
                + " WHERE n.nspname = ? AND c.relname = ? AND a.attnum > 0 AND t.typname IN ('int2',"
                + " 'int4', 'int8', 'numeric', 'float4', 'float8', 'text', 'varchar', 'bpchar',"
                + " 'uuid', 'date', 'timestamp', 'timestamptz')",
            settings.schema(),
            settings.table());
    return settings.keys().stream()
        .filter(divisible::contains)
        .findFirst()
        .orElseThrow(
            () ->
                notReady(
                    "'" + settings.qualified() + "' cannot be read in pieces",
                    "none of its key columns "
                        + settings.keys()
                        + " is a number, a text, a uuid, a date or a timestamp",
                    "give it a unique column of such a type, name that as primary_key, and set"
                        + " REPLICA IDENTITY FULL"));
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
                + " c.relpersistence,"
                + " EXISTS (SELECT 1 FROM pg_inherits p WHERE p.inhparent = c.oid)"
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
        if (found.getBoolean(6)) {
          throw notReady(
              "other tables inherit from '" + settings.qualified() + "'",
              "reading it gives their rows, too, and the log their changes under their own names",
              "read each of them, and its own rows from a table that nothing inherits from");
        }
        checkIdentity(found.getString(2), found.getBoolean(4));
        checkMoney();
        if (!found.getString(2).equals("f")) {
          checkLargeValues();
        }
      }
    }
  }

  private void checkIdentity(String identity, boolean hasPrimaryKey) throws SQLException {
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
    if (!identity.equals("f")) {
      checkKeysOfDeletes(identity.equals("i") ? "i.indisreplident" : "i.indisprimary");
    }
  }

  /** A delete has the columns of one index; where others are keys, it names no row. */
  private void checkKeysOfDeletes(String index) throws SQLException {
    List<String> brought =
        list(
            "SELECT a.attname FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid"
                + " JOIN pg_namespace n ON n.oid = c.relnamespace"
                + " JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY(i.indkey)"
                + " WHERE n.nspname = ? AND c.relname = ? AND "
                + index,
            settings.schema(),
            settings.table());
    List<String> missing = new ArrayList<>(settings.keys());
    missing.removeAll(brought);
    if (!missing.isEmpty()) {
      throw notReady(
          "deletes and changes of keys in '" + settings.qualified() + "' do not say which row",
          "they bring " + String.join(", ", brought) + ", and not " + String.join(", ", missing),
          "ALTER TABLE " + settings.qualifiedInSql() + " REPLICA IDENTITY FULL");
    }
  }

  private void checkMoney() throws SQLException {
    List<String> money =
        list(
            "SELECT a.attname FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid"
                + " JOIN pg_namespace n ON n.oid = c.relnamespace"
                + " JOIN pg_type t ON t.oid = a.atttypid"
                + " WHERE n.nspname = ? AND c.relname = ? AND a.attnum > 0 AND t.typname = 'money'",
            settings.schema(),
            settings.table());
    if (!money.isEmpty()) {
      throw notReady(
          "'" + settings.qualified() + "' has columns of type money: " + String.join(", ", money),
          "the driver cannot read amounts of 1,000 and more",
          "ALTER TABLE "
              + settings.qualifiedInSql()
              + " ALTER COLUMN "
              + PostgresSettings.quoted(money.get(0))
              + " TYPE numeric(19, 2)");
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
      if (exists("SELECT 1 FROM pg_replication_slots WHERE slot_name = ?", settings.slot())) {
        throw new AutoCdcException(PostgresProblems.publicationIsGone(settings));
      }
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
