// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators.row;

import io.autocdc.dsl.type.Column;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.utils.JoinedRowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.TinyIntType;
import org.apache.flink.types.RowKind;

/**
 * The kind of a row as a column behind the others, for a step that looks at each row by itself and
 * does not know that rows are taken back.
 */
public final class RowKindColumn {

  public static final String NAME = "__autocdc_kind";

  public static final Column COLUMN = Column.of(NAME, new TinyIntType(false));

  private RowKindColumn() {}

  /**
   * The same rows, all of them inserts, with their kinds behind their columns.
   *
   * @param uid uid of the operator
   */
  public static DataStream<RowData> append(DataStream<RowData> rows, RowType type, String uid) {
    List<RowType.RowField> fields = new ArrayList<>(type.getFields());
    fields.add(new RowType.RowField(NAME, COLUMN.type()));
    return sameParallelism(
        rows.map(new Append()).returns(InternalTypeInfo.of(new RowType(false, fields))), rows, uid);
  }

  /**
   * The same rows with the kinds that their last column says; that stays where it is.
   *
   * @param columns how many columns there are, the last one included
   * @param uid uid of the operator
   */
  public static DataStream<RowData> restore(DataStream<RowData> rows, int columns, String uid) {
    return sameParallelism(rows.map(new Restore(columns - 1)).returns(rows.getType()), rows, uid);
  }

  private static DataStream<RowData> sameParallelism(
      SingleOutputStreamOperator<RowData> result, DataStream<RowData> rows, String uid) {
    return result.setParallelism(rows.getParallelism()).name(uid).uid(uid);
  }

  private static final class Append implements MapFunction<RowData, RowData> {

    private static final long serialVersionUID = 1L;

    @Override
    public RowData map(RowData row) {
      RowData kind = GenericRowData.of(row.getRowKind().toByteValue());
      return new JoinedRowData(RowKind.INSERT, row, kind);
    }
  }

  private static final class Restore implements MapFunction<RowData, RowData> {

    private static final long serialVersionUID = 1L;

    private final int position;

    private Restore(int position) {
      this.position = position;
    }

    @Override
    public RowData map(RowData row) {
      row.setRowKind(RowKind.fromByteValue(row.getByte(position)));
      return row;
    }
  }
}
