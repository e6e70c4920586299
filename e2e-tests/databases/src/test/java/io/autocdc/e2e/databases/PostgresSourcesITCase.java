// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.e2e.databases;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.PGConnection;
import org.postgresql.replication.PGReplicationStream;

class PostgresSourcesITCase {

  private static Postgres postgres;

  @TempDir Path folder;
  private Project project;

  @BeforeAll
  static void startServer() {
    postgres = new Postgres();
  }

  @AfterAll
  static void stopServer() {
    postgres.close();
  }

  @BeforeEach
  void newProject() {
    project = new Project(folder, Map.of("READER_PASSWORD", Postgres.PASSWORD));
  }

  private void declare(String table, String... options) {
    project.declare("postgres_cdc", postgres.port(), table, options);
  }

  @Test
  void runsReadTheTableAndGoOnBehindIt() {
    postgres.run(
        "CREATE TABLE customers (id bigint PRIMARY KEY, name text, balance numeric(12,2))",
        "CREATE TABLE others (id int)",
        "INSERT INTO customers VALUES (1, 'Ada', 10), (2, 'Blaise', 7.5)");
    declare("customers");
    assertThat(project.run().expect(0).out()).contains("\"num_upserted_rows\":2");
    assertThat(project.run().expect(0).out()).contains("\"num_input_rows\":0");
    postgres.run(
        "INSERT INTO customers VALUES (3, 'Carl', 1)",
        "UPDATE customers SET balance = 12.50 WHERE id = 1",
        "DELETE FROM customers WHERE id = 2",
        "UPDATE customers SET id = 4 WHERE id = 3",
        "INSERT INTO others VALUES (1)");
    assertThat(project.run(2).expect(0).out()).contains("\"num_input_rows\":5");
    assertThat(project.show("silver.t"))
        .containsExactly(
            "{\"id\":1,\"name\":\"Ada\",\"balance\":12.50}",
            "{\"id\":4,\"name\":\"Carl\",\"balance\":1.00}");
    assertThat(project.run(2).expect(0).out()).contains("\"num_input_rows\":0");
    assertThat(project.show("silver.h")).hasSize(5);
  }

  @Test
  void aTransactionThatCommitsAfterLaterOnesIsNotLost() throws SQLException {
    postgres.run(
        "CREATE TABLE crossings (id int PRIMARY KEY, v text)",
        "INSERT INTO crossings VALUES (1, 'a'), (2, 'a')");
    declare("crossings");
    project.run().expect(0);
    try (Connection slow = postgres.connect();
        Statement statement = slow.createStatement()) {
      slow.setAutoCommit(false);
      statement.execute("UPDATE crossings SET v = 'slow' WHERE id = 1");
      postgres.run("UPDATE crossings SET v = 'fast' WHERE id = 2");
      assertThat(project.run().expect(0).out()).contains("\"num_upserted_rows\":1");
      statement.execute("INSERT INTO crossings VALUES (3, 'slow')");
      slow.commit();
    }
    project.run().expect(0);
    assertThat(project.show("silver.t"))
        .containsExactly(
            "{\"id\":1,\"v\":\"slow\"}", "{\"id\":2,\"v\":\"fast\"}", "{\"id\":3,\"v\":\"slow\"}");
  }

