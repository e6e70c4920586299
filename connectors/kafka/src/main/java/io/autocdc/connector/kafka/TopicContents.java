// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.kafka;

import java.io.Serializable;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/**
 * What topics held when a run began.
 *
 * @param partitions all partitions of the topics that the run reads
 */
record TopicContents(Map<TopicPartition, Range> partitions) implements Serializable {

  TopicContents {
    partitions = Map.copyOf(partitions);
  }

  /**
   * The records of a partition.
   *
   * @param begin offset of the first record that is still there
   * @param readable offset behind the last record that could be read, which is below the end while
   *     a transaction is open
   * @param end offset behind the last record
   */
  record Range(long begin, long readable, long end) implements Serializable {}
}
