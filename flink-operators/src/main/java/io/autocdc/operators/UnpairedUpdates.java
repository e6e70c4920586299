// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators;

import io.autocdc.dsl.ResolvedFlow;
import io.autocdc.dsl.TableFeeds;
import io.autocdc.dsl.type.Column;
import io.autocdc.dsl.type.TableSchema;
import io.autocdc.operators.row.RowProjection;
import java.util.List;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.types.RowKind;

/**
 * Makes a delete of an update before whose update after has been filtered out on the way here. The
 * two rows of an update come one behind the other, from one task, with neither a watermark nor a
 * checkpoint between them; so nothing has to be remembered beyond these.
 */
public final class UnpairedUpdates extends AbstractStreamOperator<RowData>
    implements OneInputStreamOperator<RowData, RowData> {

  private static final long serialVersionUID = 1L;

  private final TableSchema rows;
  private final List<Column> keys;

  /** Where rows say what their place in the changelog is; -1 if they do not. */
  private final int snapshot;

  private final int position;

  private transient RowDataSerializer serializer;
  private transient RowProjection key;
  private transient BinaryRowData before;
  private transient BinaryRowData keyOfBefore;

  UnpairedUpdates(TableSchema rows, List<Column> keys) {
    this.rows = rows;
    this.keys = List.copyOf(keys);
    this.snapshot = rows.names().indexOf(TableFeeds.SNAPSHOT_ID);
    this.position = rows.names().indexOf(TableFeeds.POSITION);
  }

  /**
   * The same rows, where every update before without its update after is a delete.
   *
   * @param rows what the flow reads, as it comes from where it is made
   * @param uid uid of the operator
   */
  public static DataStream<RowData> deleted(
      DataStream<RowData> rows, ResolvedFlow flow, String uid) {
    return rows.transform(
            flow.flow().name() + ": unpaired updates",
            rows.getType(),
            new UnpairedUpdates(flow.source(), flow.keys()))
        .setParallelism(rows.getParallelism())
        .uid(uid);
  }

  @Override
  public void open() throws Exception {
    super.open();
    serializer = new RowDataSerializer(rows.asNullable().toRowType());
    key =
        RowProjection.ofKey(
            keys.stream().map(Column::type).toList(),
            keys.stream().mapToInt(column -> rows.indexOf(column.name())).toArray());
  }

  @Override
  public void processElement(StreamRecord<RowData> record) {
    RowData row = record.getValue();
    if (before != null && !isOtherHalf(row)) {
      delete();
    }
    before = null;
    if (row.getRowKind() == RowKind.UPDATE_BEFORE) {
      before = serializer.toBinaryRow(row).copy();
      keyOfBefore = key.apply(row).copy();
    } else {
      output.collect(record);
    }
  }

  private boolean isOtherHalf(RowData row) {
    return row.getRowKind() == RowKind.UPDATE_AFTER
        && key.apply(row).equals(keyOfBefore)
        && (!tellsPlace(row) || !tellsPlace(before) || isNext(row));
  }

  private boolean tellsPlace(RowData row) {
    return snapshot >= 0 && position >= 0 && !row.isNullAt(snapshot) && !row.isNullAt(position);
  }

  private boolean isNext(RowData row) {
    return row.getLong(snapshot) == before.getLong(snapshot)
        && row.getLong(position) == before.getLong(position) + 1;
  }

  private void delete() {
    before.setRowKind(RowKind.DELETE);
    output.collect(new StreamRecord<>(before));
    before = null;
  }

  private void flush() {
    if (before != null) {
      delete();
    }
  }

  @Override
  public void processWatermark(Watermark mark) throws Exception {
    flush();
    super.processWatermark(mark);
  }

  @Override
  public void prepareSnapshotPreBarrier(long checkpoint) {
    flush();
  }

  @Override
  public void finish() throws Exception {
    flush();
    super.finish();
  }
}