  @Test
  void valuesAreTheSameFromTheTableAndFromTheLog() {
    postgres.admin(Postgres.DATABASE, "CREATE EXTENSION IF NOT EXISTS hstore");
    postgres.run(
        "CREATE TYPE mood AS ENUM ('sad', 'happy')",
        "CREATE DOMAIN cents AS numeric(9,4)",
        """
        CREATE TABLE types (id int PRIMARY KEY, b bool, i2 smallint, i8 bigint, f4 real, f8 double precision,
          n numeric(20,5), n_any numeric, n_big numeric(50,2), c char(5), vc varchar(10), t text,
          by bytea, d date, ti time(3), ti6 time, ttz timetz, ts timestamp, ts3 timestamp(3), tstz timestamptz,
          iv interval, u uuid, j json, jb jsonb, x xml, e mood, dom cents, ai int[], at text[], ip inet,
          r int4range, h hstore, bit1 bit, bit9 bit(9), gen int GENERATED ALWAYS AS (1) STORED)
        """);
    String values =
        """
        , true, -2, 9007199254740993, 0.5, -1e300, 123456789012345.12345, 0.1000, 1e40, 'ab', 'ä', 'text',
          '\\xdeadbeef', '1969-12-31', '23:59:59.123', '10:00:00.123456', '10:00:00+02', '1969-12-31 23:59:59.123456',
          '2024-02-29 12:00:00.123', '2024-02-29 12:00:00.5+02', '1 year 2 days 03:04:05.5',
          '00000000-0000-0000-0000-000000000001', '{"a": 1}', '{"a": [1, null]}', '<a/>', 'happy', 0.1032,
          '{1,NULL,3}', '{a,"b,c"}', '10.0.0.1/8', '[1,5)', 'k=>v', B'1', B'000000011')
        """;
    postgres.run("INSERT INTO types VALUES (1" + values, "INSERT INTO types (id) VALUES (3)");
    declare("types");
    // Changes would not say whether an array is null or has stayed.
    assertThat(project.run().expect(1).err()).contains("SOURCE_NOT_READY", "ai, at, h", "FULL");
    postgres.run("ALTER TABLE types REPLICA IDENTITY FULL");
    project.run().expect(0);
    postgres.run("INSERT INTO types VALUES (2" + values, "INSERT INTO types (id) VALUES (4)");
    assertThat(project.run().expect(0).out()).contains("\"num_quarantined_rows\":0");
    List<String> rows = project.show("silver.t");
    assertThat(rows).hasSize(4);
    assertThat(rows.get(0))
        .isEqualTo(
            "{\"id\":1,\"b\":true,\"i2\":-2,\"i8\":9007199254740993,\"f4\":0.5,\"f8\":-1.0E300,"
                + "\"n\":123456789012345.12345,\"n_any\":\"0.1000\","
                + "\"n_big\":\"10000000000000000000000000000000000000000.00\","
                + "\"c\":\"ab   \",\"vc\":\"ä\",\"t\":\"text\",\"by\":\"3q2+7w==\",\"d\":\"1969-12-31\","
                + "\"ti\":\"23:59:59.123\",\"ti6\":\"10:00:00.123\",\"ttz\":\"08:00:00Z\","
                + "\"ts\":\"1969-12-31T23:59:59.123456\",\"ts3\":\"2024-02-29T12:00:00.123\","
                + "\"tstz\":\"2024-02-29T10:00:00.5Z\",\"iv\":\"P1Y0M2DT3H4M5.5S\","
                + "\"u\":\"00000000-0000-0000-0000-000000000001\",\"j\":\"{\\\"a\\\": 1}\","
                + "\"jb\":\"{\\\"a\\\": [1, null]}\",\"x\":\"<a/>\",\"e\":\"happy\",\"dom\":0.1032,"
                + "\"ai\":[1,null,3],\"at\":[\"a\",\"b,c\"],\"ip\":\"10.0.0.1/8\",\"r\":\"[1,5)\","
                + "\"h\":\"{\\\"k\\\":\\\"v\\\"}\",\"bit1\":true,\"bit9\":\"Aw==\"}");
    assertThat(rows.get(1)).isEqualTo(rows.get(0).replace("{\"id\":1,", "{\"id\":2,"));
    assertThat(rows.get(3)).isEqualTo(rows.get(2).replace("{\"id\":3,", "{\"id\":4,"));
  }

