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
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.test.KafkaClusterTestKit;
import org.apache.kafka.common.test.TestKitNodes;

/** A broker of Kafka inside of this process. */
final class Broker implements AutoCloseable {

  private final KafkaClusterTestKit kit;
  private final Admin admin;
  private final KafkaProducer<byte[], byte[]> producer;
  private final Queue<Exception> failures = new ConcurrentLinkedQueue<>();

  Broker() throws Exception {
    kit =
        new KafkaClusterTestKit.Builder(
                new TestKitNodes.Builder()
                    .setCombined(true)
                    .setNumBrokerNodes(1)
                    .setNumControllerNodes(1)
                    .build())
            .setConfigProp("offsets.topic.replication.factor", "1")
            .setConfigProp("transaction.state.log.replication.factor", "1")
            .setConfigProp("transaction.state.log.min.isr", "1")
            .setConfigProp("group.initial.rebalance.delay.ms", "0")
            .build();
    kit.format();
    kit.startup();
    kit.waitForReadyBrokers();
    admin = Admin.create(Map.of("bootstrap.servers", servers()));
    // Without a producer id to wait for, which a broker that has just started may be slow to give.
    Map<String, Object> plain = new HashMap<>(producing());
    plain.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, false);
    plain.put(ProducerConfig.ACKS_CONFIG, "all");
    producer = new KafkaProducer<>(plain);
  }

  private Map<String, Object> producing() {
    return Map.of(
        ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
        servers(),
        ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG,
        ByteArraySerializer.class,
        ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG,
        ByteArraySerializer.class,
        ProducerConfig.LINGER_MS_CONFIG,
        5);
  }

  String servers() {
    return kit.bootstrapServers();
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
    Map<String, Object> settings = new HashMap<>(producing());
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

  @Override
  public void close() throws Exception {
    producer.close();
    admin.close();
    kit.close();
  }
}
