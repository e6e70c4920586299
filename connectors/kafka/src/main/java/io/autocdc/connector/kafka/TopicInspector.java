// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.kafka;

import io.autocdc.connector.kafka.TopicContents.Range;
import io.autocdc.dsl.KafkaOptions;
import io.autocdc.dsl.Source;
import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Problem;
import io.autocdc.dsl.problem.Suggestions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;

/** Looks at topics before a run, so that what is wrong with them is said before a job starts. */
final class TopicInspector implements AutoCloseable {

  /** For each question, of which a run has five at most. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final Source source;
  private final Admin admin;
  private final IsolationLevel isolation;

  /**
   * @throws AutoCdcException SOURCE_UNREACHABLE if there is no such host, SOURCE_REFUSED if the
   *     client cannot be made, for example since a certificate is not there
   */
  TopicInspector(Source source, Properties client) {
    this.source = source;
    Properties settings = new Properties();
    for (String name : AdminClientConfig.configNames()) {
      if (client.containsKey(name)) {
        settings.put(name, client.get(name));
      }
    }
    String patience = String.valueOf(PATIENCE.toMillis());
    settings.setProperty(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, patience);
    settings.setProperty(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, patience);
    this.isolation =
        IsolationLevel.valueOf(
            client.getProperty(ConsumerConfig.ISOLATION_LEVEL_CONFIG).toUpperCase(Locale.ROOT));
    try {
      this.admin = Admin.create(settings);
    } catch (KafkaException e) {
      throw KafkaFailures.of(source).describe(e);
    }
  }

  /**
   * What the topics hold.
   *
   * @throws AutoCdcException TOPIC_NOT_FOUND, SOURCE_UNREACHABLE, SOURCE_REFUSED
   */
  TopicContents contents(Subscription subscription) {
    Set<String> all = await(admin.listTopics().names());
    List<String> topics = new ArrayList<>(all);
    if (subscription.pattern() == null) {
      topics = subscription.topics();
      requireTopics(topics, all);
    } else {
      topics.removeIf(topic -> !subscription.contains(topic));
    }
    List<TopicPartition> partitions = partitions(topics);
    Map<TopicPartition, Long> begin =
        offsets(partitions, OffsetSpec.earliest(), IsolationLevel.READ_UNCOMMITTED);
    Map<TopicPartition, Long> readable = offsets(partitions, OffsetSpec.latest(), isolation);
    // Asked for last, so that it is not below the others.
    Map<TopicPartition, Long> end =
        offsets(partitions, OffsetSpec.latest(), IsolationLevel.READ_UNCOMMITTED);
    Map<TopicPartition, Range> ranges = new HashMap<>();
    for (TopicPartition partition : partitions) {
      ranges.put(
          partition, new Range(begin.get(partition), readable.get(partition), end.get(partition)));
    }
    return new TopicContents(ranges);
  }

  private void requireTopics(List<String> topics, Set<String> all) {
    for (String topic : topics) {
      if (!all.contains(topic)) {
        throw new AutoCdcException(
            Problem.error(
                null,
                ErrorCode.TOPIC_NOT_FOUND,
                "source '" + source.name() + "' reads the topic '" + topic + "'",
                "there is no such topic at " + servers() + ", or its user may not see it",
                Suggestions.nearest(topic, new TreeSet<>(all))
                    .map(near -> "did you mean '" + near + "'?")
                    .orElse("create it, correct the name, or use topic_pattern")));
      }
    }
  }

  private List<TopicPartition> partitions(Collection<String> topics) {
    List<TopicPartition> partitions = new ArrayList<>();
    for (TopicDescription topic : await(admin.describeTopics(topics).allTopicNames()).values()) {
      topic
          .partitions()
          .forEach(info -> partitions.add(new TopicPartition(topic.name(), info.partition())));
    }
    return partitions;
  }

  private Map<TopicPartition, Long> offsets(
      List<TopicPartition> partitions, OffsetSpec spec, IsolationLevel isolation) {
    Map<TopicPartition, OffsetSpec> asked =
        partitions.stream().collect(Collectors.toMap(partition -> partition, partition -> spec));
    Map<TopicPartition, ListOffsetsResultInfo> found =
        await(admin.listOffsets(asked, new ListOffsetsOptions(isolation)).all());
    return found.entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, entry -> entry.getValue().offset()));
  }

  private <T> T await(KafkaFuture<T> answer) {
    try {
      return answer.get();
    } catch (ExecutionException e) {
      throw KafkaFailures.of(source).describe(e.getCause());
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    }
  }

  private String servers() {
    return source.options().get(KafkaOptions.BOOTSTRAP_SERVERS);
  }

  @Override
  public void close() {
    admin.close(Duration.ofSeconds(1));
  }
}
