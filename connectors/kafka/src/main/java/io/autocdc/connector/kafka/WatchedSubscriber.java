// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.kafka;

import java.util.Set;
import org.apache.flink.connector.kafka.source.enumerator.subscriber.KafkaSubscriber;
import org.apache.kafka.clients.admin.AdminClient;
import org.apache.kafka.common.TopicPartition;

/** Finds partitions in a running job, and says what is wrong where it cannot. */
final class WatchedSubscriber implements KafkaSubscriber {

  private static final long serialVersionUID = 1L;

  private final KafkaSubscriber subscriber;
  private final KafkaFailures failures;

  WatchedSubscriber(KafkaSubscriber subscriber, KafkaFailures failures) {
    this.subscriber = subscriber;
    this.failures = failures;
  }

  @Override
  public Set<TopicPartition> getSubscribedTopicPartitions(AdminClient client) {
    try {
      return subscriber.getSubscribedTopicPartitions(client);
    } catch (RuntimeException e) {
      throw failures.describe(e);
    }
  }
}
