// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.cdc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.junit.jupiter.api.Test;

class ChangeRecordSerializerTest {

  private static final String SCHEMA = "{\"schema\":{\"fields\":[{\"field\":\"payload\"}]},";

  private static ChangeRecord record(String payload) {
    String json = SCHEMA + "\"payload\":" + payload + "}";
    return new ChangeRecord(json.getBytes(StandardCharsets.UTF_8), "public.t@7");
  }

  @Test
  void recordsAndTheMarkComeBackAsTheyWent() throws IOException {
    for (ChangeRecord record : List.of(record("{\"op\":\"c\"}"), ChangeRecord.endOfInput())) {
      DataOutputSerializer out = new DataOutputSerializer(64);
      ChangeRecordSerializer.INSTANCE.serialize(record, out);
      ChangeRecord read =
          ChangeRecordSerializer.INSTANCE.deserialize(
              new DataInputDeserializer(out.getCopyOfBuffer()));
      assertThat(read.value()).isEqualTo(record.value());
      assertThat(read.place()).isEqualTo(record.place());
      assertThat(read.isEndOfInput()).isEqualTo(record.isEndOfInput());
    }
  }

  @Test
  void peopleAreShownTheChangeWithoutItsSchema() {
    assertThat(record("{\"op\":\"c\",\"payload\":1}").shown())
        .isEqualTo("{\"op\":\"c\",\"payload\":1}");
  }
}
