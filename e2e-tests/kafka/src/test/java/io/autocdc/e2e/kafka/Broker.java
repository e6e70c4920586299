// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.e2e.kafka;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.SaslConfigs;
import org.apache.kafka.common.security.auth.SecurityProtocol;
import org.apache.kafka.common.security.plain.PlainLoginModule;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.test.JaasUtils;
import org.apache.kafka.common.test.KafkaClusterTestKit;
import org.apache.kafka.common.test.TestKitNodes;

/** A broker of Kafka inside of this process. */
final class Broker implements AutoCloseable {

  private static Broker shared;

  private final KafkaClusterTestKit kit;
  private final Map<String, Object> client;
  private final Admin admin;
  private final KafkaProducer<byte[], byte[]> producer;
  private final Queue<Exception> failures = new ConcurrentLinkedQueue<>();

  /**
   * @param nodes what the broker is made of
   * @param gate what clients pass on their way; null for nothing
   * @param login what clients need to be let in
   */
  private Broker(TestKitNodes.Builder nodes, Gate gate, Map<String, Object> login)
      throws Exception {
    kit =
        new KafkaClusterTestKit.Builder(
                nodes.setCombined(true).setNumBrokerNodes(1).setNumControllerNodes(1).build())
            .setConfigProp("offsets.topic.replication.factor", "1")
            .setConfigProp("transaction.state.log.replication.factor", "1")
            .setConfigProp("transaction.state.log.min.isr", "1")
            .setConfigProp("group.initial.rebalance.delay.ms", "0")
            .build();
    kit.format();
    kit.startup();
    kit.waitForReadyBrokers();
    String servers = kit.bootstrapServers();
    if (gate != null) {
      gate.leadTo(Integer.parseInt(servers.substring(servers.lastIndexOf(':') + 1)));
    }
    client = new HashMap<>(login);
    client.put(
        CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, gate == null ? servers : gate.address());
    admin = Admin.create(client);
    // Without a producer id to wait for, which a broker that has just started may be slow to give.
    Map<String, Object> plain = producing();
    plain.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, false);
    plain.put(ProducerConfig.ACKS_CONFIG, "all");
    producer = new KafkaProducer<>(plain);
  }

  /** The broker of all tests of this process, which lets everybody in; it ends with the process. */
  static synchronized Broker shared() throws Exception {
    if (shared == null) {
      Broker broker = new Broker(new TestKitNodes.Builder(), null, Map.of());
      Runtime.getRuntime().addShutdownHook(new Thread(broker::closeQuietly));
      shared = broker;
    }
    return shared;
  }

  /** A broker behind a gate, which wants a name and a password. */
  static Broker guarded(Gate gate) throws Exception {
    Map<String, String> ofFirst = Map.of("advertised.listeners", "EXTERNAL://" + gate.address());
    return new Broker(
        new TestKitNodes.Builder()
            .setBrokerSecurityProtocol(SecurityProtocol.SASL_PLAINTEXT)
            .setControllerSecurityProtocol(SecurityProtocol.SASL_PLAINTEXT)
            .setPerServerProperties(Map.of(0, ofFirst)),
        gate,
        Map.of(
            CommonClientConfigs.SECURITY_PROTOCOL_CONFIG,
            SecurityProtocol.SASL_PLAINTEXT.name,
            SaslConfigs.SASL_MECHANISM,
            "PLAIN",
            SaslConfigs.SASL_JAAS_CONFIG,
            login(JaasUtils.KAFKA_PLAIN_ADMIN, JaasUtils.KAFKA_PLAIN_ADMIN_PASSWORD)));
  }

  /** What Kafka's client calls a JAAS configuration. */
  static String login(String user, String password) {
    return "%s required username='%s' password='%s';"
        .formatted(PlainLoginModule.class.getName(), user, password);
  }

  private Map<String, Object> producing() {
    Map<String, Object> settings = new HashMap<>(client);
    settings.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class.getName());
    settings.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class.getName());
    settings.put(ProducerConfig.LINGER_MS_CONFIG, 5);
    return settings;
  }

  String servers() {
    return (String) client.get(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG);
  }

  void createTopic(String topic, int partitions) {
    await(admin.createTopics(List.of(new NewTopic(topic, partitions, (short) 1))).all());
  }

  void addPartitions(String topic, int total) {
    await(admin.createPartitions(Map.of(topic, NewPartitions.increaseTo(total))).all());
  }

  void deleteRecords(String topic, int partition, long before) {
    TopicPartition from = new TopicPartition(topic, partition);
    await(admin.deleteRecords(Map.of(from, RecordsToDelete.beforeOffset(before))).all());
  }

  /**
   * @param key null for none
   * @param value null for none
   */
  static ProducerRecord<byte[], byte[]> record(
      String topic, int partition, String key, String value) {
    return new ProducerRecord<>(topic, partition, bytes(key), bytes(value));
  }

  private static byte[] bytes(String text) {
    return text == null ? null : text.getBytes(StandardCharsets.UTF_8);
  }

  void send(String topic, int partition, String key, String value) {
    send(record(topic, partition, key, value));
  }

  void send(ProducerRecord<byte[], byte[]> record) {
    producer.send(
        record,
        (sent, failure) -> {
          if (failure != null) {
            failures.add(failure);
          }
        });
  }

  /** Waits until all that was sent is there. */
  void flush() {
    producer.flush();
    if (!failures.isEmpty()) {
      throw new IllegalStateException(failures.size() + " records not sent", failures.peek());
    }
  }

  /** Sends records in one transaction. */
  void transaction(boolean commit, List<ProducerRecord<byte[], byte[]>> records) {
    Map<String, Object> settings = producing();
    settings.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, UUID.randomUUID().toString());
    try (KafkaProducer<byte[], byte[]> transactional = new KafkaProducer<>(settings)) {
      transactional.initTransactions();
      transactional.beginTransaction();
      records.forEach(transactional::send);
      transactional.flush();
      if (commit) {
        transactional.commitTransaction();
      } else {
        transactional.abortTransaction();
      }
    }
  }

  private static <T> T await(KafkaFuture<T> answer) {
    try {
      return answer.get(30, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private void closeQuietly() {
    try {
      close();
    } catch (Exception e) {
      // The process ends.
    }
  }

  @Override
  public void close() throws Exception {
    producer.close();
    admin.close();
    kit.close();
  }
}
