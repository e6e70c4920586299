// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.delta.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.autocdc.dsl.type.TableSchema;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.RowType;
import org.junit.jupiter.api.Test;

class RowBatchesTest {

  private static final RowType TYPE = TableSchema.parse("content BYTES").toRowType();

  @Test
  void wideRowsStandInSmallBatches() {
    assertThat(sizes(10, (int) RowBatches.BYTES / 3 + 1)).containsExactly(3, 3, 3, 1);
  }

  @Test
  void narrowRowsStandInLargeBatches() {
    assertThat(sizes(2000, 10)).containsExactly(1024, 976);
  }

  private static List<Integer> sizes(int rows, int bytes) {
    BinaryRowData row =
        new RowDataSerializer(TYPE).toBinaryRow(GenericRowData.of((Object) new byte[bytes])).copy();
    List<Integer> sizes = new ArrayList<>();
    RowBatches batches = new RowBatches(TYPE, Collections.nCopies(rows, row).iterator());
    while (batches.hasNext()) {
      sizes.add(batches.next().getData().getSize());
    }
    return sizes;
  }
}
