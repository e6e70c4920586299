// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.paimon;

import static org.assertj.core.api.Assertions.assertThat;

import io.autocdc.testing.TestRows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.flink.table.data.GenericArrayData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.types.RowKind;
import org.junit.jupiter.api.Test;

class StorageKeyEncoderTest {

  private static final RowType TYPE =
      TestRows.rowType("id INT, start ROW<a BIGINT, b STRING, c TIMESTAMP(9)>");

  private final StorageKeyEncoder encoder = StorageKeyEncoder.of(TYPE.getTypeAt(1), 1);

  @Test
  void equalValuesGiveEqualBytesWhateverCarriesThem() {
    GenericRowData plain = row(7L, "longer than eight bytes", 1, RowKind.INSERT);
    RowData binary = new RowDataSerializer(TYPE).toBinaryRow(plain).copy();
    RowData deleted = row(7L, "longer than eight bytes", 1, RowKind.DELETE);
    RowData binaryOfDeleted = new RowDataSerializer(TYPE).toBinaryRow(deleted).copy();
    assertThat(List.of(binary, deleted, binaryOfDeleted))
        .allSatisfy(row -> assertThat(encoder.encode(row)).isEqualTo(encoder.encode(plain)));
  }

  @Test
  void differentValuesGiveDifferentBytes() {
    List<String> encoded = new ArrayList<>();
    for (Long a : Arrays.asList(null, 0L, 1L, -1L)) {
      for (String b : Arrays.asList(null, "", "a", "aa", "a longer text", "a longer texu")) {
        for (Integer nano : Arrays.asList(null, 0, 1)) {
          encoded.add(Arrays.toString(encoder.encode(row(a, b, nano, RowKind.INSERT))));
        }
      }
    }
    assertThat(encoded).hasSize(4 * 6 * 3).doesNotHaveDuplicates();
  }

  @Test
  void earlierKeysSurviveTheNext() {
    byte[] first = encoder.encode(row(1L, "a", 0, RowKind.INSERT));
    byte[] copy = first.clone();
    encoder.encode(row(2L, "b", 0, RowKind.INSERT));
    assertThat(first).isEqualTo(copy);
  }

  @Test
  void encodesArraysToo() {
    StorageKeyEncoder arrays =
        StorageKeyEncoder.of(TestRows.rowType("v ARRAY<BIGINT>").getTypeAt(0), 0);
    assertThat(arrays.encode(GenericRowData.of(new GenericArrayData(new Long[] {1L, null}))))
        .isEqualTo(arrays.encode(GenericRowData.of(new GenericArrayData(new Long[] {1L, null}))))
        .isNotEqualTo(arrays.encode(GenericRowData.of(new GenericArrayData(new Long[] {1L}))));
  }

  private static GenericRowData row(Long a, String b, Integer nano, RowKind kind) {
    GenericRowData start =
        GenericRowData.ofKind(
            kind,
            a,
            b == null ? null : StringData.fromString(b),
            nano == null ? null : TimestampData.fromEpochMillis(-1, nano));
    return GenericRowData.ofKind(kind, 1, start);
  }
}
