// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.e2e.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.common.test.JaasUtils;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A broker that wants a password, and one that goes away and comes back. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class GuardedBrokerITCase {

  private static final String WRONG_PASSWORD = "correct-horse-battery";

  private static Gate gate;
  private static Broker broker;

  @TempDir private Path folder;

  @BeforeAll
  static void startBroker() throws Exception {
    gate = new Gate();
    broker = Broker.guarded(gate);
  }

  @AfterAll
  static void stopBroker() throws Exception {
    broker.close();
    gate.close();
  }

  /** A project whose password is in the environment, in one of two ways. */
  private Project project(String topics, String token, String user, String password, String more) {
    Project project =
        new Project(
            folder, Map.of("AUTOCDC_SECRET_KAFKA_PASSWORD", password, "KAFKA_PASSWORD", password));
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
              %s
              format: json
              schema: "id BIGINT, v STRING, seq BIGINT"
              options:
                kafka.security.protocol: SASL_PLAINTEXT
                kafka.sasl.mechanism: PLAIN
                kafka.sasl.jaas.config: "%s"
                %s
            target: changes
          - name: write
            type: write
            source: changes
            write_target:
              table: silver.t
              cdc_config: { keys: [id], sequence_by: seq, except_column_list: [seq] }
        """
            .formatted(gate.address(), topics, Broker.login(user, token), more));
    return project;
  }

  private Project projectOfAdmin(String topics, String more) {
    return project(
        topics,
        "${secret:kafka/password}",
        JaasUtils.KAFKA_PLAIN_ADMIN,
        JaasUtils.KAFKA_PLAIN_ADMIN_PASSWORD,
        more);
  }

  private static void send(String topic, int partition, int id, String v) {
    broker.send(
        topic, partition, null, "{\"id\":" + id + ",\"v\":\"" + v + "\",\"seq\":" + id + "}");
  }

  private static String row(int id, String v) {
    return "{\"id\":" + id + ",\"v\":\"" + v + "\"}";
  }

  @Test
  void usersWhoAreRefusedAreToldSoAndNothingIsLost() {
    broker.createTopic("guarded", 1);
    send("guarded", 0, 1, "nothing is lost");
    broker.flush();

    for (String token : List.of("${secret:kafka/password}", "${env:KAFKA_PASSWORD}")) {
      Project wrong = project("topics: guarded", token, "plain-admin", WRONG_PASSWORD, "");
      long start = System.nanoTime();
      assertThat(wrong.autocdc("run", "p.yaml").expect(1).err())
          .contains("SOURCE_REFUSED", gate.address(), "Authentication failed", "check the user")
          .doesNotContain("\tat ", WRONG_PASSWORD);
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(30));
    }

    // A user who may not see the topic.
    Project stranger =
        project(
            "topics: guarded",
            "${env:KAFKA_PASSWORD}",
            JaasUtils.KAFKA_PLAIN_USER1,
            JaasUtils.KAFKA_PLAIN_USER1_PASSWORD,
            "");
    assertThat(stranger.autocdc("run", "p.yaml").expect(1).err())
        .contains("TOPIC_NOT_FOUND", "its user may not see it")
        .doesNotContain("\tat ");

    Project admin = projectOfAdmin("topics: guarded", "");
    admin.autocdc("run", "p.yaml").expect(0);
    assertThat(admin.show("silver.t")).containsExactly(row(1, "nothing is lost"));
  }

  @Test
  void passwordsAreShownNowhere() throws IOException {
    broker.createTopic("secrets", 1);
    send("secrets", 0, 1, "a");
    broker.flush();
    checkOutput(projectOfAdmin("topics: secrets", ""), "explain", "p.yaml");
    Project project =
        project(
            "topics: secrets",
            "${env:KAFKA_PASSWORD}",
            JaasUtils.KAFKA_PLAIN_ADMIN,
            JaasUtils.KAFKA_PLAIN_ADMIN_PASSWORD,
            "");
    checkOutput(project, "explain", "p.yaml");
    checkOutput(project, "explain", "p.yaml", "--format", "json");
    checkOutput(project, "graph", "p.yaml", "--format", "html");
    checkOutput(project, "generate", "p.yaml", "--output", "generated");
    checkOutput(project, "run", "p.yaml");
    assertThat(project.autocdc("explain", "p.yaml").out())
        .containsPattern("kafka.sasl.jaas.config +\\*\\*\\* ");
    // Event log, log of the run, state, generated files.
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        assertThat(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1))
            .as(file.toString())
            .doesNotContain(JaasUtils.KAFKA_PLAIN_ADMIN_PASSWORD);
      }
    }
  }

  private static void checkOutput(Project project, String... command) {
    Project.Result result = project.autocdc(command).expect(0);
    assertThat(result.out() + result.err())
        .as(String.join(" ", command))
        .doesNotContain(JaasUtils.KAFKA_PLAIN_ADMIN_PASSWORD);
  }

  @Test
  void aWrongProtocolIsAnErrorInTime() {
    broker.createTopic("protocol", 1);
    Project project = projectOfAdmin("topics: protocol", "");
    String declared = project.read("p.yaml");
    project.write("p.yaml", declared.replace("SASL_PLAINTEXT", "PLAINTEXT"));
    long start = System.nanoTime();
    assertThat(project.autocdc("run", "p.yaml").expect(1).err())
        .contains("SOURCE_UNREACHABLE", gate.address(), "kafka.security.protocol")
        .doesNotContain("\tat ");
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(30));
  }

  @Test
  void aContinuousRunFindsWhatIsNewAndOutlivesABrokerThatComesBack() throws Exception {
    broker.createTopic("feed.a", 1);
    Project project =
        projectOfAdmin(
            "topic_pattern: \"feed[.].*\"",
            """
            kafka.partition.discovery.interval.ms: "500"
                    kafka.request.timeout.ms: "2000"
                    kafka.default.api.timeout.ms: "5000\"""");
    send("feed.a", 0, 1, "first");
    broker.flush();
    try (ContinuousRun run =
        project.startContinuous("p.yaml", "-D", "restart-strategy.fixed-delay.attempts=1")) {
      awaitRow(run, project, row(1, "first"));

      broker.createTopic("feed.b", 2);
      broker.addPartitions("feed.a", 2);
      send("feed.b", 1, 2, "in a new topic");
      send("feed.a", 1, 3, "in a new partition");
      broker.flush();
      awaitRow(run, project, row(2, "in a new topic"));
      awaitRow(run, project, row(3, "in a new partition"));

      gate.shut();
      int refused = gate.refused();
      send("feed.a", 0, 4, "while it was away");
      run.await("attempt to come back", () -> gate.refused() > refused + 5);
      gate.reopen();
      broker.flush();
      send("feed.b", 0, 5, "when it was back");
      broker.flush();
      awaitRow(run, project, row(4, "while it was away"));
      awaitRow(run, project, row(5, "when it was back"));

      gate.shut();
      assertThat(run.awaitEnd()).isEqualTo(1);
      assertThat(run.output())
          .contains("SOURCE_UNREACHABLE source 'changes': Kafka at " + gate.address())
          .doesNotContain("\tat ");
    } finally {
      gate.reopen();
    }
    send("feed.b", 0, 6, "when no run was there");
    broker.flush();
    project.autocdc("run", "p.yaml").expect(0);
    assertThat(project.show("silver.t"))
        .containsExactly(
            row(1, "first"),
            row(2, "in a new topic"),
            row(3, "in a new partition"),
            row(4, "while it was away"),
            row(5, "when it was back"),
            row(6, "when no run was there"));
  }

  private static void awaitRow(ContinuousRun run, Project project, String row) {
    run.await(row, () -> project.has("silver.t", row));
  }
}
