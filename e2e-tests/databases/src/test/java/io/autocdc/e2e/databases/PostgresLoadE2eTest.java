// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.e2e.databases;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sessions write while a continuous run is killed again and again. */
class PostgresLoadE2eTest {

  private static final boolean FULL = "full".equals(System.getProperty("autocdc.test.size"));
  private static final int ROWS = FULL ? 50_000 : 2_000;
  private static final int KILLS = FULL ? 3 : 1;
  private static final int SESSIONS = 4;

  private static final Pattern VERSION =
      Pattern.compile("(\\{\"id\":(\\d+),.*),\"__START_AT\":(\\d+),\"__END_AT\":(\\d+|null)}");

  @TempDir Path folder;

  @Test
  void tablesEqualTheDatabaseAfterKillsUnderLoad() throws Exception {
    long seed = System.nanoTime();
    ExecutorService threads = Executors.newCachedThreadPool();
    try (Postgres postgres = new Postgres()) {
      fill(postgres);
      Project project = new Project(folder, Map.of("READER_PASSWORD", Postgres.PASSWORD));
      declare(project, postgres.port());
      List<WritingSession> sessions = new ArrayList<>();
      List<Future<?>> running = new ArrayList<>();
      for (int i = 0; i < SESSIONS; i++) {
        sessions.add(new WritingSession(postgres, ROWS, seed + i));
        running.add(threads.submit(sessions.get(i)));
      }
      Random random = new Random(seed);
      for (int kill = 0; kill < KILLS; kill++) {
        Process run = project.start("run", "p.yaml", "--mode", "continuous");
        // The first one often dies amid the snapshot, later ones amid the log.
        awaitReaders(postgres, run);
        Thread.sleep(2_000 + random.nextInt(FULL ? 15_000 : 2_000));
        // The server hangs up on its readers; the job has to begin again by itself.
        postgres.admin(
            "postgres", "SELECT pg_terminate_backend(active_pid) FROM pg_replication_slots");
        Thread.sleep(1_000 + random.nextInt(FULL ? 15_000 : 2_000));
        assertThat(run.isAlive()).isTrue();
        run.destroyForcibly().waitFor();
      }
      sessions.forEach(WritingSession::stop);
      for (Future<?> session : running) {
        session.get(60, TimeUnit.SECONDS);
      }
      int committed = sessions.stream().mapToInt(WritingSession::committed).sum();
      assertThat(committed).isGreaterThan(KILLS * 100);

      project.autocdc("run", "p.yaml").expect(0);
      for (String table : List.of("items", "notes")) {
        List<String> rows = rows(postgres, table);
        assertThat(rows).as("seed %d", seed).hasSizeGreaterThan(ROWS / 2);
        assertThat(new HashSet<>(project.show("silver." + table)))
            .as("seed %d", seed)
            .isEqualTo(new HashSet<>(rows));
        checkHistory(project.show("silver." + table + "_history"), new HashSet<>(rows));
      }
      System.out.printf("seed %d, %d transactions committed%n", seed, committed);
    } finally {
      threads.shutdownNow();
    }
  }

  private static void fill(Postgres postgres) {
    for (String table : List.of("items", "notes")) {
      postgres.run(
          "CREATE TABLE "
              + table
              + " (id bigint PRIMARY KEY, name text, qty int, price numeric(10,2), doc text)",
          "ALTER TABLE " + table + " ALTER doc SET STORAGE EXTERNAL",
          "INSERT INTO "
              + table
              + " SELECT i, 'name ' || i, i % 10, i % 100,"
              + " CASE WHEN i % 10 = 0 THEN repeat('d', 3000) || i END"
              + " FROM generate_series(0, "
              + (ROWS - 1)
              + ") i");
    }
    postgres.run("ALTER TABLE items REPLICA IDENTITY FULL");
  }

  private static void declare(Project project, int port) {
    StringBuilder actions = new StringBuilder("pipeline: p\nflowgroup: p\nactions:\n");
    for (String table : List.of("items", "notes")) {
      actions.append(
          """
            - name: load_T
              type: load
              source:
                type: postgres_cdc
                hostname: 127.0.0.1
                port: PORT
                database: shop
                table: T
                username: reader
                password: "${env:READER_PASSWORD}"
              target: T_changes
            - name: T
              type: write
              source: T_changes
              write_target: { table: silver.T, cdc_config: { scd_type: 1 } }
            - name: T_history
              type: write
              source: T_changes
              write_target: { table: silver.T_history, cdc_config: { scd_type: 2 } }
          """
              .replace("T_", table + "_")
              .replace("name: T\n", "name: " + table + "\n")
              .replace("table: T\n", "table: " + table + "\n")
              .replace("silver.T,", "silver." + table + ",")
              .replace("_T\n", "_" + table + "\n")
              .replace("PORT", String.valueOf(port)));
    }
    project.write("p.yaml", actions.toString());
  }

  private void awaitReaders(Postgres postgres, Process run) throws Exception {
    for (int i = 0; i < 1_800 && run.isAlive(); i++) {
      String slots = "SELECT count(*) FROM pg_replication_slots WHERE slot_name LIKE 'autocdc%'";
      if (postgres.query("postgres", slots).equals(List.of("2"))) {
        return;
      }
      Thread.sleep(100);
    }
    throw new AssertionError(
        "no replication slots: " + Files.readString(folder.resolve("killed.txt")));
  }

  private static List<String> rows(Postgres postgres, String table) {
    return postgres.query(
        Postgres.DATABASE,
        "SELECT '{\"id\":' || id || ',\"name\":' || to_json(name) || ',\"qty\":' || qty"
            + " || ',\"price\":' || price || ',\"doc\":' || coalesce(to_json(doc)::text, 'null')"
            + " || '}' FROM "
            + table);
  }

  /** Law 3, and that the open rows are those of the database. */
  private static void checkHistory(List<String> versions, Set<String> rows) {
    Set<String> open = new HashSet<>();
    Map<String, String> values = new HashMap<>();
    Map<String, Long> ends = new HashMap<>();
    for (String version : versions) {
      Matcher parts = VERSION.matcher(version);
      assertThat(parts.matches()).isTrue();
      String id = parts.group(2);
      long start = Long.parseLong(parts.group(3));
      boolean isOpen = parts.group(4).equals("null");
      long end = isOpen ? Long.MAX_VALUE : Long.parseLong(parts.group(4));
      assertThat(end).as(version).isGreaterThan(start);
      if (ends.containsKey(id)) {
        assertThat(start).as(version).isGreaterThanOrEqualTo(ends.get(id));
        assertThat(start == ends.get(id) && parts.group(1).equals(values.get(id))).isFalse();
      }
      ends.put(id, end);
      values.put(id, parts.group(1));
      if (isOpen) {
        open.add(parts.group(1) + "}");
      }
    }
    assertThat(open).isEqualTo(rows);
  }
}
