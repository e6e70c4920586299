// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators;

import io.autocdc.merge.BeliefBase;
import io.autocdc.merge.BeliefState;
import io.autocdc.merge.KnowledgeLog;
import io.autocdc.merge.Sequence;
import io.autocdc.merge.SequenceLayout;
import io.autocdc.merge.Timeline;
import io.autocdc.operators.state.BeliefBaseSerializer;
import io.autocdc.operators.state.SequenceSerializer;
import io.autocdc.operators.state.StateKnowledgeLog;
import io.autocdc.operators.state.StoredRows;
import java.util.Iterator;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.table.data.RowData;
import org.apache.flink.util.FlinkRuntimeException;

/** What is known and believed of the current key of a bitemporal target. */
final class StateBeliefs implements BeliefState<RowData> {

  /** Every event of each key, by system and business time. */
  static final String KNOWLEDGE_STATE = "knowledge";

  /** Greatest system time of each key. */
  static final String NEWEST_SYSTEM_STATE = "newest-system";

  /** System start of each row that is believed now, by its business start. */
  static final String BELIEVED_SINCE_STATE = "believed-since";

  /** What has been dropped of each key; none unless something was. */
  static final String BASE_STATE = "belief-base";

  private final StateTimeline believed;
  private final StateKnowledgeLog knowledge;
  private final ValueState<Sequence> newestSystem;
  private final MapState<Sequence, Sequence> believedSince;
  private final ValueState<BeliefBase> base;

  StateBeliefs(StateTimeline believed, TargetShape target, RuntimeContext context) {
    this.believed = believed;
    SequenceLayout business = target.sequences().layout();
    SequenceLayout system = target.systemSequences().layout();
    knowledge =
        new StateKnowledgeLog(
            context.getMapState(
                new MapStateDescriptor<>(
                    KNOWLEDGE_STATE,
                    new SequenceSerializer(system.followedBy(business)),
                    target.eventSerializer())),
            new StoredRows(target.layout()),
            system);
    newestSystem =
        context.getState(
            new ValueStateDescriptor<>(NEWEST_SYSTEM_STATE, new SequenceSerializer(system)));
    believedSince =
        context.getMapState(
            new MapStateDescriptor<>(
                BELIEVED_SINCE_STATE,
                new SequenceSerializer(business),
                new SequenceSerializer(system)));
    base = context.getState(new ValueStateDescriptor<>(BASE_STATE, new BeliefBaseSerializer()));
  }

  @Override
  public KnowledgeLog<RowData> knowledge() {
    return knowledge;
  }

  @Override
  public Sequence newestSystem() {
    return access(newestSystem::value);
  }

  @Override
  public void setNewestSystem(Sequence system) {
    change(() -> newestSystem.update(system));
  }

  @Override
  public Timeline<RowData> believed() {
    return believed;
  }

  @Override
  public Sequence believedSince(Sequence start) {
    return access(() -> believedSince.get(start));
  }

  @Override
  public void setBelievedSince(Sequence start, Sequence system) {
    change(() -> believedSince.put(start, system));
  }

  @Override
  public void forgetBelievedSince(Sequence start) {
    change(() -> believedSince.remove(start));
  }

  @Override
  public void forgetBelievedBefore(Sequence start) {
    change(
        () -> {
          for (Iterator<Sequence> starts = believedSince.keys().iterator(); starts.hasNext(); ) {
            if (starts.next().compareTo(start) < 0) {
              starts.remove();
            }
          }
        });
  }

  @Override
  public BeliefBase base() {
    return access(base::value);
  }

  @Override
  public void setBase(BeliefBase dropped) {
    change(() -> base.update(dropped));
  }

  /** The head stays until it is overwritten: a key with knowledge always has one. */
  @Override
  public void clearBeliefs() {
    believed.clearLog();
    believedSince.clear();
  }

  /** Forgets the key but its head. */
  void clear() {
    clearBeliefs();
    knowledge.clear();
    newestSystem.clear();
    base.clear();
  }

  private interface Access<T> {
    T run() throws Exception;
  }

  private interface Change {
    void run() throws Exception;
  }

  private static <T> T access(Access<T> access) {
    try {
      return access.run();
    } catch (Exception e) {
      throw new FlinkRuntimeException("The beliefs of a key could not be read or written.", e);
    }
  }

  private static void change(Change change) {
    access(
        () -> {
          change.run();
          return null;
        });
  }
}
