// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.kafka;

import java.util.HashSet;
import java.util.Set;
import org.apache.flink.connector.kafka.source.enumerator.subscriber.KafkaSubscriber;
import org.apache.kafka.clients.admin.AdminClient;
import org.apache.kafka.common.TopicPartition;

/** The partitions that were there when the run began, whatever comes later. */
final class FixedPartitions implements KafkaSubscriber {

  private static final long serialVersionUID = 1L;

  private final Set<TopicPartition> partitions;

  FixedPartitions(Set<TopicPartition> partitions) {
    this.partitions = Set.copyOf(partitions);
  }

  @Override
  public Set<TopicPartition> getSubscribedTopicPartitions(AdminClient client) {
    return new HashSet<>(partitions); // Flink takes away what it knows already.
  }
}
