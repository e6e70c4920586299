// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators;

import io.autocdc.dsl.AutoCdcFlow;
import io.autocdc.dsl.ChangeFeeds;
import io.autocdc.dsl.OperationColumn;
import io.autocdc.dsl.ResolvedFlow;
import io.autocdc.dsl.ScdType;
import io.autocdc.dsl.type.Column;
import io.autocdc.json.JsonRowWriter;
import io.autocdc.merge.Sequence;
import io.autocdc.merge.SequenceCodec;
import io.autocdc.operators.ledger.Tallying;
import io.autocdc.operators.row.PartialRowProjection;
import io.autocdc.operators.row.RowProjection;
import io.autocdc.operators.row.UnknownColumnException;
import io.autocdc.spi.FlowCounter;
import io.autocdc.spi.InvalidReason;
import io.autocdc.spi.InvalidRows;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.types.RowKind;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

/**
 * Takes from a source row what a flow needs: key, sequence, kind and the values of the target.
 * Truncates are decided first, since their keys may be null; then invalid rows; then deletes
 * (semantics.md, sections 2 and 8). Of a changelog, what an update replaces is ignored, and a row
 * that is deleted is a delete, whatever the conditions say; a change feed says what happened,
 * beside what the conditions say (section 12).
 */
final class ChangeProjector extends ProcessFunction<RowData, ChangeEvent> implements Tallying {

  private static final long serialVersionUID = 1L;

  static final OutputTag<RowData> INVALID = new OutputTag<>("invalid", InvalidRows.typeInfo());

  /** Sequences of truncates. */
  static final OutputTag<byte[]> TRUNCATES =
      new OutputTag<>("truncates", PrimitiveArrayTypeInfo.BYTE_PRIMITIVE_ARRAY_TYPE_INFO);

  private static final int NONE = -1;

  private final TargetShape target;
  private final ResolvedFlow flow;
  private final int flowIndex;
  private final int deletePosition;
  private final int truncatePosition;

  /** How a row of a change feed says what happened; null for other rows. */
  private final OperationColumn operation;

  /** Where a row of a change feed says what it does not give. */
  private final int unavailablePosition;

  private final boolean snapshots;

  private transient int[] keyPositions;
  private transient int[] sequencePositions;
  private transient int[] systemPositions;
  private transient RowProjection key;

  /** For targets whose rows author all columns; else null. */
  private transient RowProjection payload;

  /** For targets whose rows may author less; else null. */
  private transient PartialRowProjection partialPayload;

  private transient SequenceCodec sequences;

  /** For bitemporal targets; else null. */
  private transient SequenceCodec systemSequences;

  private transient int operationPosition;

  /** The words of {@link #operation}; null for those that it does not have. */
  private transient StringData delete;

  private transient StringData truncate;
  private transient StringData before;

  private transient JsonRowWriter json;
  private transient RowOrigin origin;
  private transient FlowMetrics metrics;

  /**
   * @param flowIndex position of the flow among those of the target
   * @param snapshots true if the rows are those of snapshots: a row is no change then, and its
   *     sequence is the number of its snapshot
   */
  ChangeProjector(TargetShape target, int flowIndex, boolean snapshots) {
    this.target = target;
    this.flow = target.flows().get(flowIndex);
    this.flowIndex = flowIndex;
    AutoCdcFlow declared = flow.flow();
    int next = flow.source().columns().size();
    this.deletePosition = declared.applyAsDeletes() == null ? NONE : next++;
    this.truncatePosition = declared.applyAsTruncates() == null ? NONE : next;
    this.operation = OperationColumn.of(flow.source()).orElse(null);
    this.unavailablePosition = ChangeFeeds.unavailable(flow.source());
    this.snapshots = snapshots;
  }

  @Override
  public void open(OpenContext context) {
    keyPositions = positions(flow.keys());
    sequencePositions = positions(flow.sequence());
    key = RowProjection.ofKey(types(flow.keys()), keyPositions);
    if (target.isPartial()) {
      partialPayload = new PartialRowProjection(flow, target.payloadType());
    } else {
      payload = RowProjection.of(types(flow.payload()), payloadPositions());
    }
    sequences = target.sequences();
    if (target.isBitemporal()) {
      systemSequences = target.systemSequences();
      systemPositions = positions(flow.systemSequence());
    }
    operationPosition = operation == null ? NONE : flow.source().indexOf(operation.column());
    if (operation != null) {
      delete = StringData.fromString(operation.delete());
      truncate = operation.truncate().map(StringData::fromString).orElse(null);
      before = operation.before().map(StringData::fromString).orElse(null);
    }
    json = JsonRowWriter.of(flow.source().toRowType());
    origin = new RowOrigin(flow.source());
    metrics =
        new FlowMetrics(
            getRuntimeContext(),
            flow.flow().name(),
            FlowCounter.ROWS_IN,
            FlowCounter.TRUNCATES,
            FlowCounter.WITHOUT_VALUES);
  }

