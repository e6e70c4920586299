// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.e2e.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A topic of Debezium whose records come again and in any order, and a run that is killed, against
 * the table that was replayed.
 */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class DebeziumTopicITCase {

  private static final int CHANGES =
      System.getProperty("autocdc.test.size").equals("full") ? 200_000 : 20_000;
  private static final int KEYS = CHANGES / 20;
  private static final int PARTITIONS = 4;
  private static final String TOPIC = "shop.public.accounts";

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
            topics: [shop.public.accounts]
            format: debezium-json
            schema: "id BIGINT, name STRING, balance DECIMAL(12, 2)"
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
  private final Map<Integer, String> table = new TreeMap<>();

  @Test
  void aKilledRunGoesOnToTheTableThatWasReplayed() throws Exception {
    Project project = new Project(folder);
    try (Broker broker = new Broker()) {
      broker.createTopic(TOPIC, PARTITIONS);
      project.write("p.yaml", PIPELINE.formatted(broker.servers()));
      List<ProducerRecord<byte[], byte[]>> records = arrivals();
      int half = records.size() / 2;
      records.subList(0, half).forEach(broker::send);
      broker.flush();
      Process killed =
          project.start(
              "run",
              "p.yaml",
              "--mode",
              "continuous",
              "--parallelism",
              "2",
              "-D",
              "execution.checkpointing.interval=300ms");
      try {
        awaitCheckpoint(killed);
        records.subList(half, half + half / 2).forEach(broker::send);
        broker.flush();
      } finally {
        killed.descendants().forEach(ProcessHandle::destroyForcibly);
        killed.destroyForcibly();
        assertThat(killed.waitFor(30, TimeUnit.SECONDS)).isTrue();
      }
      records.subList(half + half / 2, records.size()).forEach(broker::send);
      broker.flush();
      project.autocdc("run", "p.yaml", "--parallelism", "3").expect(0);
      assertThat(project.autocdc("run", "p.yaml", "--format", "json").expect(0).out())
          .contains("\"num_input_rows\":0");
    }
    List<String> replayed = List.copyOf(table.values());
    assertThat(project.show("silver.now")).isEqualTo(replayed);
    assertThat(
            project.show("silver.history").stream()
                .filter(row -> row.endsWith("\"__END_AT\":null}"))
                .map(row -> row.replaceFirst(",\"__START_AT\".*", "}"))
                .toList())
        .isEqualTo(replayed);
  }

  /** Bounded by the test's time limit of the loop. */
  private void awaitCheckpoint(Process running) throws Exception {
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(3);
    while (!hasCheckpoint()) {
      assertThat(running.isAlive()).as(Files.readString(folder.resolve("killed.txt"))).isTrue();
      assertThat(System.nanoTime()).as("no checkpoint").isLessThan(end);
      Thread.sleep(50);
    }
  }

  private boolean hasCheckpoint() throws IOException {
    Path state = folder.resolve("warehouse/.autocdc");
    if (!Files.isDirectory(state)) {
      return false;
    }
    try (Stream<Path> files = Files.walk(state)) {
      return files.anyMatch(file -> file.endsWith("_metadata"));
    } catch (java.io.UncheckedIOException e) {
      return false; // A checkpoint was removed while we looked.
    }
  }

  /** All records in any order, in any partition, every tenth twice. */
  private List<ProducerRecord<byte[], byte[]>> arrivals() {
    List<String[]> feed = feed();
    for (int i = 0; i < CHANGES / 10; i++) {
      feed.add(feed.get(random.nextInt(CHANGES)));
    }
    Collections.shuffle(feed, random);
    List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
    for (String[] record : feed) {
      records.add(Broker.record(TOPIC, random.nextInt(PARTITIONS), record[0], record[1]));
      if (record[2] != null) {
        // What Debezium writes behind a delete.
        records.add(Broker.record(TOPIC, random.nextInt(PARTITIONS), record[0], null));
      }
    }
    return records;
  }

  /** Key, value, and something if it is a delete. */
  private List<String[]> feed() {
    List<String[]> feed = new ArrayList<>();
    for (int lsn = 1; lsn <= CHANGES; lsn++) {
      int id = random.nextInt(KEYS);
      String key = "{\"id\":" + id + "}";
      String source = "\"source\":{\"lsn\":" + lsn + ",\"ts_ms\":" + lsn + "}";
      if (table.containsKey(id) && random.nextInt(5) == 0) {
        table.remove(id);
        boolean keyOnly = random.nextBoolean();
        String before = keyOnly ? "null" : key;
        feed.add(
            new String[] {
              key,
              "{\"before\":" + before + ",\"after\":null," + source + ",\"op\":\"d\"}",
              "delete"
            });
        continue;
      }
      String op = table.containsKey(id) ? "u" : random.nextBoolean() ? "c" : "r";
      String name = "n" + random.nextInt(1000);
      String balance = random.nextInt(10_000) + "." + (10 + random.nextInt(90));
      table.put(id, "{\"id\":" + id + ",\"name\":\"" + name + "\",\"balance\":" + balance + "}");
      String row = "{\"id\":" + id + ",\"name\":\"" + name + "\",\"balance\":\"" + balance + "\"}";
      String value = "{\"before\":null,\"after\":" + row + "," + source + ",\"op\":\"" + op + "\"}";
      feed.add(
          new String[] {
            key, random.nextBoolean() ? value : "{\"schema\":null,\"payload\":" + value + "}", null
          });
    }
    return feed;
  }
}
