// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.compile;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.autocdc.dsl.Files;
import io.autocdc.dsl.Paimon;
import io.autocdc.dsl.Pipeline;
import io.autocdc.dsl.TableName;
import io.autocdc.spi.FlowCounter;
import io.autocdc.spi.InvalidReason;
import io.autocdc.spi.RunSignals;
import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.HeartbeatManagerOptions;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.Metric;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.testutils.InMemoryReporter;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.table.data.RowData;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Metrics, totals and the event log of a pipeline that runs on a cluster. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class EventLogITCase {

  private static final InMemoryReporter REPORTER = InMemoryReporter.create();

  @RegisterExtension
  static final MiniClusterExtension CLUSTER =
      new MiniClusterExtension(
          new MiniClusterResourceConfiguration.Builder()
              .setConfiguration(clusterConfiguration())
              .setNumberTaskManagers(1)
              .setNumberSlotsPerTaskManager(2)
              .build());

  private static final TableName LOG = TableName.parse("default.shop__event_log");

  @TempDir private Path folder;

  private int files;
  private RunningPipeline running;

  private static Configuration clusterConfiguration() {
    Configuration configuration = new Configuration();
    // Accumulators come with heartbeats.
    configuration.set(HeartbeatManagerOptions.HEARTBEAT_INTERVAL, Duration.ofMillis(50));
    return REPORTER.addToConfiguration(configuration);
  }

  @AfterEach
  void stopWhatATestHasLeftRunning() throws Exception {
    if (running != null) {
      running.cancel();
    }
  }

  private static Pipeline pipeline() {
    return Pipeline.named("shop")
        .source(
            "changes",
            Files.json("changes")
                .schema("id BIGINT, v STRING, op STRING, seq BIGINT")
                .option("monitor_interval", "100 ms"))
        .expectations("checked", "changes", rules -> rules.expect("has_value", "v IS NOT NULL"))
        .streamingTable("s.orders", Paimon.table())
        .autoCdcFlow(
            "s.orders",
            flow ->
                flow.from("checked")
                    .keys("id")
                    .sequenceBy("seq")
                    .applyAsDeletes("op = 'D'")
                    .applyAsTruncates("op = 'T'")
                    .exceptColumns("op", "seq"))
        .build();
  }

  /** Puts a file in place as a whole. */
  private void deliver(String lines) throws IOException {
    java.nio.file.Files.createDirectories(folder.resolve("changes"));
    Path written = java.nio.file.Files.writeString(folder.resolve("new"), lines);
    java.nio.file.Files.move(
        written,
        folder.resolve("changes").resolve(++files + ".json"),
        StandardCopyOption.ATOMIC_MOVE);
  }

  /** Upserts of new keys, each tenth without a value, and one row without a key. */
  private static String orders(int from, int to) {
    return IntStream.range(from, to)
        .mapToObj(
            id ->
                "{\"id\":%d,%s\"seq\":%d}\n".formatted(id, id % 10 == 0 ? "" : "\"v\":\"x\",", id))
        .collect(Collectors.joining("", "", "{\"v\":\"no key\",\"seq\":1}\n"));
  }

  private long booked(FlowCounter counter) throws Exception {
    return running.accumulated(RunSignals.counter("orders", counter));
  }

  private long live() throws Exception {
    return running.accumulated(RunSignals.liveCounter("orders", FlowCounter.ROWS_IN.metricName()));
  }

  /** What the events of a type add up to, by the number's name. */
  private static Map<String, Long> sums(List<RowData> log, String type) throws IOException {
    Map<String, Long> sums = new TreeMap<>();
    for (RowData event : log) {
      if (!event.getString(2).toString().equals(type)) {
        continue;
      }
      try (JsonParser json = new JsonFactory().createParser(event.getString(8).toString())) {
        for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
          if (token == JsonToken.VALUE_NUMBER_INT) {
            sums.merge(json.currentName(), json.getLongValue(), Long::sum);
          }
        }
      }
    }
    return sums;
  }

  @Test
  void whatIsDoneAgainAfterAWorkerIsLostIsCountedAndToldOnce(@InjectMiniCluster MiniCluster cluster)
      throws Exception {
    deliver(orders(0, 1_000));
    running = new RunningPipeline(pipeline(), folder, Duration.ofSeconds(2));
    RunningPipeline.await("the first file", () -> booked(FlowCounter.ROWS_IN) == 1_001);

    int keys = 1_000;
    do {
      deliver(orders(keys, keys + 500));
      keys += 500;
      long rows = keys + files;
      RunningPipeline.await("the next file", () -> live() == rows);
      // Until it meets the time between two checkpoints: then there is something to do again.
    } while (booked(FlowCounter.ROWS_IN) == keys + files);
    cluster.terminateTaskManager(0).get(60, TimeUnit.SECONDS);
    cluster.startTaskManager();
    long rowsThen = keys + files;
    RunningPipeline.await("all files", () -> booked(FlowCounter.ROWS_IN) == rowsThen);
    assertThat(live()).as("progress goes on from the checkpoint").isEqualTo(rowsThen);
    deliver(orders(keys, keys + 100));
    keys += 100;
    long rows = keys + files;
    RunningPipeline.await("the last file", () -> live() == rows);
    Map<String, Object> totals = running.stop();

    long upserted = keys;
    long noKey = files;
    long noValue = keys / 10;
    assertThat(totals)
        .containsEntry(RunSignals.counter("orders", FlowCounter.ROWS_IN), rows)
        .containsEntry(RunSignals.counter("orders", FlowCounter.UPSERTED), upserted)
        .containsEntry(RunSignals.counter("orders", FlowCounter.QUARANTINED), noKey)
        .containsEntry(RunSignals.invalid("orders", InvalidReason.NULL_KEY.text()), noKey)
        .containsEntry(RunSignals.failed("checked", "has_value"), noValue)
        .containsEntry(RunSignals.passed("checked", "has_value"), rows - noValue);
    List<RowData> log = running.read(LOG);
    assertThat(sums(log, "progress"))
        .isEqualTo(
            Map.of(
                "num_input_rows",
                rows,
                "num_upserted_rows",
                upserted,
                "num_quarantined_rows",
                noKey));
    assertThat(sums(log, "expectation"))
        .isEqualTo(Map.of("num_passed_rows", rows - noValue, "num_failed_rows", noValue));
    assertThat(sums(log, "invalid_rows")).isEqualTo(Map.of("num_invalid_rows", noKey));
    assertThat(log).filteredOn(e -> e.getString(2).toString().equals("definition")).hasSize(1);
    assertThat(log).filteredOn(e -> e.getString(2).toString().equals("schema_change")).hasSize(2);
    assertThat(log)
        .allMatch(e -> e.getString(5).toString().equals(running.client().getJobID().toString()));
    assertThat(running.read(new TableName("paimon", "s", "orders"))).hasSize(keys);
  }

  @Test
  void everyCounterIsAMetricUnderItsName() throws Exception {
    deliver(
        """
        {"id":1,"v":"a","seq":1}
        {"id":2,"v":"b","seq":1}
        {"id":2,"op":"D","seq":3}
        {"v":"no key","seq":1}
        {"id":4,"seq":1}
        """);
    running = new RunningPipeline(pipeline(), folder, Duration.ofMillis(500));
    RunningPipeline.await("all rows", () -> booked(FlowCounter.ROWS_IN) == 5);

    Set<String> missing = new HashSet<>();
    for (FlowCounter counter : FlowCounter.values()) {
      missing.add("flow.orders." + counter.metricName());
    }
    for (InvalidReason reason : InvalidReason.values()) {
      missing.add("flow.orders.reason." + reason.metricName() + ".num_invalid_rows");
    }
    missing.removeIf(name -> !metrics(name).isEmpty());
    assertThat(missing).isEmpty();
    assertThat(counted("flow.orders.num_input_rows")).isEqualTo(5);
    assertThat(counted("flow.orders.num_upserted_rows")).isEqualTo(3);
    assertThat(counted("flow.orders.num_deleted_rows")).isEqualTo(1);
    assertThat(counted("flow.orders.num_quarantined_rows")).isEqualTo(1);
    assertThat(counted("flow.orders.reason.null_key.num_invalid_rows")).isEqualTo(1);
    assertThat(counted("view.checked.expectation.has_value.num_failed_rows")).isEqualTo(2);
    assertThat(counted("view.checked.expectation.has_value.num_passed_rows")).isEqualTo(3);
    assertThat(metrics("flow.orders.num_tombstones"))
        .singleElement()
        .isInstanceOfSatisfying(Gauge.class, gauge -> assertThat(gauge.getValue()).isEqualTo(1L));

    deliver("{\"op\":\"T\",\"seq\":9}\n");
    RunningPipeline.await("the truncate", () -> booked(FlowCounter.TOMBSTONES) == 0);
    Map<String, Object> totals = running.stop();
    assertThat(totals)
        .containsEntry(RunSignals.counter("orders", FlowCounter.TRUNCATES), 1L)
        .containsEntry(RunSignals.counter("orders", FlowCounter.TOMBSTONES), 0L);
    assertThat(running.read(new TableName("paimon", "s", "orders"))).isEmpty();
  }

  /** The sum over all subtasks. */
  private long counted(String name) {
    return metrics(name).stream().mapToLong(metric -> ((Counter) metric).getCount()).sum();
  }

  /** Those of all subtasks, by the end of their name. */
  private List<Metric> metrics(String name) {
    String last = name.substring(name.lastIndexOf('.') + 1);
    return REPORTER.findJobMetricGroups(running.client().getJobID(), last + "$").stream()
        .filter(found -> found.f0.getMetricIdentifier(last).endsWith("." + name))
        .map(found -> found.f2)
        .toList();
  }
}
