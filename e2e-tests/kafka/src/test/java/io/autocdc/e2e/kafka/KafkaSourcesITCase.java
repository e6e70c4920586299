// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.e2e.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Topics of JSON rows, over several runs. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class KafkaSourcesITCase {

  private static Broker broker;

  @TempDir private Path folder;
  private Project project;

  @BeforeAll
  static void startBroker() throws Exception {
    broker = Broker.shared();
  }

  @BeforeEach
  void newProject() {
    project = new Project(folder);
  }

  /**
   * @param source lines of the source, beside type, schema and servers
   */
  private void declare(String servers, String source, String config) {
    project.write(
        "p.yaml",
        """
        pipeline: p
        flowgroup: p
        actions:
          - name: load
            type: load
            source:
              type: kafka
              bootstrap_servers: "%s"
              format: json
              schema: "id BIGINT, v STRING, seq BIGINT"
              %s
            target: changes
          - name: write
            type: write
            source: changes
            write_target:
              table: silver.t
              cdc_config:
                keys: [id]
                sequence_by: seq
                on_invalid_row: quarantine
                %s
        """
            .formatted(servers, source, config));
  }

  private Project.Result run(String... more) {
    String[] arguments = new String[more.length + 4];
    List.of("run", "p.yaml", "--format", "json").toArray(arguments);
    System.arraycopy(more, 0, arguments, 4, more.length);
    return project.autocdc(arguments);
  }

  private static String row(int id, String v, int seq) {
    return "{\"id\":" + id + ",\"v\":\"" + v + "\",\"seq\":" + seq + "}";
  }

  @Test
  void runsReadWhatIsThereAndGoOnBehindIt() {
    broker.createTopic("changes", 4);
    declare(broker.servers(), "topics: [changes]", "except_column_list: [seq]");
    for (int i = 0; i < 40; i++) {
      broker.send("changes", i % 3, null, row(i, "first", 1));
    }
    broker.send("changes", 0, "7", null);
    broker.send("changes", 1, null, "no json");
    broker.flush();
    broker.transaction(true, List.of(Broker.record("changes", 2, null, row(100, "committed", 1))));
    broker.transaction(false, List.of(Broker.record("changes", 2, null, row(101, "aborted", 9))));

    String first = run("--parallelism", "2").expect(0).out();
    assertThat(first)
        .contains(
            "\"num_upserted_rows\":41", "\"num_quarantined_rows\":1", "\"num_skipped_records\":1");
    assertThat(project.show("silver.t"))
        .hasSize(41)
        .contains("{\"id\":100,\"v\":\"committed\"}")
        .allSatisfy(row -> assertThat(row).doesNotContain("aborted"));
    assertThat(project.show("silver.t__quarantine"))
        .singleElement()
        .asString()
        .contains("changes-1@", "no json");

    // Nothing new, nothing read: the records behind which it stands are control records.
    assertThat(run("--parallelism", "1").expect(0).out()).contains("\"num_input_rows\":0");

    broker.addPartitions("changes", 6);
    for (int i = 0; i < 6; i++) {
      broker.send("changes", i, null, row(i, "second", 2));
    }
    broker.flush();
    assertThat(run("--parallelism", "3").expect(0).out()).contains("\"num_input_rows\":6");
    assertThat(project.show("silver.t"))
        .hasSize(41)
        .contains("{\"id\":5,\"v\":\"second\"}", "{\"id\":6,\"v\":\"first\"}");
  }

  @Test
  void aPatternFindsTopicsThatComeLater() {
    broker.createTopic("orders.eu", 1);
    declare(broker.servers(), "topic_pattern: \"orders[.].*\"", "except_column_list: [seq]");
    broker.send("orders.eu", 0, null, row(1, "eu", 1));
    broker.flush();
    run().expect(0);
    broker.createTopic("orders.us", 2);
    broker.createTopic("orders", 1);
    broker.send("orders.us", 1, null, row(2, "us", 1));
    broker.send("orders", 0, null, row(3, "no match", 1));
    broker.flush();
    run().expect(0);
    assertThat(project.show("silver.t"))
        .containsExactly("{\"id\":1,\"v\":\"eu\"}", "{\"id\":2,\"v\":\"us\"}");

    // A topic that is left out waits until it is named again.
    declare(broker.servers(), "topics: [orders.us]", "except_column_list: [seq]");
    broker.send("orders.eu", 0, null, row(4, "eu", 1));
    broker.send("orders.us", 0, null, row(5, "us", 1));
    broker.flush();
    assertThat(run().expect(0).out()).contains("\"num_input_rows\":1");
    declare(broker.servers(), "topics: \"orders.us, orders.eu\"", "except_column_list: [seq]");
    assertThat(run().expect(0).out()).contains("\"num_input_rows\":1");
    assertThat(project.show("silver.t")).hasSize(4);
  }

  @Test
  void whereARecordComesFromIsAtHand() {
    broker.createTopic("columns", 2);
    declare(
        broker.servers(),
        "subscribe: columns",
        "column_list: [id, __topic, __partition, __offset, __timestamp, __key, __headers]");
    ProducerRecord<byte[], byte[]> record =
        new ProducerRecord<>(
            "columns",
            1,
            1_700_000_000_123L,
            "k".getBytes(StandardCharsets.UTF_8),
            row(1, "a", 1).getBytes(StandardCharsets.UTF_8));
    record.headers().add("trace", new byte[] {1, 2});
    broker.send("columns", 1, null, row(2, "without key", 1));
    broker.send(record);
    broker.send("columns", 1, null, "{\"v\":\"without id\",\"seq\":1}");
    broker.flush();
    run().expect(0);
    assertThat(project.show("silver.t"))
        .hasSize(2)
        .element(0)
        .isEqualTo(
            "{\"id\":1,\"__topic\":\"columns\",\"__partition\":1,\"__offset\":1,"
                + "\"__timestamp\":\"2023-11-14T22:13:20.123Z\",\"__key\":\"aw==\","
                + "\"__headers\":{\"trace\":\"AQI=\"}}");
    assertThat(project.show("silver.t__quarantine"))
        .singleElement()
        .asString()
        .contains("null key", "columns-1@2");
  }

  @Test
  void aRunBeginsWhereItIsToldTo() {
    broker.createTopic("later", 2);
    sendAt("later", 0, Instant.ofEpochSecond(1), row(1, "old", 1));
    sendAt("later", 0, Instant.ofEpochSecond(5), row(2, "new", 1));
    broker.flush();
    declare(
        broker.servers(),
        "topics: later\n      starting_offsets: \"1970-01-01T00:00:03Z\"",
        "except_column_list: [seq]");
    run().expect(0);
    assertThat(project.show("silver.t")).containsExactly("{\"id\":2,\"v\":\"new\"}");

    declare(
        broker.servers(),
        "topics: later\n      startingOffsets: latest",
        "except_column_list: [seq]");
    run("--warehouse", "other").expect(0);
    broker.send("later", 1, null, row(3, "behind", 1));
    broker.flush();
    assertThat(run("--warehouse", "other").expect(0).out()).contains("\"num_input_rows\":1");
  }

  @Test
  void whatIsReadOnceIsNotReadAgain() {
    broker.createTopic("export", 1);
    declare(broker.servers(), "topics: export", "except_column_list: [seq]");
    project.write(
        "p.yaml", project.read("p.yaml").replace("type: write", "type: write\n    once: true"));
    broker.send("export", 0, null, row(1, "was there", 1));
    broker.flush();
    assertThat(run().expect(0).out()).contains("\"num_input_rows\":1");
    broker.send("export", 0, null, row(2, "came later", 1));
    broker.flush();
    broker.addPartitions("export", 2);
    broker.send("export", 1, null, row(3, "in a new partition", 1));
    broker.flush();
    assertThat(run("--parallelism", "3").expect(0).out()).contains("\"num_input_rows\":0");
    assertThat(project.show("silver.t")).containsExactly("{\"id\":1,\"v\":\"was there\"}");
  }

  @Test
  void deletesAreRememberedForAsLongAsTheTimesOfRecordsSay() {
    broker.createTopic("times", 2);
    declare(
        broker.servers(),
        "topics: times\n      primary_key: id\n      "
            + "watermark: { column: __timestamp, max_out_of_orderness: 1 s }",
        "tombstone_retention: 1 h");
    project.write(
        "p.yaml",
        project
            .read("p.yaml")
            .replace("format: json", "format: debezium-json")
            .replace("sequence_by: seq", "sequence_by: __source_lsn"));
    Instant start = Instant.parse("2026-01-01T00:00:00Z");
    sendAt("times", 0, start, deleted(1, 10));
    sendAt("times", 0, start, created(2, "here", 10));
    broker.flush();
    run().expect(0);
    sendAt("times", 1, start.plus(Duration.ofMinutes(30)), created(1, "before its end", 5));
    broker.flush();
    run().expect(0);
    assertThat(project.show("silver.t")).singleElement().asString().contains("here");

    sendAt("times", 0, start.plus(Duration.ofHours(3)), created(2, "still here", 20));
    broker.flush();
    run().expect(0);
    sendAt("times", 1, start.plus(Duration.ofHours(3)), created(1, "its end is forgotten", 5));
    broker.flush();
    run().expect(0);
    assertThat(project.show("silver.t"))
        .satisfiesExactly(
            row -> assertThat(row).contains("its end is forgotten"),
            row -> assertThat(row).contains("still here"));
  }

  private static String created(int id, String v, int lsn) {
    return "{\"after\":%s,\"op\":\"c\",\"source\":{\"lsn\":%d}}".formatted(row(id, v, 1), lsn);
  }

  private static String deleted(int id, int lsn) {
    return "{\"before\":{\"id\":%d},\"op\":\"d\",\"source\":{\"lsn\":%d}}".formatted(id, lsn);
  }

  private static void sendAt(String topic, int partition, Instant time, String value) {
    broker.send(
        new ProducerRecord<>(
            topic, partition, time.toEpochMilli(), null, value.getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void recordsThatAreGoneAreAnErrorUnlessThatIsAllowed() {
    broker.createTopic("short", 1);
    declare(broker.servers(), "topics: short", "except_column_list: [seq]");
    broker.send("short", 0, null, row(1, "a", 1));
    broker.flush();
    run().expect(0);
    broker.send("short", 0, null, row(2, "b", 1));
    broker.send("short", 0, null, row(3, "c", 1));
    broker.flush();
    broker.deleteRecords("short", 0, 2);
    assertThat(run().expect(1).err())
        .contains("RECORDS_LOST", "short-0", "offset 1", "begin at offset 2")
        .doesNotContain("\tat ");
    declare(
        broker.servers(),
        "topics: short\n      fail_on_data_loss: false",
        "except_column_list: [seq]");
    run().expect(0);
    assertThat(project.show("silver.t"))
        .containsExactly("{\"id\":1,\"v\":\"a\"}", "{\"id\":3,\"v\":\"c\"}");
  }

  @Test
  void whatIsWrongIsSaidBeforeAJobStarts() {
    broker.createTopic("customers", 1);
    declare("localhost:1", "topics: customers", "except_column_list: [seq]");
    long start = System.nanoTime();
    assertThat(run().expect(1).err())
        .contains("SOURCE_UNREACHABLE", "localhost:1", "bootstrap_servers")
        .doesNotContain("\tat ");
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(30));
    project.autocdc("validate", "p.yaml").expect(0);
    project.autocdc("explain", "p.yaml").expect(0);

    declare(broker.servers(), "topics: custmers", "except_column_list: [seq]");
    assertThat(run().expect(1).err())
        .contains("TOPIC_NOT_FOUND", "custmers", "did you mean 'customers'?");

    declare(
        broker.servers(),
        "topics: customers\n      options: { kafka.isolation.levle: x }",
        "except_column_list: [seq]");
    assertThat(run().expect(1).err()).contains("UNKNOWN_KEY", "isolation.level");

    declare(broker.servers(), "topics: customers", "except_column_list: [seq]");
    broker.send("customers", 0, null, row(1, "nothing is lost", 1));
    broker.flush();
    run().expect(0);
    assertThat(project.show("silver.t")).containsExactly("{\"id\":1,\"v\":\"nothing is lost\"}");
  }

  @Test
  void thePageAboutKafkaSaysWhatHappens() throws Exception {
    String page =
        Files.readString(
            Path.of(System.getProperty("autocdc.root")).resolve("docs/sources-kafka.md"));
    project.write(
        "p.yaml", block(page, "yaml pipeline").replace("localhost:9092", broker.servers()));
    broker.createTopic("shop.public.accounts", 2);
    int partition = 0;
    for (String record : block(page, "json kafka").lines().toList()) {
      broker.send("shop.public.accounts", partition++ % 2, null, record);
    }
    broker.flush();
    assertThat(run().expect(0).out()).contains("\"num_input_rows\":3");
    Project.Result shown =
        project.autocdc("show", "silver.accounts_history", "--warehouse", "warehouse");
    assertThat(shown.expect(0).out()).isEqualTo(block(page, "text kafka"));
  }

  private static String block(String page, String kind) {
    String fence = "```" + kind + "\n";
    int start = page.indexOf(fence) + fence.length();
    return page.substring(start, page.indexOf("```", start));
  }
}
