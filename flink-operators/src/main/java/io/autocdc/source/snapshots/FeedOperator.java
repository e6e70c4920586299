// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.source.snapshots;

import io.autocdc.source.SnapshotOperator;
import io.autocdc.spi.RunSignals;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/** Turns the records of a feed into rows of snapshots. */
final class FeedOperator extends SnapshotOperator<FeedRecord> {

  private static final long serialVersionUID = 1L;

  private final String source;
  private final RowType columns;

  private transient RowData.FieldGetter[] getters;

  /**
   * @param columns columns of the data
   * @param version type of the versions
   */
  FeedOperator(String source, RowType columns, LogicalType version) {
    super(version);
    this.source = source;
    this.columns = columns;
  }

  @Override
  public void open() throws Exception {
    super.open();
    getters = new RowData.FieldGetter[columns.getFieldCount()];
    for (int i = 0; i < getters.length; i++) {
      getters[i] = RowData.createFieldGetter(columns.getTypeAt(i).copy(true), i);
    }
  }

  @Override
  public void processElement(StreamRecord<FeedRecord> element) {
    FeedRecord record = element.getValue();
    switch (record.kind()) {
      case ROW -> emit(withVersion(record.row(), version(record)));
      case END -> end(version(record), record.name());
      case GIVEN_UP -> giveUp(source);
      case END_OF_INPUT -> getRuntimeContext().getIntCounter(RunSignals.inputRead(source)).add(1);
    }
  }

  private Object version(FeedRecord record) {
    return record.version() == null ? counter() : record.version();
  }

  private RowData withVersion(RowData row, Object version) {
    GenericRowData all = new GenericRowData(getters.length + 1);
    for (int i = 0; i < getters.length; i++) {
      all.setField(i, getters[i].getFieldOrNull(row));
    }
    all.setField(getters.length, version);
    return all;
  }
}
