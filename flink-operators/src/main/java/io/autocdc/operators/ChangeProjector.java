// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators;

import io.autocdc.dsl.AutoCdcFlow;
import io.autocdc.dsl.ResolvedFlow;
import io.autocdc.dsl.type.Column;
import io.autocdc.json.JsonRowWriter;
import io.autocdc.merge.Sequence;
import io.autocdc.merge.SequenceCodec;
import io.autocdc.operators.row.RowProjection;
import io.autocdc.spi.FlowCounter;
import io.autocdc.spi.InvalidReason;
import io.autocdc.spi.InvalidRows;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

/**
 * Takes from a source row what a flow needs: key, sequence, kind and the values of the target.
 * Truncates are decided first, since their keys may be null; then invalid rows; then deletes
 * (semantics.md, sections 2 and 8).
 */
final class ChangeProjector extends ProcessFunction<RowData, ChangeEvent> {

  private static final long serialVersionUID = 1L;

  static final OutputTag<RowData> INVALID = new OutputTag<>("invalid", InvalidRows.typeInfo());

  /** Sequences of truncates. */
  static final OutputTag<byte[]> TRUNCATES =
      new OutputTag<>("truncates", PrimitiveArrayTypeInfo.BYTE_PRIMITIVE_ARRAY_TYPE_INFO);

  private static final int NONE = -1;

  private final ResolvedFlow flow;
  private final int flowIndex;
  private final int deletePosition;
  private final int truncatePosition;

  private transient int[] keyPositions;
  private transient int[] sequencePositions;
  private transient RowProjection key;
  private transient RowProjection payload;
  private transient SequenceCodec sequences;
  private transient JsonRowWriter json;
  private transient FlowMetrics metrics;

  /**
   * @param flowIndex position of the flow among those of the target
   */
  ChangeProjector(ResolvedFlow flow, int flowIndex) {
    this.flow = flow;
    this.flowIndex = flowIndex;
    AutoCdcFlow declared = flow.flow();
    int next = flow.source().columns().size();
    this.deletePosition = declared.applyAsDeletes() == null ? NONE : next++;
    this.truncatePosition = declared.applyAsTruncates() == null ? NONE : next;
  }

  @Override
  public void open(OpenContext context) {
    keyPositions = positions(flow.keys());
    sequencePositions = positions(flow.sequence());
    key = RowProjection.ofKey(types(flow.keys()), keyPositions);
    payload = RowProjection.of(types(flow.payload()), positions(flow.payload()));
    sequences = SequenceCodec.of(types(flow.sequence()));
    json = JsonRowWriter.of(flow.source().toRowType());
    metrics =
        new FlowMetrics(
            getRuntimeContext(), flow.flow().name(), FlowCounter.ROWS_IN, FlowCounter.TRUNCATES);
  }

  private static List<LogicalType> types(List<Column> columns) {
    return columns.stream().map(Column::type).toList();
  }

  private int[] positions(List<Column> columns) {
    return columns.stream().mapToInt(column -> flow.source().indexOf(column.name())).toArray();
  }

  @Override
  public void processElement(RowData row, Context context, Collector<ChangeEvent> out) {
    metrics.add(FlowCounter.ROWS_IN);
    Sequence sequence = sequences.encode(row, sequencePositions);
    if (isTrue(row, truncatePosition)) {
      if (sequence == null) {
        invalid(row, InvalidReason.NULL_SEQUENCE, nullSequence(), context);
      } else {
        metrics.add(FlowCounter.TRUNCATES);
        context.output(TRUNCATES, sequence.bytes());
      }
      return;
    }
    for (int i = 0; i < keyPositions.length; i++) {
      if (row.isNullAt(keyPositions[i])) {
        String message = "key column '" + flow.keys().get(i).name() + "' is null";
        invalid(row, InvalidReason.NULL_KEY, message, context);
        return;
      }
    }
    if (sequence == null) {
      invalid(row, InvalidReason.NULL_SEQUENCE, nullSequence(), context);
      return;
    }
    BinaryRowData values = isTrue(row, deletePosition) ? null : payload.apply(row);
    out.collect(new ChangeEvent(flowIndex, sequence, key.apply(row), values));
  }

  private static boolean isTrue(RowData row, int position) {
    return position != NONE && !row.isNullAt(position) && row.getBoolean(position);
  }

  private String nullSequence() {
    String names = flow.sequence().stream().map(Column::name).collect(Collectors.joining("', '"));
    return (flow.sequence().size() == 1 ? "sequence column '" : "sequence columns '")
        + names
        + (flow.sequence().size() == 1 ? "' is null" : "' are all null");
  }

  private void invalid(RowData row, InvalidReason reason, String message, Context context) {
    context.output(INVALID, InvalidRows.of(reason, message, null, json.write(row)));
  }
}
