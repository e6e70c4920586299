// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.kafka;

import io.autocdc.source.RawRecord;
import io.autocdc.spi.InvalidRows;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/**
 * A record of a topic, not yet parsed, or the mark behind the last one. Immutable; arrays are not
 * to be changed.
 *
 * @param topic null in the mark
 * @param timestamp in milliseconds since 1970; negative if there is none
 * @param key null if there is none
 * @param value null if there is none
 * @param headers by name; of several with one name, the last
 */
record KafkaRecord(
    String topic,
    int partition,
    long offset,
    long timestamp,
    byte[] key,
    byte[] value,
    Map<String, byte[]> headers)
    implements RawRecord {

  static KafkaRecord of(ConsumerRecord<byte[], byte[]> found) {
    Map<String, byte[]> headers = Map.of();
    for (Header header : found.headers()) {
      headers = headers.isEmpty() ? new LinkedHashMap<>() : headers;
      headers.put(header.key(), header.value());
    }
    return new KafkaRecord(
        found.topic(),
        found.partition(),
        found.offset(),
        found.timestamp(),
        found.key(),
        found.value(),
        headers);
  }

  static KafkaRecord endOfInput() {
    return new KafkaRecord(null, 0, 0, 0, null, null, Map.of());
  }

  @Override
  public boolean isEndOfInput() {
    return topic == null;
  }

  /** Null: Kafka gives whole records only. */
  @Override
  public String problem() {
    return null;
  }

  /** {@code topic-partition@offset}. */
  @Override
  public String place() {
    return InvalidRows.placeInTopic(topic, partition, offset);
  }
}
