// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.flink.table.functions.ScalarFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Scripts with statements that are handed to Flink as they stand. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class FlinkStatementsITCase {

  private static final String SCRIPT =
      """
      SET 'pipeline.name' = 'shop';

      CREATE TABLE numbers (
        n BIGINT,
        customer AS MOD(n, 5),
        counted_at AS TO_TIMESTAMP_LTZ(n * 1000, 3),
        WATERMARK FOR counted_at AS counted_at - INTERVAL '5' SECOND
      ) WITH (
        'connector' = 'datagen', 'number-of-rows' = '20',
        'fields.n.kind' = 'sequence', 'fields.n.start' = '1', 'fields.n.end' = '20'
      );
      CREATE TEMPORARY TABLE more WITH (
        'number-of-rows' = '1', 'fields.n.start' = '100', 'fields.n.end' = '100'
      ) LIKE numbers (OVERWRITING OPTIONS);
      CREATE TEMPORARY FUNCTION named AS 'io.autocdc.jobs.cli.FlinkStatementsITCase$Named';

      CREATE VIEW customers AS
      SELECT customer, named(customer) AS name, n FROM STREAM(numbers)
      UNION ALL SELECT customer, named(customer) AS name, n FROM more;

      CREATE STREAMING TABLE silver.customers
        FLOW AUTO CDC FROM stream(customers) KEYS (customer) SEQUENCE BY n;
      CREATE STREAMING TABLE silver.history
        FLOW AUTO CDC FROM stream(customers) KEYS (customer) SEQUENCE BY n
        COLUMNS (customer, n) STORED AS SCD TYPE 2;

      CREATE TABLE out_files (customer BIGINT, name STRING)
        WITH ('connector' = 'filesystem', 'path' = '${out}', 'format' = 'json');
      CREATE TEMPORARY TABLE nothing (customer BIGINT, total BIGINT, PRIMARY KEY (customer) NOT ENFORCED)
        WITH ('connector' = 'blackhole');
      INSERT INTO out_files SELECT customer, name FROM STREAM(customers);
      INSERT INTO nothing SELECT customer, SUM(n) FROM customers GROUP BY customer;
      """;

  @TempDir private Path folder;

  /** A function of the script. */
  public static final class Named extends ScalarFunction {

    public String eval(Long customer) {
      return "c" + customer;
    }
  }

  private Result autocdc(String... arguments) {
    return Result.of(folder, arguments);
  }

  private void write(String text) throws IOException {
    Files.createDirectories(folder.resolve("p"));
    Files.writeString(folder.resolve("p/shop.sql"), text);
  }

  private Result on(String command, String... more) {
    List<String> arguments = new ArrayList<>(List.of(command, "p"));
    if (!List.of("validate", "graph").contains(command)) {
      arguments.addAll(List.of("--warehouse", "w"));
    }
    arguments.addAll(List.of("--set", "out=" + folder.resolve("out")));
    arguments.addAll(List.of(more));
    return autocdc(arguments.toArray(new String[0]));
  }

  private String show(String table) {
    return autocdc("show", table, "--warehouse", "w", "--format", "json").out();
  }

  /** Files that are still open count, too: when they are closed is the sink's policy. */
  private List<String> written() throws IOException {
    List<String> lines = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder.resolve("out"))) {
      for (Path file : files.toList()) {
        lines.addAll(Files.readAllLines(file));
      }
    }
    return lines;
  }

  @Test
  void tablesFunctionsAndInsertsOfFlinkAreOneJobWithTheFlows() throws IOException {
    write(SCRIPT);

    assertThat(on("validate").out())
        .contains("OK: 1 pipeline, 2 sources, 1 view, 2 tables, 2 flows, 2 inserts\n");
    Result first = on("run", "--parallelism", "2");

    assertThat(first).as(first.err()).returns(0, Result::code);
    assertThat(show("silver.customers").lines())
        .containsExactly(
            "{\"customer\":0,\"name\":\"c0\",\"n\":100}",
            "{\"customer\":1,\"name\":\"c1\",\"n\":16}",
            "{\"customer\":2,\"name\":\"c2\",\"n\":17}",
            "{\"customer\":3,\"name\":\"c3\",\"n\":18}",
            "{\"customer\":4,\"name\":\"c4\",\"n\":19}");
    assertThat(show("silver.history").lines()).hasSize(21);
    List<String> once =
        IntStream.concat(IntStream.rangeClosed(1, 20), IntStream.of(100))
            .mapToObj(n -> "{\"customer\":%d,\"name\":\"c%d\"}".formatted(n % 5, n % 5))
            .toList();
    assertThat(written()).containsExactlyInAnyOrderElementsOf(once);
    String history = show("silver.history");

    Result second = on("run", "--parallelism", "1");

    assertThat(second).as(second.err()).returns(0, Result::code);
    assertThat(show("silver.history")).isEqualTo(history);
    assertThat(written()).hasSize(42);
  }

  @Test
  void filesInFormatsOfFlinkAreReadAndWritten() throws IOException {
    Files.createDirectories(folder.resolve("in"));
    Files.writeString(folder.resolve("in/a.csv"), "1,Ann,1\n2,Bob,2\n1,Anna,3\n");
    write(
        """
        CREATE TABLE people (id BIGINT, name STRING, seq BIGINT)
          WITH ('connector' = 'filesystem', 'path' = '${out}/../in', 'format' = 'csv');
        CREATE STREAMING TABLE silver.people
          FLOW AUTO CDC FROM stream(people) KEYS (id) SEQUENCE BY seq COLUMNS (id, name);
        CREATE TABLE copy (id BIGINT, name STRING)
          WITH ('connector' = 'filesystem', 'path' = '${out}', 'format' = 'csv');
        INSERT INTO copy SELECT id, name FROM people WHERE seq > 1;
        """);

    Result run = on("run", "--parallelism", "1");

    assertThat(run).as(run.err()).returns(0, Result::code);
    assertThat(show("silver.people").lines())
        .containsExactly("{\"id\":1,\"name\":\"Anna\"}", "{\"id\":2,\"name\":\"Bob\"}");
    assertThat(written()).containsExactlyInAnyOrder("2,Bob", "1,Anna");
  }

  @Test
  void explainAndGraphShowWhatFlinkWrites() throws IOException {
    write(SCRIPT);

    Result explained = on("explain");
    assertThat(explained).as(explained.err()).returns(0, Result::code);
    assertThat(explained.out())
        .contains("source numbers", "Flink writes the table out_files", "insert-nothing-")
        .doesNotContain("source out_files");
    assertThat(on("explain").out()).isEqualTo(explained.out());
    assertThat(on("graph").out()).contains("INSERT INTO out_files", "nothing");
  }

  @Test
  void whatFlinkRefusesIsSaidWithItsPlace() throws IOException {
    write(
        """
        CREATE TABLE a (id BIGINT,
          b AS idd + 1) WITH ('connector' = 'datagen');
        CREATE TABLE c (id BIGINT) WITH ('connector' = 'nothing');
        CREATE TABLE d (id BIGINT) WITH ('connector' = 'datagen', 'nosuch' = '1');
        CREATE FUNCTION f IS 'nosuch.Function';
        CREATE TEMPORARY FUNCTION g AS 'nosuch.Function';
        CREATE TABLE sink (id BIGINT) WITH ('connector' = 'blackhole');
        INSERT INTO sink
          SELECT nosuch FROM e;
        CREATE TABLE e (id BIGINT) WITH ('connector' = 'datagen');
        CREATE TABLE t (id BIGINT) WITH ('connector' = 'print');
        INSERT INTO t SELECT id FROM t;
        INSERT INTO missing SELECT 1;
        INSERT INTO sink SELECT id FROM c UNION ALL SELECT id FROM d;
        CREATE STREAMING TABLE silver.x FLOW AUTO CDC FROM a KEYS (id) SEQUENCE BY id;
        """);

    Result validated = on("validate");

    assertThat(validated.out())
        .contains("shop.sql:2:8 INVALID_QUERY the definition of source 'a' cannot be used; Column")
        .contains("shop.sql:3:1 INVALID_QUERY", "'nothing'", "blackhole datagen filesystem")
        .contains("; name one of those, or add the jar that has it: ADD JAR '/path/of.jar'")
        .contains("shop.sql:4:1 INVALID_QUERY", "Unsupported options: nosuch;")
        .contains("shop.sql:5:19 INVALID_QUERY a statement for Flink fails; 'IS' is not expected")
        .contains("shop.sql:6:1 INVALID_QUERY", "the class 'nosuch.Function' is not on the class")
        .contains("shop.sql:9:10 INVALID_QUERY INSERT INTO 'sink' cannot be planned; Column 'no")
        .contains("shop.sql:11:1 INVALID_QUERY", "'print' can only be used as a sink")
        .contains("shop.sql:13:1 INVALID_QUERY INSERT INTO 'missing' cannot be planned")
        .hasLineCount(9);
  }
}
