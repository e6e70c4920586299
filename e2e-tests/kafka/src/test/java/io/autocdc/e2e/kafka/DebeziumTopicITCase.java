// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.e2e.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.autocdc.e2e.kafka.ReplayedTable.Change;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A topic of Debezium whose records come again, in any order and in any partition, and runs that
 * are killed, against the table that was replayed.
 */
@Timeout(value = 20, unit = TimeUnit.MINUTES)
class DebeziumTopicITCase {

  private static final boolean FULL = System.getProperty("autocdc.test.size").equals("full");
  private static final int STATEMENTS = FULL ? 200_000 : 3_000;
  private static final int KEYS = STATEMENTS / 20;
  private static final int KILLS = FULL ? 3 : 1;
  private static final int PARTITIONS = 4;
  private static final String TOPIC = "replayed.public.accounts";

  private static final Pattern INTERVAL =
      Pattern.compile("\\{\"id\":(\\d+),(.*),\"__START_AT\":(\\d+),\"__END_AT\":(\\d+|null)}");

  private static final String PIPELINE =
      """
      pipeline: accounts
      flowgroup: accounts
      actions:
        - name: load
          type: load
          source:
            type: kafka
            bootstrap_servers: "%s"
            topics: [replayed.public.accounts]
            format: debezium-json
            schema: "id BIGINT, name STRING, balance DECIMAL(12, 2), notes STRING"
            primary_key: id
          target: changes
        - name: now
          type: write
          source: changes
          write_target: { table: silver.now, cdc_config: { scd_type: 1 } }
        - name: history
          type: write
          source: changes
          write_target: { table: silver.history, cdc_config: { scd_type: 2 } }
      """;

  @TempDir private Path folder;

  private final Random random = new Random(20261130);

  @Test
  void runsThatAreKilledGiveTheTableThatWasReplayed() throws Exception {
    Broker broker = Broker.shared();
    broker.createTopic(TOPIC, PARTITIONS);
    Project project = new Project(folder);
    project.write("p.yaml", PIPELINE.formatted(broker.servers()));
    ReplayedTable replayed = new ReplayedTable(random, KEYS, STATEMENTS);
    List<Change> arrivals = replayed.arrivals();
    int part = arrivals.size() / (KILLS + 2);
    send(broker, arrivals.subList(0, part));
    for (int kill = 1; kill <= KILLS; kill++) {
      try (ContinuousRun run = project.startContinuous("p.yaml", "--parallelism", "2")) {
        run.awaitCheckpoints(2);
        send(broker, arrivals.subList(kill * part, (kill + 1) * part));
      }
    }
    send(broker, arrivals.subList((KILLS + 1) * part, arrivals.size()));
    project.autocdc("run", "p.yaml", "--parallelism", "3").expect(0);
    assertThat(project.autocdc("run", "p.yaml", "--format", "json").expect(0).out())
        .contains("\"num_input_rows\":0");

    assertThat(project.show("silver.now")).isEqualTo(replayed.rows());
    List<String> history = project.show("silver.history");
    assertThat(
            history.stream()
                .filter(row -> row.endsWith("\"__END_AT\":null}"))
                .map(row -> row.replaceFirst(",\"__START_AT\".*", "}"))
                .toList())
        .isEqualTo(replayed.rows());
    checkIntervals(history);
    assertThat(history).isEqualTo(replayed.history());
  }

  private void send(Broker broker, List<Change> arrivals) {
    arrivals.forEach(
        change -> broker.send(TOPIC, random.nextInt(PARTITIONS), change.key(), change.value()));
    broker.flush();
  }

  /** Law 3, for rows in order of key and start. */
  private static void checkIntervals(List<String> history) {
    MatchResult before = null;
    for (String row : history) {
      MatchResult interval = INTERVAL.matcher(row).results().findFirst().orElseThrow();
      long start = Long.parseLong(interval.group(3));
      assertThat(end(interval)).as(row).isGreaterThan(start);
      if (before != null && before.group(1).equals(interval.group(1))) {
        assertThat(end(before)).as(row).isLessThanOrEqualTo(start);
        if (end(before) == start) {
          assertThat(before.group(2)).as(row).isNotEqualTo(interval.group(2));
        }
      }
      before = interval;
    }
  }

  private static long end(MatchResult interval) {
    String end = interval.group(4);
    return end.equals("null") ? Long.MAX_VALUE : Long.parseLong(end);
  }
}
