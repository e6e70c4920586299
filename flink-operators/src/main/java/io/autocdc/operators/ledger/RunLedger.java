// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators.ledger;

import io.autocdc.spi.FlowCounter;
import io.autocdc.spi.RunSignals;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple4;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.data.RowData;

/**
 * Adds up what all operators of a pipeline count, in one subtask. Counts come in front of the
 * barrier of each checkpoint and are booked with it, so totals, like tables, are those of a
 * checkpoint: what is done again after a failure counts once. Totals show as accumulators, and what
 * each checkpoint adds leaves as rows of the event log.
 *
 * <p>Totals belong to a run and begin anew with the next one. Tombstones belong to the state of
 * their target and outlive it: the merge reports how many came and went, and the sum is kept here,
 * where neither a restart nor another parallelism has to look at the keys.
 */
public final class RunLedger extends AbstractStreamOperator<RowData>
    implements OneInputStreamOperator<RowData, RowData> {

  private static final long serialVersionUID = 1L;

  private static final ListStateDescriptor<String> RUN =
      new ListStateDescriptor<>("run", Types.STRING);

  /** Kind, subject, name and total of what was counted. */
  private static final ListStateDescriptor<Tuple4<String, String, String, Long>> TOTALS =
      new ListStateDescriptor<>(
          "totals", Types.TUPLE(Types.STRING, Types.STRING, Types.STRING, Types.LONG));

  private final LedgerPlan plan;

  private transient ListState<String> runState;
  private transient ListState<Tuple4<String, String, String, Long>> totalState;
  private transient boolean announced;
  private transient long lastCheckpoint;

  /** Booked with a checkpoint. */
  private transient Map<Counted, Long> totals;

  /** Came since then. */
  private transient Map<Counted, Booking> bookings;

  /** By target; read by threads of metric reporters. */
  private transient Map<String, AtomicLong> tombstones;

  public RunLedger(LedgerPlan plan) {
    this.plan = plan;
  }

  @Override
  public void initializeState(StateInitializationContext context) throws Exception {
    super.initializeState(context);
    runState = context.getOperatorStateStore().getListState(RUN);
    totalState = context.getOperatorStateStore().getListState(TOTALS);
    totals = new LinkedHashMap<>();
    for (String run : runState.get()) {
      announced = run.equals(plan.runId());
    }
    for (Tuple4<String, String, String, Long> total : totalState.get()) {
      Counted counted = new Counted(Counted.Kind.valueOf(total.f0), total.f1, total.f2);
      boolean goesOn =
          counted.kind() == Counted.Kind.TOMBSTONES
              ? plan.targetStates().containsValue(counted.subject())
              : announced;
      if (goesOn) {
        totals.put(counted, total.f3);
      }
    }
  }

  @Override
  public void open() throws Exception {
    super.open();
    bookings = new LinkedHashMap<>();
    tombstones = new LinkedHashMap<>();
    plan.targetStates()
        .forEach(
            (target, state) -> {
              AtomicLong count = new AtomicLong(totals.getOrDefault(Counted.tombstones(state), 0L));
              tombstones.put(target, count);
              getMetricGroup()
                  .addGroup("flow", plan.firstFlowOf(target))
                  .gauge(FlowCounter.TOMBSTONES.metricName(), count::get);
              show(Counted.tombstones(target), count.get());
            });
    totals.forEach(
        (counted, total) -> {
          if (counted.kind() == Counted.Kind.COUNTER) {
            // The operators begin again at zero; what they had counted is known here.
            getRuntimeContext()
                .getLongCounter(RunSignals.liveCounter(counted.subject(), counted.name()))
                .add(total);
          }
          if (counted.kind() != Counted.Kind.TOMBSTONES) {
            show(counted, total);
          }
        });
  }

  @Override
  public void processElement(StreamRecord<RowData> element) {
    RowData tally = element.getValue();
    bookings
        .computeIfAbsent(TallyRows.counted(tally), counted -> new Booking())
        .add(TallyRows.amount(tally), TallyRows.example(tally));
  }

  /** Called when the barriers of all operators that count have come, behind their counts. */
  @Override
  public void prepareSnapshotPreBarrier(long checkpointId) throws Exception {
    super.prepareSnapshotPreBarrier(checkpointId);
    bookAll(checkpointId);
  }

  /** Called behind the last counts of a job whose sources end; the next checkpoint is its last. */
  @Override
  public void finish() throws Exception {
    super.finish();
    bookAll(lastCheckpoint + 1);
  }

  private void bookAll(long checkpointId) {
    lastCheckpoint = checkpointId;
    List<RunEvent> events = new ArrayList<>();
    if (!announced) {
      events.addAll(plan.announcements());
      announced = true;
    }
    bookings.forEach(this::book);
    events.addAll(new CheckpointEvents(plan, bookings, this::tombstonesOf).list());
    bookings.clear();
    long now = getProcessingTimeService().getCurrentProcessingTime();
    String job = getRuntimeContext().getJobInfo().getJobId().toString();
    for (RunEvent event : events) {
      output.collect(new StreamRecord<>(EventRows.of(event, now, job, checkpointId)));
    }
  }

  @Override
  public void snapshotState(StateSnapshotContext context) throws Exception {
    super.snapshotState(context);
    runState.update(List.of(plan.runId()));
    List<Tuple4<String, String, String, Long>> entries = new ArrayList<>();
    totals.forEach(
        (counted, total) ->
            entries.add(
                Tuple4.of(counted.kind().name(), counted.subject(), counted.name(), total)));
    totalState.update(entries);
  }

  private void book(Counted counted, Booking booking) {
    Counted kept = counted;
    if (counted.kind() == Counted.Kind.TOMBSTONES) {
      tombstones.get(counted.subject()).addAndGet(booking.amount());
      kept = Counted.tombstones(plan.targetStates().get(counted.subject()));
    }
    totals.merge(kept, booking.amount(), Long::sum);
    show(counted, booking.amount());
  }

  private long tombstonesOf(String target) {
    return tombstones.get(target).get();
  }

  private void show(Counted counted, long added) {
    getRuntimeContext().getLongCounter(accumulator(counted)).add(added);
  }

  private String accumulator(Counted counted) {
    return switch (counted.kind()) {
      case COUNTER -> RunSignals.counter(counted.subject(), counted.name());
      case TOMBSTONES -> RunSignals.counter(plan.firstFlowOf(counted.subject()), counted.name());
      case INVALID -> RunSignals.invalid(counted.subject(), counted.name());
      case PASSED -> RunSignals.passed(counted.subject(), counted.name());
      case FAILED -> RunSignals.failed(counted.subject(), counted.name());
    };
  }

  /** What a checkpoint adds to a total. */
  static final class Booking {

    private long amount;
    private String example;

    private void add(long more, String itsExample) {
      amount += more;
      if (example == null) {
        example = itsExample;
      }
    }

    long amount() {
      return amount;
    }

    /** May be null. */
    String example() {
      return example;
    }
  }
}
