// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators;

import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Problem;
import io.autocdc.json.JsonRowWriter;
import io.autocdc.merge.SnapshotDiff;
import io.autocdc.operators.state.StoredRow;
import io.autocdc.operators.state.StoredRowSerializer;
import io.autocdc.operators.state.StoredRows;
import io.autocdc.spi.SnapshotRefusedException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.BroadcastState;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeutils.base.ListSerializer;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.flink.streaming.api.functions.co.KeyedBroadcastProcessFunction;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.util.Collector;

/**
 * Turns snapshots into changes. The rows of a snapshot wait in keyed state until it has been read
 * to its end: then its watermark fires a timer for every key that it has, and for every key that
 * the snapshot before had. So no task holds a snapshot in its heap, and a snapshot that is not
 * whole, or has different rows for a key, changes nothing.
 */
final class SnapshotDiffFunction
    extends KeyedBroadcastProcessFunction<RowData, ChangeEvent, SnapshotVerdict, ChangeEvent> {

  private static final long serialVersionUID = 1L;

  /** By number: what is to be done with snapshots that the watermark has not reached. */
  static final MapStateDescriptor<Long, SnapshotVerdict> VERDICTS =
      new MapStateDescriptor<>(
          "verdicts", LongSerializer.INSTANCE, new SnapshotVerdict.Serializer());

  private static final String LIVE = "live";
  private static final String WAITING = "waiting";

  private final TargetShape target;
  private final int flowIndex;
  private final String source;

  private transient SnapshotDiff<RowData> diff;
  private transient JsonRowWriter keyText;

  /** The row of the newest snapshot; null if the key was not in it. */
  private transient ValueState<StoredRow> live;

  /** By number: the different rows of snapshots that have not been read to their end. */
  private transient MapState<Long, List<StoredRow>> waiting;

  private transient StoredRows rows;

  /**
   * @param flowIndex position of the flow among those of the target
   * @param source name of the source of snapshots
   */
  SnapshotDiffFunction(TargetShape target, int flowIndex, String source) {
    this.target = target;
    this.flowIndex = flowIndex;
    this.source = source;
  }

  @Override
  public void open(OpenContext context) {
    StoredRowSerializer serializer = target.rowSerializer();
    rows = new StoredRows(target.layout());
    live = getRuntimeContext().getState(new ValueStateDescriptor<>(LIVE, serializer));
    waiting =
        getRuntimeContext()
            .getMapState(
                new MapStateDescriptor<>(
                    WAITING, LongSerializer.INSTANCE, new ListSerializer<>(serializer)));
    diff = new SnapshotDiff<>(target.semantics());
    keyText = JsonRowWriter.of(target.keyType());
  }

  @Override
  public void processElement(ChangeEvent row, ReadOnlyContext context, Collector<ChangeEvent> out)
      throws Exception {
    long number = ChangeProjector.snapshotNumber(row);
    List<StoredRow> known = waiting.get(number);
    if (known == null) {
      waiting.put(number, List.of(rows.store(row.row())));
      context.timerService().registerEventTimeTimer(number);
    } else if (diff.isNew(row.row(), read(known))) {
      List<StoredRow> more = new ArrayList<>(known);
      more.add(rows.store(row.row()));
      waiting.put(number, more);
    }
  }

  private List<RowData> read(List<StoredRow> stored) {
    return stored.stream().<RowData>map(rows::read).toList();
  }

  @Override
  public void processBroadcastElement(
      SnapshotVerdict verdict, Context context, Collector<ChangeEvent> out) throws Exception {
    BroadcastState<Long, SnapshotVerdict> verdicts = context.getBroadcastState(VERDICTS);
    for (Iterator<Long> known = numbers(verdicts).iterator(); known.hasNext(); ) {
      long number = known.next();
      if (number <= context.currentWatermark()) {
        verdicts.remove(number);
      }
    }
    verdicts.put(verdict.number(), verdict);
  }

  private static List<Long> numbers(BroadcastState<Long, SnapshotVerdict> verdicts)
      throws Exception {
    List<Long> numbers = new ArrayList<>();
    verdicts.iterator().forEachRemaining(entry -> numbers.add(entry.getKey()));
    return numbers;
  }

  @Override
  public void onTimer(long number, OnTimerContext context, Collector<ChangeEvent> out)
      throws Exception {
    SnapshotVerdict verdict = context.getBroadcastState(VERDICTS).get(number);
    if (verdict == null) {
      return; // The last watermark of all comes when sources are closed, behind no snapshot.
    }
    BinaryRowData before = rows.read(live.value());
    List<StoredRow> found = waiting.get(number);
    List<RowData> now = found == null ? List.of() : read(found);
    BinaryRowData key = (BinaryRowData) context.getCurrentKey();
    switch (diff.compare(before, now, verdict.verdict())) {
      case UPSERT -> {
        before = (BinaryRowData) now.get(0);
        live.update(rows.store(before));
        out.collect(new ChangeEvent(flowIndex, null, verdict.version(), key, before));
      }
      case DELETE -> {
        before = null;
        live.clear();
        out.collect(new ChangeEvent(flowIndex, null, verdict.version(), key, null));
      }
      case CONFLICT ->
          throw refuse(
              verdict,
              ErrorCode.SNAPSHOT_CONFLICT,
              "has " + now.size() + " different rows for the key " + keyText.write(key),
              "nobody can say which of them is right",
              "correct the snapshot, or choose keys that tell its rows apart");
      case DIFFERS ->
          throw refuse(
              verdict,
              ErrorCode.SNAPSHOT_VERSION,
              "has another row for the key "
                  + keyText.write(key)
                  + " than the snapshot of the same version before",
              "versions are strictly ascending",
              "give it a version of its own, or set on_lower_version: skip");
      case NOTHING -> {}
    }
    waiting.remove(number);
    if (before != null) {
      // The next snapshot may lack the key.
      context.timerService().registerEventTimeTimer(number + 1);
    }
  }

  private SuppressRestartsException refuse(
      SnapshotVerdict verdict, ErrorCode code, String what, String why, String remedy) {
    String flow = target.flows().get(flowIndex).flow().name();
    Problem problem =
        Problem.error(
            null,
            code,
            "snapshot '" + verdict.name() + "' of flow '" + flow + "' " + what,
            why,
            remedy);
    return new SuppressRestartsException(
        new SnapshotRefusedException(problem, source, verdict.name()));
  }
}