  @Test
  void largeValuesThatDoNotChangeStay() {
    postgres.run(
        "CREATE TABLE docs (id int PRIMARY KEY, n int, doc text, raw bytea, json jsonb)",
        "ALTER TABLE docs ALTER doc SET STORAGE EXTERNAL, ALTER raw SET STORAGE EXTERNAL,"
            + " ALTER json SET STORAGE EXTERNAL",
        "INSERT INTO docs SELECT i, 0, repeat('d', 3000), decode(repeat('ab', 3000), 'hex'),"
            + " to_jsonb(repeat('j', 3000)) FROM generate_series(1, 2) i");
    declare("docs");
    assertThat(project.autocdc("validate", "p.yaml").expect(0).out())
        .contains("LARGE_VALUES", "doc, raw, json", "docs\" REPLICA IDENTITY FULL");
    project.run().expect(0);
    postgres.run(
        "UPDATE docs SET n = 1 WHERE id = 1",
        "UPDATE docs SET n = 1, doc = NULL WHERE id = 2",
        "UPDATE docs SET n = 2 WHERE id = 2");
    assertThat(project.run().expect(0).out()).contains("\"num_rows_without_values\":6");
    List<String> rows = project.show("silver.t");
    assertThat(rows.get(0))
        .startsWith("{\"id\":1,\"n\":1,\"doc\":\"" + "d".repeat(3000) + "\",\"raw\":\"q6ur")
        .endsWith("\"json\":\"\\\"" + "j".repeat(3000) + "\\\"\"}");
    assertThat(rows.get(1)).startsWith("{\"id\":2,\"n\":2,\"doc\":null,\"raw\":\"q6ur");
    // Under another key, the value is known only if the server sends whole rows.
    postgres.run("ALTER TABLE docs REPLICA IDENTITY FULL", "UPDATE docs SET id = 3 WHERE id = 1");
    project.run().expect(0);
    assertThat(project.show("silver.t").get(1))
        .startsWith("{\"id\":3,\"n\":1,\"doc\":\"" + "d".repeat(3000));
  }

  @Test
  void aTruncateEmptiesTablesAndIsNoPartOfAHistory() {
    postgres.run(
        "CREATE TABLE truncated (id int PRIMARY KEY, v text)",
        "INSERT INTO truncated VALUES (1, 'a'), (2, 'b')");
    declare("truncated");
    project.run().expect(0);
    postgres.run("TRUNCATE truncated", "INSERT INTO truncated VALUES (2, 'c')");
    assertThat(project.run().expect(0).out()).contains("\"num_truncates\":1", "\"truncate\":1");
    assertThat(project.show("silver.t")).containsExactly("{\"id\":2,\"v\":\"c\"}");
    assertThat(project.show("silver.h__quarantine"))
        .singleElement()
        .asString()
        .contains("\"reason\":\"truncate\"");
  }

  @Test
  void aTableWithoutPrimaryKeyNeedsOneThatIsDeclared() {
    postgres.run(
        "CREATE SCHEMA \"Odd\"",
        "CREATE TABLE \"Odd\".\"Key-less\" (\"Id\" int, v text)",
        "INSERT INTO \"Odd\".\"Key-less\" VALUES (1, 'a'), (2, 'b')");
    declare("Odd.Key-less");
    assertThat(project.run().expect(1).err()).contains("NO_KEYS");
    declare("Odd.Key-less", "primary_key: [Id]");
    assertThat(project.run().expect(1).err())
        .contains("SOURCE_NOT_READY", "ALTER TABLE \"Odd\".\"Key-less\" REPLICA IDENTITY FULL");
    postgres.run("ALTER TABLE \"Odd\".\"Key-less\" REPLICA IDENTITY FULL");
    project.run().expect(0);
    postgres.run(
        "DELETE FROM \"Odd\".\"Key-less\" WHERE v = 'a'",
        "UPDATE \"Odd\".\"Key-less\" SET v = 'c'");
    project.run().expect(0);
    assertThat(project.show("silver.t")).containsExactly("{\"Id\":2,\"v\":\"c\"}");
  }

