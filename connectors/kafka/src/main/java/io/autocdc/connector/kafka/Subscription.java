// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.kafka;

import java.io.Serializable;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.flink.connector.kafka.source.enumerator.subscriber.KafkaSubscriber;

/**
 * Which topics are read.
 *
 * @param topics their names; empty if a pattern finds them
 * @param pattern what their whole names match; null if they are named
 */
record Subscription(List<String> topics, Pattern pattern) implements Serializable {

  boolean contains(String topic) {
    return pattern == null ? topics.contains(topic) : pattern.matcher(topic).matches();
  }

  /** Finds the topics again and again. */
  KafkaSubscriber subscriber() {
    return pattern == null
        ? KafkaSubscriber.getTopicListSubscriber(topics)
        : KafkaSubscriber.getTopicPatternSubscriber(pattern);
  }
}
