// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.junit.jupiter.api.Test;

class KafkaRecordSerializerTest {

  private static KafkaRecord roundTrip(KafkaRecord record) throws IOException {
    DataOutputSerializer out = new DataOutputSerializer(64);
    KafkaRecordSerializer.INSTANCE.serialize(record, out);
    DataInputDeserializer in = new DataInputDeserializer(out.getCopyOfBuffer());
    KafkaRecord read = KafkaRecordSerializer.INSTANCE.deserialize(in);
    assertThat(in.available()).isZero();
    return read;
  }

  @Test
  void recordsComeBackWithAllTheyHave() throws IOException {
    KafkaRecord record =
        new KafkaRecord("t", 3, 5L, 7L, new byte[] {1}, new byte[0], Map.of("h", new byte[] {2}));
    assertThat(roundTrip(record)).usingRecursiveComparison().isEqualTo(record);
  }

  @Test
  void recordsWithoutKeyAndValueAndMarksComeBack() throws IOException {
    KafkaRecord tombstone = new KafkaRecord("t", 0, 0L, -1L, null, null, Map.of());
    assertThat(roundTrip(tombstone)).usingRecursiveComparison().isEqualTo(tombstone);
    assertThat(roundTrip(KafkaRecord.endOfInput()).isEndOfInput()).isTrue();
  }
}