  private static List<LogicalType> types(List<Column> columns) {
    return columns.stream().map(Column::type).toList();
  }

  private int[] positions(List<Column> columns) {
    return columns.stream().mapToInt(column -> flow.source().indexOf(column.name())).toArray();
  }

  private int[] payloadPositions() {
    return flow.payload().stream().map(Column::name).mapToInt(flow::sourcePosition).toArray();
  }

  @Override
  public void processElement(RowData row, Context context, Collector<ChangeEvent> out) {
    StringData done =
        operationPosition == NONE || row.isNullAt(operationPosition)
            ? null
            : row.getString(operationPosition);
    if (row.getRowKind() == RowKind.UPDATE_BEFORE || done != null && done.equals(before)) {
      return;
    }
    boolean takenBack = row.getRowKind() == RowKind.DELETE;
    metrics.add(FlowCounter.ROWS_IN);
    Sequence sequence =
        snapshots ? nextSnapshot(context) : sequences.encode(row, sequencePositions);
    boolean truncates = done != null && done.equals(truncate);
    if (truncates && target.scdType() != ScdType.TYPE_1) {
      String message = "the table was emptied, and a target with history has no row for that";
      invalid(row, InvalidReason.TRUNCATE, message, context);
      return;
    }
    if (truncates || !takenBack && isTrue(row, truncatePosition)) {
      if (sequence == null) {
        invalid(row, InvalidReason.NULL_SEQUENCE, nullSequence(flow.sequence()), context);
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
      invalid(row, InvalidReason.NULL_SEQUENCE, nullSequence(flow.sequence()), context);
      return;
    }
    Sequence system = null;
    if (systemSequences != null) {
      system = systemSequences.encode(row, systemPositions);
      if (system == null) {
        String message = "system " + nullSequence(flow.systemSequence());
        invalid(row, InvalidReason.NULL_SYSTEM_SEQUENCE, message, context);
        return;
      }
    }
    BinaryRowData values = null;
    if (!takenBack && !(done != null && done.equals(delete)) && !isTrue(row, deletePosition)) {
      if (unavailablePosition != NONE && !row.isNullAt(unavailablePosition)) {
        metrics.add(FlowCounter.WITHOUT_VALUES);
      }
      try {
        values = payload != null ? payload.apply(row) : partialPayload.apply(row);
      } catch (UnknownColumnException e) {
        invalid(row, InvalidReason.UNKNOWN_COLUMN, e.getMessage(), context);
        return;
      }
    }
    out.collect(new ChangeEvent(flowIndex, system, sequence, key.apply(row), values));
  }

  @Override
  public void drainTallies(Consumer<RowData> ledger) {
    metrics.drain(ledger);
  }

  /**
   * The rows between two watermarks of a source of snapshots are those of one snapshot. They come
   * here in their order, since the source has one subtask and no view of it shuffles.
   */
  private static Sequence nextSnapshot(Context context) {
    long before = Math.max(0, context.timerService().currentWatermark());
    return new Sequence(ByteBuffer.allocate(Long.BYTES).putLong(before + 1).array());
  }

  /** The number of the snapshot, from 1, that a row of it belongs to. */
  static long snapshotNumber(ChangeEvent row) {
    return ByteBuffer.wrap(row.sequence().bytes()).getLong();
  }

  private static boolean isTrue(RowData row, int position) {
    return position != NONE && !row.isNullAt(position) && row.getBoolean(position);
  }

  private static String nullSequence(List<Column> columns) {
    String names = columns.stream().map(Column::name).collect(Collectors.joining("', '"));
    return (columns.size() == 1 ? "sequence column '" : "sequence columns '")
        + names
        + (columns.size() == 1 ? "' is null" : "' are all null");
  }

  private void invalid(RowData row, InvalidReason reason, String message, Context context) {
    context.output(INVALID, InvalidRows.of(reason, message, origin.of(row), json.write(row)));
  }
}
