// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.kafka;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.connector.kafka.source.reader.deserializer.KafkaRecordDeserializationSchema;
import org.apache.flink.util.Collector;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Takes records as they are: parsing comes later, where bad ones can leave by the side. */
final class WholeRecords implements KafkaRecordDeserializationSchema<KafkaRecord> {

  private static final long serialVersionUID = 1L;

  @Override
  public void deserialize(ConsumerRecord<byte[], byte[]> found, Collector<KafkaRecord> out) {
    out.collect(KafkaRecord.of(found));
  }

  @Override
  public TypeInformation<KafkaRecord> getProducedType() {
    return KafkaRecordSerializer.TYPE;
  }
}
