// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.delta;

import static io.autocdc.connector.delta.TestTables.CUSTOMERS;
import static io.autocdc.testing.TestDefinitions.keyed;
import static org.assertj.core.api.Assertions.assertThat;

import io.autocdc.connector.delta.kernel.DeltaFolder;
import io.autocdc.spi.TableCatalog;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.types.logical.RowType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StagingOperatorTest {

  @TempDir Path warehouse;

  @Test
  void whatIsStagedSaysForWhichCheckpointAndTheEndOfTheInputIsBehindThemAll() throws Exception {
    try (TableCatalog catalog = TestTables.catalog(warehouse)) {
      catalog.create(keyed(CUSTOMERS, "id BIGINT, name STRING", "id"));
      DeltaFolder folder = TestTables.folder(warehouse, CUSTOMERS);
      TableLayout layout = TableLayout.of(folder.newest().orElseThrow());
      RowType type = layout.rowType();
      StagingOperator operator =
          new StagingOperator(folder.location(), type, type, layout.primaryKey());
      try (OneInputStreamOperatorTestHarness<RowData, byte[]> harness =
          new OneInputStreamOperatorTestHarness<>(operator)) {
        harness.setRestoredCheckpointId(6);
        harness.initializeEmptyState();
        harness.open();
        harness.processElement(row(1));
        harness.prepareSnapshotPreBarrier(7);
        harness.prepareSnapshotPreBarrier(8);
        harness.processElement(row(1));
        harness.getOneInputOperator().finish();
        assertThat(harness.extractOutputValues())
            .extracting(entry -> ByteBuffer.wrap(entry).getLong())
            .containsExactly(7L, 9L);
      }
    }
  }

  private static StreamRecord<RowData> row(long id) {
    return new StreamRecord<>(GenericRowData.of(id, StringData.fromString("a")));
  }
}
