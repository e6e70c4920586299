// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators;

import io.autocdc.dsl.AutoCdcFlow;
import io.autocdc.dsl.ResolvedFlow;
import io.autocdc.dsl.ScdType;
import io.autocdc.operators.FlowInput.Snapshots;
import io.autocdc.operators.ledger.Tallying;
import io.autocdc.operators.ledger.TallyingOperator;
import io.autocdc.operators.state.ValueTypeInfo;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.LogicalType;

/**
 * The operators that keep one target: a projection for each of its flows, one merge that they
 * share, and one place where invalid rows go. Uids are made from the names of flows and target
 * alone, so that state is found again whatever else changes in the pipeline.
 */
public final class TargetTopology {

  /**
   * What the operators give.
   *
   * @param changelog exact changes of the target's rows
   * @param quarantine rows of {@link QuarantineRows#SCHEMA}
   * @param tallies what was counted, for a {@link io.autocdc.operators.ledger.RunLedger}
   */
  public record Result(
      DataStream<RowData> changelog, DataStream<RowData> quarantine, DataStream<RowData> tallies) {}

  private TargetTopology() {}

  /**
   * Adds the operators of a target to the job.
   *
   * @param inputs the flows of the target; they agree on keys, sequence, SCD type, tracked columns
   *     and output columns
   * @param uid prefix for the uid of the merge
   */
  public static Result keep(List<FlowInput> inputs, String uid) {
    TargetShape shape = new TargetShape(inputs.stream().map(FlowInput::flow).toList());
    String target = shape.shared().flow().target().toString();
    ChangeEventTypeInfo changeType = shape.changeType();

    DataStream<ChangeEvent> changes = null;
    DataStream<byte[]> truncates = null;
    List<DataStream<RowData>> invalid = new ArrayList<>();
    DataStream<RowData> tallies = null;
    for (int i = 0; i < inputs.size(); i++) {
      FlowInput input = inputs.get(i);
      String flow = input.flow().flow().name();
      SingleOutputStreamOperator<ChangeEvent> projected =
          input
              .rows()
              .transform(
                  flow + ": project changes",
                  changeType,
                  new TallyingOperator<>(new ChangeProjector(shape, i, input.snapshots() != null)))
              .uid("flow-" + flow + "-project");
      changes = union(changes, changes(projected, input.snapshots(), shape, i));
      if (canTruncate(input.flow())) {
        truncates = union(truncates, projected.getSideOutput(ChangeProjector.TRUNCATES));
      }
      invalid.add(union(input.invalid(), projected.getSideOutput(ChangeProjector.INVALID)));
      tallies = union(tallies, projected.getSideOutput(Tallying.TALLIES));
    }

    KeyedStream<ChangeEvent, RowData> keyed =
        changes.keyBy(ChangeEvent::key, InternalTypeInfo.of(shape.keyType()));
    SingleOutputStreamOperator<RowData> changelog =
        merge(keyed, truncates, shape, inputs).name(target + ": merge").uid(uid + "-merge");
    DataStream<RowData> quarantine = null;
    for (int i = 0; i < inputs.size(); i++) {
      // Also where history has no retention: what an earlier one has dropped stays final.
      DataStream<RowData> rows =
          shape.scdType().keepsHistory()
              ? union(invalid.get(i), changelog.getSideOutput(TooLateRows.tag(i)))
              : invalid.get(i);
      AutoCdcFlow flow = inputs.get(i).flow().flow();
      SingleOutputStreamOperator<RowData> handled =
          InvalidRowFunction.apply(rows, flow.name(), flow.onInvalidRow());
      quarantine = union(quarantine, handled);
      tallies = union(tallies, handled.getSideOutput(Tallying.TALLIES));
    }
    return new Result(
        changelog, quarantine, union(tallies, changelog.getSideOutput(Tallying.TALLIES)));
  }

  /**
   * True if events of a target say which columns they author, now or in an earlier run.
   *
   * @param flows the flows of the target, with all of its columns
   */
  public static boolean makesPartialUpdates(List<ResolvedFlow> flows) {
    return new TargetShape(flows).isPartial();
  }