  @Test
  void onlyChangesAreReadIfThatIsAskedFor() {
    postgres.run("CREATE TABLE later (id int PRIMARY KEY)", "INSERT INTO later VALUES (1)");
    declare("later", "starting_position: latest");
    assertThat(project.run().expect(0).out()).contains("\"num_input_rows\":0");
    postgres.run("INSERT INTO later VALUES (2)");
    project.run().expect(0);
    assertThat(project.show("silver.t")).containsExactly("{\"id\":2}");
  }

  @Test
  void whatIsWrongIsSaidBeforeAJobStarts() throws Exception {
    postgres.run(
        "CREATE TABLE orders (id int PRIMARY KEY, v text)", "INSERT INTO orders VALUES (1, 'a')");
    project.declare("postgres_cdc", 1, "orders");
    expectProblem("SOURCE_UNREACHABLE", "127.0.0.1:1", "hostname, port");
    declare("ordres");
    expectProblem("TABLE_NOT_FOUND", "ordres");
    declare("ordres", "schema: \"id INT, v STRING\"", "primary_key: [id]");
    expectProblem("TABLE_NOT_FOUND", "did you mean 'public.orders'?");
    Project wrong = new Project(folder, Map.of("READER_PASSWORD", "wr0ng-pass"));
    wrong.declare("postgres_cdc", postgres.port(), "orders");
    Project.Result refused = wrong.run().expect(1);
    assertThat(refused.err())
        .contains("SOURCE_REFUSED", "password authentication failed")
        .doesNotContain("wr0ng-pass", "\tat ");
    declare("orders");
    postgres.admin("postgres", "ALTER ROLE reader NOREPLICATION");
    try {
      expectProblem("SOURCE_REFUSED", "ALTER ROLE \"reader\" REPLICATION");
    } finally {
      postgres.admin("postgres", "ALTER ROLE reader REPLICATION");
    }
    postgres.admin(Postgres.DATABASE, "CREATE TABLE foreign_table (id int PRIMARY KEY)");
    declare("foreign_table", "schema: id INT", "primary_key: [id]");
    expectProblem("SOURCE_REFUSED", "GRANT SELECT ON \"public\".\"foreign_table\"");
    postgres.admin(Postgres.DATABASE, "GRANT SELECT ON foreign_table TO reader");
    expectProblem("SOURCE_REFUSED", "let the owner of the table run: CREATE PUBLICATION");
    postgres.admin(
        Postgres.DATABASE, "CREATE PUBLICATION of_nothing; CREATE PUBLICATION p FOR ALL TABLES");
    declare("foreign_table", "slot_name: foreign_slot", "publication_name: of_nothing");
    expectProblem("SOURCE_NOT_READY", "ALTER PUBLICATION \"of_nothing\" ADD TABLE");
    declare("foreign_table", "slot_name: foreign_slot", "publication_name: p");
    project.run().expect(0);

    // Nothing is lost by all that.
    declare("orders");
    project.autocdc("refresh", "p.yaml", "--full", "--yes").expect(0);
    assertThat(project.show("silver.t")).containsExactly("{\"id\":1,\"v\":\"a\"}");
  }

  @Test
  void tablesThatCannotBeReadRightAreRefused() {
    postgres.run(
        "CREATE TABLE by_index (id int PRIMARY KEY, u int NOT NULL UNIQUE)",
        "ALTER TABLE by_index REPLICA IDENTITY USING INDEX by_index_u_key",
        "CREATE TABLE rich (id int PRIMARY KEY, m money)",
        "CREATE TABLE parent (id int PRIMARY KEY)",
        "CREATE TABLE child () INHERITS (parent)",
        "CREATE TABLE flags (f bool PRIMARY KEY)");
    declare("by_index");
    expectProblem("SOURCE_NOT_READY", "they bring u, and not id", "REPLICA IDENTITY FULL");
    declare("rich");
    expectProblem("SOURCE_NOT_READY", "type money: m", "TYPE numeric(19, 2)");
    declare("parent");
    expectProblem("SOURCE_NOT_READY", "other tables inherit from 'public.parent'");
    declare("flags");
    expectProblem("SOURCE_NOT_READY", "'public.flags' cannot be read in pieces");
  }

