// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators.state;

import io.autocdc.merge.KnowledgeLog;
import io.autocdc.merge.KnownEvent;
import io.autocdc.merge.Sequence;
import io.autocdc.merge.SequenceLayout;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.table.data.RowData;
import org.apache.flink.util.FlinkRuntimeException;

/**
 * The knowledge about the current key over Flink state: events by the system time followed by the
 * business time.
 */
public final class StateKnowledgeLog implements KnowledgeLog<RowData> {

  private final MapState<Sequence, StoredEvent> state;
  private final StoredRows rows;
  private final SequenceLayout system;

  /**
   * @param rows how rows are kept
   * @param system layout of system times
   */
  public StateKnowledgeLog(
      MapState<Sequence, StoredEvent> state, StoredRows rows, SequenceLayout system) {
    this.state = state;
    this.rows = rows;
    this.system = system;
  }

  @Override
  public KnownEvent<RowData> get(Sequence systemTime, Sequence business) {
    Sequence times = systemTime.followedBy(business);
    try {
      StoredEvent stored = state.get(times);
      return stored == null && !state.contains(times)
          ? null
          : new KnownEvent<>(systemTime, rows.event(business, stored));
    } catch (Exception e) {
      throw failed(e);
    }
  }

  @Override
  public List<KnownEvent<RowData>> all() {
    List<Map.Entry<Sequence, StoredEvent>> entries = new ArrayList<>();
    try {
      state.entries().forEach(entries::add);
    } catch (Exception e) {
      throw failed(e);
    }
    entries.sort(Map.Entry.comparingByKey(Comparator.naturalOrder()));
    List<KnownEvent<RowData>> events = new ArrayList<>(entries.size());
    for (Map.Entry<Sequence, StoredEvent> entry : entries) {
      Sequence times = entry.getKey();
      int split = system.lengthIn(times);
      events.add(
          new KnownEvent<>(
              times.part(0, split),
              rows.event(times.part(split, times.bytes().length), entry.getValue())));
    }
    return events;
  }

  @Override
  public void put(KnownEvent<RowData> event) {
    Sequence times = event.system().followedBy(event.event().sequence());
    try {
      state.put(times, rows.store(event.event()));
    } catch (Exception e) {
      throw failed(e);
    }
  }

  @Override
  public void remove(KnownEvent<RowData> event) {
    try {
      state.remove(event.system().followedBy(event.event().sequence()));
    } catch (Exception e) {
      throw failed(e);
    }
  }

  /** Forgets all that is known of the current key. */
  public void clear() {
    state.clear();
  }

  private static FlinkRuntimeException failed(Exception e) {
    return new FlinkRuntimeException("The knowledge about a key could not be read or written.", e);
  }
}
