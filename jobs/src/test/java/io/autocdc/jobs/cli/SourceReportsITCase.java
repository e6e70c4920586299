// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The reports of {@code source-reports.txt}, from files to tables, in one run; and B37, about rows
 * that Flink takes back. What needs keys of records (B32) is in {@code DebeziumReaderTest} and
 * {@code DebeziumTopicITCase}, the matrix of all types (B38, B40) in {@code DebeziumValuesTest}.
 */
@Timeout(value = 4, unit = TimeUnit.MINUTES)
class SourceReportsITCase {

  @TempDir private Path folder;

  private String autocdc(String... arguments) {
    Result result = Result.of(folder, arguments);
    assertThat(result.code()).as(result.toString()).isZero();
    return result.out();
  }

  private List<String> show(String table) {
    return autocdc("show", table, "--warehouse", "w", "--format", "json").lines().toList();
  }

  /**
   * A report.
   *
   * @param name name of its flow and target
   */
  private record Report(
      String name,
      String title,
      String options,
      String config,
      List<String> records,
      List<String> right) {

    String actions() {
      return """
        - name: load_%1$s
          type: load
          source: { type: files, path: data/%1$s, format: debezium-json, primary_key: [id], %2$s }
          target: v_%1$s
        - name: %1$s
          type: write
          source: v_%1$s
          write_target: { table: silver.%1$s, cdc_config: { %3$s } }
      """
          .formatted(name, options, config);
    }

    List<String> rows() {
      return right.stream().filter(line -> line.startsWith("{")).toList();
    }

    List<String> quarantined() {
      return right.stream()
          .filter(line -> line.startsWith("quarantine "))
          .map(line -> line.substring("quarantine ".length()))
          .toList();
    }

    List<String[]> counters() {
      return right.stream().filter(line -> line.contains(" = ")).map(l -> l.split(" = ")).toList();
    }
  }

  private static List<Report> reports() throws IOException {
    String text;
    try (InputStream in = SourceReportsITCase.class.getResourceAsStream("/source-reports.txt")) {
      text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
    List<Report> reports = new ArrayList<>();
    String[] pieces = text.split("(?m)^=== ");
    for (String piece : Arrays.copyOfRange(pieces, 1, pieces.length)) {
      List<String> lines = piece.lines().filter(line -> !line.isBlank()).toList();
      String[] head = lines.get(0).split(" \\| ");
      String name = head[0].substring(0, 3).toLowerCase() + "_" + reports.size();
      reports.add(
          new Report(
              name,
              head[0],
              head[1],
              head[2],
              lines.stream().skip(1).filter(line -> !line.startsWith("--->")).toList(),
              lines.stream().filter(l -> l.startsWith("--->")).map(l -> l.substring(5)).toList()));
    }
    return reports;
  }

  @Test
  void everyReportOfAFeedGivesTheTableThatIsRight() throws IOException {
    List<Report> reports = reports();
    assertThat(reports)
        .extracting(report -> report.title().substring(0, 3))
        .contains("B29", "B32", "B33", "B34", "B38", "B40");
    StringBuilder pipeline = new StringBuilder("pipeline: reports\nflowgroup: reports\nactions:\n");
    for (Report report : reports) {
      pipeline.append(report.actions());
      Path data = folder.resolve("data/" + report.name());
      Files.createDirectories(data);
      Files.write(data.resolve("records.json"), report.records());
    }
    Files.writeString(folder.resolve("reports.yaml"), pipeline);

    String summary =
        autocdc(
            "run", "reports.yaml", "--warehouse", "w", "--format", "json", "--parallelism", "1");

    SoftAssertions softly = new SoftAssertions();
    for (Report report : reports) {
      softly
          .assertThat(show("silver." + report.name()))
          .as(report.title())
          .isEqualTo(report.rows());
      for (String[] counter : report.counters()) {
        softly
            .assertThat(counter(summary, report.name(), counter[0]))
            .as(report.title() + ": " + counter[0])
            .isEqualTo(counter[1]);
      }
      if (!report.quarantined().isEmpty()) {
        List<String> quarantined = show("silver." + report.name() + "__quarantine");
        softly.assertThat(quarantined).as(report.title()).hasSameSizeAs(report.quarantined());
        report
            .quarantined()
            .forEach(
                reason ->
                    softly
                        .assertThat(quarantined)
                        .as(report.title())
                        .anyMatch(row -> row.contains(reason)));
      }
    }
    softly.assertAll();
  }

  private static String counter(String summary, String flow, String counter) {
    Matcher found =
        Pattern.compile(
                "\"" + flow + "\"(?:(?!\"target\":).)*?\"target\":.*?\"" + counter + "\":(\\d+)",
                Pattern.DOTALL)
            .matcher(summary);
    return found.find() ? found.group(1) : "none";
  }

  /** {@code +I(12, 0), -U(12, 0)}: the filter has taken the update after away. */
  @Test
  void b37ALoneRetractionIsIgnoredUnlessTheSourceSaysThatItIsADelete() throws IOException {
    String source =
        """
          - name: load_%1$s
            type: load
            source:
              type: sql
              %2$s
              definition: >
                CREATE TABLE t_%1$s (id BIGINT, deleted INT, seq BIGINT) WITH (
                  'connector' = 'filesystem', 'path' = '%3$s', 'format' = 'debezium-json')
            target: v_%1$s
          - name: filter_%1$s
            type: transform
            transform_type: sql
            sql: SELECT * FROM v_%1$s WHERE deleted = 0
            target: kept_%1$s
          - name: %1$s
            type: write
            source: kept_%1$s
            write_target: { table: silver.%1$s, cdc_config: { keys: id, sequence_by: seq, scd_type: 1 } }
        """;
    Path data = folder.resolve("landing");
    Files.createDirectories(data);
    Files.write(
        data.resolve("1.json"),
        List.of(
            "{\"before\":null,\"after\":{\"id\":12,\"deleted\":0,\"seq\":1},\"op\":\"c\"}",
            "{\"before\":null,\"after\":{\"id\":13,\"deleted\":0,\"seq\":1},\"op\":\"c\"}",
            "{\"before\":{\"id\":13,\"deleted\":0,\"seq\":1},\"after\":{\"id\":13,\"deleted\":0,\"seq\":2},\"op\":\"u\"}",
            "{\"before\":{\"id\":12,\"deleted\":0,\"seq\":1},\"after\":{\"id\":12,\"deleted\":1,\"seq\":2},\"op\":\"u\"}"));
    Files.writeString(
        folder.resolve("p.yaml"),
        "pipeline: p\nflowgroup: p\nactions:\n"
            + source.formatted("ignored", "", data)
            + source.formatted("deleted", "unpaired_update_before: delete", data));
    assertThat(autocdc("validate", "p.yaml").lines().filter(line -> line.contains("DROPS_DELETES")))
        .singleElement()
        .asString()
        .contains("view 'kept_ignored' filters rows that change");

    autocdc("run", "p.yaml", "--warehouse", "w", "--parallelism", "2");

    String kept = "{\"id\":13,\"deleted\":0,\"seq\":2}";
    assertThat(show("silver.ignored")).containsExactly("{\"id\":12,\"deleted\":0,\"seq\":1}", kept);
    assertThat(show("silver.deleted")).containsExactly(kept);
  }
}