  @Test
  void aKeyMayHaveColumnsOfAnyTypeAndChangesDoNotTurnNoNumberIntoNull() {
    postgres.run(
        "CREATE TABLE flagged (f bool, id int, n numeric, d numeric(10,2), PRIMARY KEY (f, id))",
        "INSERT INTO flagged VALUES (true, 1, 1.50, 1)");
    declare("flagged", "slot_name: flagged_slot");
    project.run().expect(0);
    postgres.run(
        "INSERT INTO flagged VALUES (true, 3, 'NaN', 2), (true, 4, 1.50, 3), (false, 2, 1, 'NaN')");
    assertThat(project.run().expect(0).out()).contains("\"num_quarantined_rows\":2");
    assertThat(project.show("silver.t"))
        .containsExactly(
            "{\"f\":true,\"id\":1,\"n\":\"1.50\",\"d\":1.00}",
            "{\"f\":true,\"id\":3,\"n\":\"NAN\",\"d\":2.00}",
            "{\"f\":true,\"id\":4,\"n\":\"1.50\",\"d\":3.00}");

    postgres.run("DROP PUBLICATION flagged_slot");
    expectProblem("RECORDS_LOST", "no publication 'flagged_slot'", "pg_drop_replication_slot");
    postgres.run(
        "SELECT pg_drop_replication_slot('flagged_slot')", "DELETE FROM flagged WHERE id < 4");
    project.autocdc("refresh", "p.yaml", "--full", "--yes").expect(0);
    assertThat(project.show("silver.t"))
        .containsExactly("{\"f\":true,\"id\":4,\"n\":\"1.50\",\"d\":3.00}");
  }

