// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.kafka;

import io.autocdc.dsl.KafkaOptions;
import io.autocdc.dsl.Source;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Problems;
import io.autocdc.dsl.problem.Suggestions;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.apache.flink.connector.kafka.source.KafkaSourceOptions;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads the options of a source that has passed the checks; the properties of the client, too. */
final class KafkaSettings {

  /**
   * How often a continuous run looks for new topics and partitions, unless it is told otherwise.
   */
  private static final String DISCOVERY_MILLIS = "30000";

  private final Source source;
  private final Map<String, String> options;

  KafkaSettings(Source source) {
    this.source = source;
    this.options = source.options();
  }

  Subscription subscription() {
    String pattern = options.get(KafkaOptions.TOPIC_PATTERN);
    return pattern == null
        ? new Subscription(KafkaOptions.topics(options.get(KafkaOptions.TOPICS)), null)
        : new Subscription(List.of(), Pattern.compile(pattern));
  }

  boolean failOnDataLoss() {
    return !"false".equals(options.get(KafkaOptions.FAIL_ON_DATA_LOSS));
  }

  StartOffsets start() {
    String start = options.getOrDefault(KafkaOptions.STARTING_OFFSETS, KafkaOptions.EARLIEST);
    return switch (start) {
      case KafkaOptions.EARLIEST -> StartOffsets.earliest(failOnDataLoss());
      case KafkaOptions.LATEST -> StartOffsets.latest(failOnDataLoss());
      default -> StartOffsets.at(KafkaOptions.startingTime(start).orElseThrow(), failOnDataLoss());
    };
  }

  /**
   * Properties of Kafka's client. Only committed transactions are read, unless it is told
   * otherwise.
   *
   * @param problems takes UNKNOWN_KEY and INVALID_VALUE
   */
  Properties client(Problems problems) {
    Properties client = new Properties();
    options.forEach(
        (option, value) -> {
          if (option.startsWith(KafkaOptions.CLIENT_PREFIX)) {
            client.setProperty(option.substring(KafkaOptions.CLIENT_PREFIX.length()), value);
          }
        });
    checkNames(client, problems);
    client.setProperty(
        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, options.get(KafkaOptions.BOOTSTRAP_SERVERS));
    client.putIfAbsent(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    client.putIfAbsent(KafkaSourceOptions.PARTITION_DISCOVERY_INTERVAL_MS.key(), DISCOVERY_MILLIS);
    String group = options.get(KafkaOptions.GROUP_ID);
    if (group != null) {
      client.setProperty(ConsumerConfig.GROUP_ID_CONFIG, group);
    } else {
      client.setProperty(KafkaSourceOptions.COMMIT_OFFSETS_ON_CHECKPOINT.key(), "false");
    }
    checkValues(client, problems);
    return client;
  }

  private void checkNames(Properties client, Problems problems) {
    Set<String> known = new TreeSet<>(ConsumerConfig.configNames());
    known.addAll(AdminClientConfig.configNames());
    known.add(KafkaSourceOptions.CLIENT_ID_PREFIX.key());
    known.add(KafkaSourceOptions.PARTITION_DISCOVERY_INTERVAL_MS.key());
    known.add(KafkaSourceOptions.REGISTER_KAFKA_CONSUMER_METRICS.key());
    known.add(KafkaSourceOptions.COMMIT_OFFSETS_ON_CHECKPOINT.key());
    for (String name : new TreeSet<>(client.stringPropertyNames())) {
      if (!known.contains(name)) {
        problems.error(
            null,
            ErrorCode.UNKNOWN_KEY,
            "source '"
                + source.name()
                + "' has the option '"
                + KafkaOptions.CLIENT_PREFIX
                + name
                + "'",
            "Kafka's client has no property '" + name + "'",
            Suggestions.didYouMean(name, known));
      }
    }
  }

  private void checkValues(Properties client, Problems problems) {
    Properties whole = new Properties();
    whole.putAll(client);
    String bytes = ByteArrayDeserializer.class.getName();
    whole.setProperty(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, bytes);
    whole.setProperty(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, bytes);
    try {
      new ConsumerConfig(whole);
    } catch (ConfigException e) {
      problems.error(
          null,
          ErrorCode.INVALID_VALUE,
          "source '" + source.name() + "' sets Kafka's client up wrongly",
          e.getMessage(),
          "correct the option, which begins with " + KafkaOptions.CLIENT_PREFIX);
    }
  }
}