  /**
   * True if events of a target mostly author all columns, so that little of the past is kept.
   *
   * @param flows the flows of the target, with all of its columns
   */
  public static boolean keepsLittle(List<ResolvedFlow> flows) {
    return new TargetShape(flows).isMostlyComplete();
  }

  /** True if a row of the flow may empty the target. */
  public static boolean canTruncate(ResolvedFlow flow) {
    return flow.flow().applyAsTruncates() != null
        || flow.readsFeed() && flow.flow().scdType() == ScdType.TYPE_1;
  }

  /** What a flow has projected, and the differences of it where that is snapshots. */
  private static DataStream<ChangeEvent> changes(
      DataStream<ChangeEvent> projected, Snapshots snapshots, TargetShape shape, int flow) {
    if (snapshots == null) {
      return projected;
    }
    String name = snapshots.flow().name();
    LogicalType version = shape.shared().sequenceType();
    SingleOutputStreamOperator<ChangeEvent> counted =
        projected
            .transform(name + ": count rows", projected.getType(), new SnapshotRowCounter(version))
            .uid(snapshots.uid() + "-count");
    DataStream<SnapshotVerdict> verdicts =
        snapshots
            .ends()
            .union(counted.getSideOutput(SnapshotRowCounter.counts(version)))
            .transform(
                name + ": check versions",
                new ValueTypeInfo<>(SnapshotVerdict.class, new SnapshotVerdict.Serializer()),
                new SnapshotGate(snapshots.flow(), snapshots.source(), version))
            .setParallelism(1)
            .setMaxParallelism(1)
            .uid(snapshots.uid() + "-versions");
    return counted
        .keyBy(ChangeEvent::key, InternalTypeInfo.of(shape.keyType()))
        .connect(verdicts.broadcast(SnapshotDiffFunction.VERDICTS))
        .process(new SnapshotDiffFunction(shape, flow, snapshots.source()), projected.getType())
        .name(name + ": compare snapshots")
        .uid(snapshots.uid() + "-compare");
  }

  private static SingleOutputStreamOperator<RowData> merge(
      KeyedStream<ChangeEvent, RowData> keyed,
      DataStream<byte[]> truncates,
      TargetShape shape,
      List<FlowInput> inputs) {
    Retention tombstones = retention(inputs, ResolvedFlow::tombstoneRetention);
    TypeInformation<RowData> rowType =
        InternalTypeInfo.of(shape.shared().targetSchema().toRowType());
    if (truncates != null) {
      return keyed
          .connect(truncates.broadcast())
          .transform(
              "merge",
              rowType,
              new TruncatingMergeOperator(
                  new TruncatingMergeFunction(TruncatableMerger.of(shape, tombstones))));
    }
    Retention history = retention(inputs, ResolvedFlow::historyRetention);
    return keyed.transform(
        "merge",
        rowType,
        new MergeOperator(new MergeFunction(KeyMerger.of(shape, tombstones, history))));
  }

  /** The longest retention of the flows; event time only if all of them have it. */
  private static Retention retention(
      List<FlowInput> inputs, Function<ResolvedFlow, Duration> ofFlow) {
    return Retention.of(
        longestRetention(inputs.stream().map(FlowInput::flow).toList(), ofFlow),
        inputs.stream().allMatch(FlowInput::eventTime));
  }

  /**
   * The retention of a target: the longest of its flows.
   *
   * @param ofFlow the retention of a flow; zero means for ever
   */
  public static Duration longestRetention(
      List<ResolvedFlow> flows, Function<ResolvedFlow, Duration> ofFlow) {
    Duration longest = Duration.ZERO;
    for (ResolvedFlow flow : flows) {
      Duration retention = ofFlow.apply(flow);
      if (retention.isZero()) {
        return Duration.ZERO;
      }
      longest = retention.compareTo(longest) > 0 ? retention : longest;
    }
    return longest;
  }

  private static <T> DataStream<T> union(DataStream<T> all, DataStream<T> more) {
    return all == null ? more : all.union(more);
  }
}
