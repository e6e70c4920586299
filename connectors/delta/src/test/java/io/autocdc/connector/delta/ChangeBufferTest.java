// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.delta;

import static org.assertj.core.api.Assertions.assertThat;

import io.autocdc.merge.Sequence;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.VarCharType;
import org.apache.flink.util.CloseableIterator;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChangeBufferTest {

  private static final RowDataSerializer ROWS = new RowDataSerializer(VarCharType.STRING_TYPE);

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(longs = {1, 2_000, 1 << 20})
  void givesWhatEachKeyCameToInTheOrderOfTheKeysHoweverLittleMemoryThereIs(long memory)
      throws Exception {
    ChangeBuffer buffer = new ChangeBuffer(folder, memory, 1);
    Random random = new Random(memory);
    for (int round = 0; round < 3; round++) {
      Map<Sequence, String> model = new TreeMap<>();
      for (int i = 0; i < 200; i++) {
        Sequence key = new Sequence(new byte[] {(byte) random.nextInt(50)});
        String value = random.nextInt(4) == 0 ? null : round + "/" + i;
        model.put(key, value);
        buffer.put(key, row(value));
      }
      assertThat(drain(buffer))
          .containsExactlyElementsOf(
              model.entrySet().stream().map(e -> e.getKey() + "=" + e.getValue()).toList());
      assertThat(buffer.isEmpty()).isTrue();
      try (Stream<Path> files = Files.list(folder)) {
        assertThat(files).isEmpty();
      }
    }
  }

  private static BinaryRowData row(String value) {
    return value == null
        ? null
        : ROWS.toBinaryRow(GenericRowData.of(StringData.fromString(value))).copy();
  }

  private static List<String> drain(ChangeBuffer buffer) throws Exception {
    List<String> changes = new ArrayList<>();
    try (CloseableIterator<ChangeBuffer.KeyChange> drained = buffer.drain()) {
      drained.forEachRemaining(
          change ->
              changes.add(
                  change.key()
                      + "="
                      + (change.row() == null ? null : change.row().getString(0).toString())));
    }
    return changes;
  }
}