  private void expectProblem(String... words) {
    long start = System.nanoTime();
    assertThat(project.run().expect(1).err())
        .contains(words)
        .doesNotContain("\tat ", Postgres.PASSWORD);
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(30));
  }

  @Test
  void aSlotHasOneReader() throws Exception {
    postgres.run("CREATE TABLE single (id int PRIMARY KEY)", "INSERT INTO single VALUES (1)");
    declare("single", "slot_name: single_slot");
    project.run().expect(0);
    postgres.run("INSERT INTO single VALUES (2)");
    Properties replication = new Properties();
    replication.setProperty("user", Postgres.USER);
    replication.setProperty("password", Postgres.PASSWORD);
    replication.setProperty("replication", "database");
    replication.setProperty("assumeMinServerVersion", "9.4");
    replication.setProperty("preferQueryMode", "simple");
    String url = "jdbc:postgresql://127.0.0.1:" + postgres.port() + "/" + Postgres.DATABASE;
    try (Connection other = DriverManager.getConnection(url, replication);
        PGReplicationStream stream =
            other
                .unwrap(PGConnection.class)
                .getReplicationAPI()
                .replicationStream()
                .logical()
                .withSlotName("single_slot")
                .withSlotOption("proto_version", 1)
                .withSlotOption("publication_names", "single_slot")
                .start()) {
      expectProblem("SLOT_IN_USE", "single_slot", "pg_stat_replication");
      assertThat(stream.isClosed()).isFalse();
    }
    assertThat(project.run().expect(0).out()).contains("\"num_input_rows\":1");
  }

  @Test
  void aSlotThatIsGoneOrHasGoneOnIsNoGap() {
    postgres.run("CREATE TABLE gaps (id int PRIMARY KEY)", "INSERT INTO gaps VALUES (1)");
    declare("gaps", "slot_name: gaps_slot");
    project.run().expect(0);
    postgres.run("INSERT INTO gaps VALUES (2)");
    postgres.admin(
        Postgres.DATABASE, "SELECT pg_replication_slot_advance('gaps_slot', pg_current_wal_lsn())");
    expectProblem("RECORDS_LOST", "another program has read from the slot");
    postgres.admin(Postgres.DATABASE, "SELECT pg_drop_replication_slot('gaps_slot')");
    expectProblem("RECORDS_LOST", "gaps_slot", "is not there");
    project.autocdc("refresh", "p.yaml", "--full", "--yes").expect(0);
    assertThat(project.show("silver.t")).containsExactly("{\"id\":1}", "{\"id\":2}");
    postgres.run("DELETE FROM gaps WHERE id = 1");
    project.run().expect(0);
    assertThat(project.show("silver.t")).containsExactly("{\"id\":2}");
    assertThat(
            postgres.query(
                "postgres",
                "SELECT count(*) FROM pg_replication_slots WHERE slot_name = 'gaps_slot'"))
        .containsExactly("1");
  }

  @Test
  void thePasswordIsNowhere() throws Exception {
    postgres.run("CREATE TABLE secrets (id int PRIMARY KEY)", "INSERT INTO secrets VALUES (1)");
    declare("secrets");
    Process run = project.start("run", "p.yaml", "--debug");
    assertThat(run.waitFor(300, TimeUnit.SECONDS)).isTrue();
    assertThat(run.exitValue()).isZero();
    String explained = project.autocdc("explain", "p.yaml").expect(0).out();
    assertThat(explained).contains("the table secrets");
    project.autocdc("graph", "p.yaml", "--format", "html").expect(0);
    project.autocdc("generate", "p.yaml", "--output", "generated").expect(0);
    assertThat(explained).doesNotContain(Postgres.PASSWORD);
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        assertThat(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1))
            .as(file.toString())
            .doesNotContain(Postgres.PASSWORD);
      }
    }
  }

  @Test
  void thePageSaysWhatHappens() {
    String page = Project.page("sources-postgres.md");
    project.write(
        "p.yaml",
        Project.block(page, "yaml database")
            .replace("hostname: localhost", "hostname: 127.0.0.1\n      port: " + postgres.port())
            .replace("username: autocdc", "username: reader")
            .replace("SHOP_PASSWORD", "READER_PASSWORD"));
    postgres.run(Project.block(page, "sql database").split(";\\s*"));
    project.run().expect(0);
    postgres.run(Project.block(page, "sql database-changes").split(";\\s*"));
    project.run().expect(0);
    Project.Result shown = project.autocdc("show", "silver.accounts", "--warehouse", "warehouse");
    assertThat(shown.expect(0).out()).isEqualTo(Project.block(page, "text database"));
  }

  @Test
  void whatIsReadOnceIsNotReadOn() {
    postgres.run("CREATE TABLE initial (id int PRIMARY KEY)", "INSERT INTO initial VALUES (1)");
    project.write(
        "p.yaml",
        """
        pipeline: p
        flowgroup: p
        actions:
          - name: load
            type: load
            source: { type: postgres_cdc, hostname: 127.0.0.1, port: %d, database: shop, table: initial,
              username: reader, password: "${env:READER_PASSWORD}" }
            target: changes
          - name: current
            type: write
            source: changes
            once: true
            write_target: { table: silver.t, cdc_config: { scd_type: 1 } }
        """
            .formatted(postgres.port()));
    project.run().expect(0);
    postgres.run("INSERT INTO initial VALUES (2)");
    project.run().expect(0);
    assertThat(project.show("silver.t")).containsExactly("{\"id\":1}");
  }

  @Test
  void aServerThatGoesAwayInTheMiddleIsNamedAndNothingIsLost() throws Exception {
    postgres.run("CREATE TABLE gone (id int PRIMARY KEY)", "INSERT INTO gone VALUES (1)");
    // One connection looks up the columns, one inspects; the job gets none.
    try (Gate gate = new Gate(postgres.port(), 2)) {
      project.declare("postgres_cdc", gate.port(), "gone", "slot_name: gone_slot");
      assertThat(project.run().expect(1).err())
          .contains("SOURCE_UNREACHABLE", "127.0.0.1:" + gate.port())
          .doesNotContain("\tat ");
    }
    declare("gone", "slot_name: gone_slot");
    project.run().expect(0);
    assertThat(project.show("silver.t")).containsExactly("{\"id\":1}");
  }
}
