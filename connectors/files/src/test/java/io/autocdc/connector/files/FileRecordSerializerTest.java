// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.junit.jupiter.api.Test;

class FileRecordSerializerTest {

  @Test
  void recordsSurviveTheWayOverTheNetwork() throws IOException {
    FileOrigin plain = new FileOrigin("data/é.json", 1_700_000_000_000L, null);
    FileOrigin withHeader = plain.withHeader(List.of("a", "b"));
    for (FileRecord record :
        List.of(
            new FileRecord(new byte[] {1, 2}, plain, 7, null),
            new FileRecord(new byte[0], withHeader, 1, "broken"),
            FileRecord.endOfInput())) {
      DataOutputSerializer out = new DataOutputSerializer(16);
      FileRecordSerializer.INSTANCE.serialize(record, out);
      DataInputDeserializer in = new DataInputDeserializer(out.getCopyOfBuffer());
      FileRecord copy = FileRecordSerializer.INSTANCE.deserialize(in);
      assertThat(copy.text()).isEqualTo(record.text());
      assertThat(copy.origin()).isEqualTo(record.origin());
      assertThat(copy.line()).isEqualTo(record.line());
      assertThat(copy.problem()).isEqualTo(record.problem());
      assertThat(copy.isEndOfInput()).isEqualTo(record.isEndOfInput());
      assertThat(in.available()).isZero();
    }
  }
}
