// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators;

import static org.assertj.core.api.Assertions.assertThat;

import io.autocdc.dsl.TableFeeds;
import io.autocdc.dsl.type.TableSchema;
import java.util.List;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.types.RowKind;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** B37: what an update before means whose update after does not come. */
class UnpairedUpdatesTest {

  private static final TableSchema ROWS = TableSchema.parse("id BIGINT, seq BIGINT");

  private OneInputStreamOperatorTestHarness<RowData, RowData> flow;

  @BeforeEach
  void open() throws Exception {
    open(ROWS);
  }

  private void open(TableSchema rows) throws Exception {
    flow =
        new OneInputStreamOperatorTestHarness<>(
            new UnpairedUpdates(rows, rows.columns().subList(0, 1)));
    flow.open();
  }

  @AfterEach
  void close() throws Exception {
    flow.close();
  }

  private void give(RowKind kind, Object... values) throws Exception {
    GenericRowData row = GenericRowData.of(values);
    row.setRowKind(kind);
    flow.processElement(row, 0);
  }

  private List<String> result() {
    return flow.extractOutputValues().stream()
        .map(row -> row.getRowKind().shortString() + row.getLong(0) + "@" + row.getLong(1))
        .toList();
  }

  @Test
  void anUpdateBeforeIsNothingIfItsOtherHalfFollows() throws Exception {
    give(RowKind.INSERT, 1L, 1L);
    give(RowKind.UPDATE_BEFORE, 1L, 1L);
    give(RowKind.UPDATE_AFTER, 1L, 2L);
    give(RowKind.UPDATE_BEFORE, 1L, 2L);
    give(RowKind.UPDATE_AFTER, 1L, 3L);
    flow.prepareSnapshotPreBarrier(1);
    assertThat(result()).containsExactly("+I1@1", "+U1@2", "+U1@3");
  }

  @Test
  void anUpdateBeforeIsADeleteIfAnythingElseFollows() throws Exception {
    give(RowKind.UPDATE_BEFORE, 1L, 1L);
    give(RowKind.UPDATE_AFTER, 2L, 1L);
    give(RowKind.UPDATE_BEFORE, 3L, 1L);
    give(RowKind.UPDATE_BEFORE, 4L, 1L);
    give(RowKind.INSERT, 4L, 2L);
    give(RowKind.UPDATE_BEFORE, 5L, 1L);
    give(RowKind.DELETE, 5L, 2L);
    assertThat(result())
        .containsExactly("-D1@1", "+U2@1", "-D3@1", "-D4@1", "+I4@2", "-D5@1", "-D5@2");
  }

  @Test
  void anUpdateBeforeThatNothingFollowsIsADeleteInItsCheckpoint() throws Exception {
    give(RowKind.UPDATE_BEFORE, 1L, 1L);
    flow.prepareSnapshotPreBarrier(1);
    give(RowKind.UPDATE_AFTER, 1L, 2L);
    give(RowKind.UPDATE_BEFORE, 2L, 1L);
    flow.processWatermark(7);
    give(RowKind.UPDATE_BEFORE, 3L, 1L);
    flow.endInput();
    flow.getOperator().finish();
    assertThat(result()).containsExactly("-D1@1", "+U1@2", "-D2@1", "-D3@1");
  }

  @Test
  void rowsThatKnowTheirPlaceArePairedByIt() throws Exception {
    flow.close();
    open(ROWS.plus(TableFeeds.COLUMNS));
    give(RowKind.UPDATE_BEFORE, 1L, 1L, 7L, 3L);
    give(RowKind.UPDATE_AFTER, 1L, 2L, 7L, 4L);
    give(RowKind.UPDATE_BEFORE, 1L, 2L, 7L, 5L);
    give(RowKind.UPDATE_AFTER, 1L, 9L, 8L, 6L);
    assertThat(result()).containsExactly("+U1@2", "-D1@2", "+U1@9");
  }
}
