// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the page about the SQL client shows, on a cluster, and what it says of faults. */
@Timeout(300)
class SqlClientE2eTest {

  private static final Pattern JOB =
      Pattern.compile("\\| ([0-9a-f]{32}) \\| customers \\| paimon\\.silver\\.customers \\|");
  private static final Pattern SAVEPOINT = Pattern.compile("\\| (file:\\S*savepoint\\S*) \\|");

  @TempDir static Path folder;
  private static Path data;
  private static FlinkCluster cluster;
  private static Map<String, String> storeInFiles;

  @BeforeAll
  static void start() throws IOException {
    cluster = FlinkCluster.start(folder, 1);
    data = Files.createDirectories(folder.resolve("data"));
    Files.createDirectories(data.resolve("changes"));
    Path store = Files.createDirectories(data.resolve("catalogs"));
    storeInFiles =
        Map.of(
            "table.catalog-store.kind",
            "file",
            "table.catalog-store.file.path",
            store.toUri().toString());
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  /** The blocks of the page, with its paths in the folder of the test. */
  private static Iterator<String> blocks() {
    String here = data.toUri().toString().replaceFirst("/$", "");
    return new MarkdownPage(Cli.ROOT, "docs/sql-client.md")
        .blocks().stream()
            .filter(block -> block.attributes().contains("client"))
            .map(block -> block.text().replace("file:///data", here))
            .iterator();
  }

  private static String run(String script) {
    Cli.Result result = cluster.sql(script, storeInFiles);
    assertThat(result.out()).as(result.err()).doesNotContain("[ERROR]");
    return result.out();
  }

  private static void write(String file, String... lines) {
    try {
      Path hidden = data.resolve("changes").resolve("." + file);
      Files.write(hidden, Arrays.asList(lines));
      Files.move(hidden, hidden.resolveSibling(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Waits until a table has a snapshot behind a given one; tells its number. */
  private static long awaitSnapshot(String table, long behind) {
    Path latest = data.resolve("lake/silver.db").resolve(table).resolve("snapshot/LATEST");
    long[] found = new long[1];
    cluster.await(
        "snapshot of " + table + " behind " + behind,
        () -> {
          try {
            found[0] = Files.exists(latest) ? Long.parseLong(Files.readString(latest).strip()) : 0;
            return found[0] > behind;
          } catch (IOException | NumberFormatException e) {
            // It is being replaced.
            return false;
          }
        });
    return found[0];
  }

  /** The rows of the only table, or the last of several, in what the client printed. */
  private static List<String> lastTable(String out) {
    List<String> lines = out.lines().filter(line -> line.startsWith("| ")).toList();
    int header = 0;
    for (int i = 0; i < lines.size(); i++) {
      header = lines.get(i).contains("__START_AT") ? i : header;
    }
    return lines.subList(header + 1, lines.size()).stream()
        .map(line -> line.replaceAll("\\s*\\|\\s*", " ").strip())
        .toList();
  }

  private static String find(Pattern pattern, String out) {
    Matcher matcher = pattern.matcher(out.replaceAll(" +", " "));
    assertThat(matcher.find()).as("%s in%n%s", pattern, out).isTrue();
    return matcher.group(1);
  }

  @Test
  void aFlowIsStartedReadStoppedAndGoesOnAsThePageShows() {
    Iterator<String> page = blocks();
    write(
        "1.json",
        "{\"customer_id\":\"1\",\"name\":\"Ada\",\"op\":\"U\",\"seq\":1}",
        "{\"customer_id\":\"1\",\"name\":\"Ada L.\",\"op\":\"U\",\"seq\":3}",
        "{\"customer_id\":\"2\",\"name\":\"Bob\",\"op\":\"U\",\"seq\":1}",
        "{\"customer_id\":\"2\",\"name\":null,\"op\":\"D\",\"seq\":4}",
        "{\"customer_id\":\"1\",\"name\":\"Ada B.\",\"op\":\"U\",\"seq\":2}");
    String started = run(page.next());
    assertThat(started)
        .contains(
            "create_auto_cdc_flow",
            "create_auto_cdc_from_snapshot_flow",
            "validate_flow",
            "describe_flow",
            "nothing is wrong with the flow",
            "rows become visible with checkpoints, every 1 s");
    String job = find(JOB, started);
    long first = awaitSnapshot("customers", 0);

    String read = page.next();
    String stopped = run(page.next().replace("<job id>", job));
    assertThat(cluster.get("/jobs/" + job)).contains("\"state\":\"FINISHED\"");
    String savepoint = find(SAVEPOINT, stopped);

    write(
        "2.json",
        "{\"customer_id\":\"2\",\"name\":\"late\",\"op\":\"U\",\"seq\":2}",
        "{\"customer_id\":\"1\",\"name\":\"Ada M.\",\"op\":\"U\",\"seq\":9}");
    String resume = page.next().replace("<savepoint path>", savepoint);
    String goesOn =
        run(
            """
            SET 'sql-client.execution.result-mode' = 'tableau';
            SET 'execution.checkpointing.interval' = '1 s';
            CREATE TABLE autocdc.flows.changes (customer_id STRING, name STRING, op STRING, seq BIGINT) WITH (
              'connector' = 'filesystem', 'path' = '%s', 'format' = 'json', 'source.monitor-interval' = '1 s');
            """
                    .formatted(data.resolve("changes").toUri())
                + read
                + resume
                + page.next()
                + "SHOW USER FUNCTIONS;\n");
    assertThat(page.hasNext()).as("a block that is not run").isFalse();
    assertThat(lastTable(goesOn.substring(0, goesOn.indexOf(" rows in set"))))
        .containsExactly(
            "1 Ada 1 2 FALSE FALSE FALSE",
            "1 Ada B. 2 3 FALSE TRUE TRUE",
            "1 Ada L. 3 <NULL> TRUE FALSE TRUE",
            "2 Bob 1 4 FALSE TRUE TRUE");
    String second = find(JOB, goesOn);
    assertThat(second).isNotEqualTo(job);
    awaitSnapshot("customers", first);
    awaitSnapshot("upper_customers", 0);
    assertThat(cluster.get("/jobs/" + second + "/checkpoints"))
        .contains("\"is_savepoint\":true,\"external_path\":\"" + savepoint);

    String both =
        run(
            """
            SET 'sql-client.execution.result-mode' = 'tableau';
            SET 'execution.runtime-mode' = 'batch';
            SELECT * FROM (
              SELECT 'customers' AS t, customer_id, name, __START_AT, __END_AT FROM paimon.silver.customers
              UNION ALL SELECT 'upper', customer_id, name, __START_AT, __END_AT FROM paimon.silver.upper_customers)
            ORDER BY t, customer_id, __START_AT;
            """);
    assertThat(lastTable(both))
        .containsExactly(
            "customers 1 Ada 1 2",
            "customers 1 Ada B. 2 3",
            "customers 1 Ada L. 3 9",
            "customers 1 Ada M. 9 <NULL>",
            "customers 2 Bob 1 2",
            "customers 2 late 2 4",
            "upper 1 ADA 1 2",
            "upper 1 ADA B. 2 3",
            "upper 1 ADA L. 3 9",
            "upper 1 ADA M. 9 <NULL>",
            "upper 2 BOB 1 2",
            "upper 2 LATE 2 4");
  }

  /** A statement and what the client has to say about it. */
  private record Fault(String statement, List<String> messages) {}

  private static String call(String arguments) {
    return "CALL autocdc.sys.create_auto_cdc_flow(" + arguments + ");";
  }

  @Test
  void faultsNameTheArgumentAndWhatToDo() {
    String table = " source => 'autocdc.flows.feed', `keys` => 'id', sequence_by => 'seq'";
    List<Fault> faults =
        List.of(
            new Fault(
                call(
                    "target => 'paimon.silver.x', source => 'autocdc.flows.feed', `keys` => 'idd',"
                        + " sequence_by => 'seq', apply_as_deletes => 'op == ''D''',"
                        + " stored_as_scd_type => '3', on_invalid_row => 'quarantin'"),
                List.of(
                    "argument keys: UNKNOWN_COLUMN",
                    "did you mean 'id'?",
                    "argument apply_as_deletes at 1:4: INVALID_EXPRESSION",
                    "argument stored_as_scd_type: INVALID_SCD_TYPE",
                    "argument on_invalid_row: INVALID_VALUE",
                    "did you mean 'quarantine'?")),
            new Fault(
                call(
                    "target => 'paimon.silver.x', source => 'autocdc.flows.feeds', `keys` => 'id'"),
                List.of(
                    "argument source: TABLE_NOT_FOUND there is no table autocdc.flows.feeds",
                    "did you mean 'feed'?",
                    "argument sequence_by: NO_SEQUENCE")),
            new Fault(
                call(
                    "target => 'paimon.silver.x', `keys` => 'id', sequence_by => 'seq',"
                        + " source => 'default_catalog.default_database.feed'"),
                List.of(
                    "argument source: UNKNOWN_CATALOG the catalog 'default_catalog'",
                    "create the table in the catalog 'autocdc'")),
            new Fault(
                call("target => 'lake.silver.x'," + table),
                List.of(
                    "argument target: UNKNOWN_CATALOG the catalog 'lake'",
                    "'catalog.lake.type' = 'paimon'")),
            new Fault(
                "CALL autocdc.sys.create_auto_cdc_flow();",
                List.of(
                    "argument target: MISSING_KEY",
                    "argument source: MISSING_KEY",
                    "argument keys: NO_KEYS")),
            new Fault(
                "SELECT autocdc.sys.valid_at(1, 2, 'x');",
                List.of("start_at is INT, end_at is INT, at is CHAR(1)")),
            new Fault(
                "CREATE TABLE autocdc.flows.t (id STRING, seq BIGINT) WITH ('connector' = 'autocdc',"
                    + " 'target' = 'paimon.silver.t', 'key' = 'id', 'sequence-by' = 'seq');",
                List.of("option 'key': UNKNOWN_KEY", "did you mean 'keys'?")),
            new Fault(
                "CREATE TABLE autocdc.flows.t (id STRING, seq BIGINT) WITH ('connector' = 'autocdc',"
                    + " 'target' = 'paimon.silver.t', 'keys' = 'id', 'sequence-by' = 'sequence');",
                List.of("option 'sequence-by': UNKNOWN_COLUMN")),
            new Fault(
                "SELECT * FROM autocdc.flows.flow;",
                List.of("is a flow", "read its target paimon.silver.flow")));
    StringBuilder typed =
        new StringBuilder(
            """
            CREATE CATALOG autocdc WITH ('type' = 'autocdc',
              'catalog.paimon.type' = 'paimon', 'catalog.paimon.warehouse' = '%s');
            CREATE TABLE autocdc.flows.feed (id STRING, op STRING, seq BIGINT) WITH (
              'connector' = 'filesystem', 'path' = '%s', 'format' = 'json');
            CREATE TABLE autocdc.flows.flow (id STRING, seq BIGINT) WITH (
              'connector' = 'autocdc', 'target' = 'paimon.silver.flow', 'keys' = 'id', 'sequence-by' = 'seq');
            SET 'sql-client.execution.result-mode' = 'tableau';
            CALL autocdc.sys.validate_flow(target => 'paimon.silver.x', except_column_list => 'seq',%s);
            """
                .formatted(
                    data.resolve("elsewhere").toUri(), data.resolve("changes").toUri(), table));
    faults.forEach(fault -> typed.append(fault.statement()).append('\n'));

    String out = cluster.typeSql(typed.toString(), Map.of()).out();

    String[] errors = out.split("\\[ERROR\\] ");
    assertThat(errors).as(out).hasSize(faults.size() + 1);
    assertThat(errors[0]).contains("nothing is wrong with the flow");
    for (int i = 0; i < faults.size(); i++) {
      String error =
          errors[i + 1].lines().takeWhile(l -> !l.startsWith("Flink SQL>")).toList() + "";
      assertThat(error)
          .as(faults.get(i).statement())
          .contains("ValidationException: ")
          .contains(faults.get(i).messages());
    }
    assertThat(cluster.get("/jobs/overview")).doesNotContain("\"name\":\"x\"");
  }
}
