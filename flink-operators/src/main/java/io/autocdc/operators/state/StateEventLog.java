// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators.state;

import io.autocdc.merge.Event;
import io.autocdc.merge.EventLog;
import io.autocdc.merge.Sequence;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.table.data.RowData;
import org.apache.flink.util.FlinkRuntimeException;

/**
 * The log of the current key over Flink state. Where the backend sorts its keys (newest first, see
 * {@link SequenceSerializer}), a search reads just as far back as it must; elsewhere it reads all
 * and sorts. Values are deserialized only where they are asked for.
 */
public final class StateEventLog implements EventLog<RowData> {

  private final MapState<Sequence, StoredEvent> state;

  private final StoredRows rows;
  private final boolean sorted;

  /** What has been read for the current event: the newest entries, newest first. */
  private final List<Slot> seen = new ArrayList<>();

  /** The entries behind those; null if nothing has been read for the current event. */
  private Iterator<Map.Entry<Sequence, StoredEvent>> unseen;

  /**
   * @param rows how rows are kept
   * @param sorted true if the backend iterates in the byte order of the map keys
   */
  public StateEventLog(MapState<Sequence, StoredEvent> state, StoredRows rows, boolean sorted) {
    this.state = state;
    this.rows = rows;
    this.sorted = sorted;
  }

  /** To be called before every event: another key may be current. */
  public void reset() {
    seen.clear();
    unseen = null;
  }

  @Override
  public Event<RowData> get(Sequence sequence) {
    try {
      StoredEvent stored = state.get(sequence);
      return stored == null && !state.contains(sequence) ? null : rows.event(sequence, stored);
    } catch (Exception e) {
      throw failed(e);
    }
  }

  @Override
  public Event<RowData> lower(Sequence sequence) {
    int index = firstBelow(sequence);
    return index == seen.size() ? null : seen.get(index).event();
  }

  @Override
  public Event<RowData> higher(Sequence sequence) {
    int index = firstBelow(sequence) - 1;
    if (index >= 0 && seen.get(index).sequence.equals(sequence)) {
      index--;
    }
    return index < 0 ? null : seen.get(index).event();
  }

  @Override
  public void put(Event<RowData> event) {
    try {
      state.put(event.sequence(), rows.store(event));
    } catch (Exception e) {
      throw failed(e);
    }
    if (unseen != null) {
      int below = firstBelow(event.sequence());
      Slot slot = new Slot(event);
      if (below > 0 && seen.get(below - 1).sequence.equals(event.sequence())) {
        seen.set(below - 1, slot);
      } else {
        seen.add(below, slot);
      }
    }
  }

  @Override
  public int removeBelow(Sequence sequence) {
    if (unseen == null) {
      open();
    }
    int below = firstBelow(sequence);
    unseen.forEachRemaining(entry -> seen.add(new Slot(entry)));
    List<Slot> removed = seen.subList(below, seen.size());
    try {
      for (Slot slot : removed) {
        state.remove(slot.sequence);
      }
    } catch (Exception e) {
      throw failed(e);
    }
    int count = removed.size();
    removed.clear();
    return count;
  }

  /** Removes every event of the current key. */
  public void clear() {
    state.clear();
    reset();
  }

  /**
   * Position of the first entry of {@link #seen} that is older than a sequence, reading on until
   * there is one; the size of the list if there is none at all.
   */
  private int firstBelow(Sequence sequence) {
    if (unseen == null) {
      open();
    }
    while (seen.isEmpty() || seen.get(seen.size() - 1).sequence.compareTo(sequence) >= 0) {
      if (!unseen.hasNext()) {
        return seen.size();
      }
      seen.add(new Slot(unseen.next()));
    }
    int low = 0;
    int high = seen.size() - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (seen.get(middle).sequence.compareTo(sequence) >= 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private void open() {
    try {
      unseen = state.iterator();
    } catch (Exception e) {
      throw failed(e);
    }
    if (!sorted) {
      unseen.forEachRemaining(entry -> seen.add(new Slot(entry)));
      seen.sort(Comparator.comparing((Slot slot) -> slot.sequence).reversed());
    }
  }

  private static FlinkRuntimeException failed(Exception e) {
    return new FlinkRuntimeException("The log of a key could not be read or written.", e);
  }

  /** An entry whose value has perhaps not been deserialized yet. */
  private final class Slot {
    final Sequence sequence;
    private Map.Entry<Sequence, StoredEvent> entry;
    private Event<RowData> event;

    Slot(Map.Entry<Sequence, StoredEvent> entry) {
      this.sequence = entry.getKey();
      this.entry = entry;
    }

    Slot(Event<RowData> event) {
      this.sequence = event.sequence();
      this.event = event;
    }

    Event<RowData> event() {
      if (event == null) {
        event = rows.event(sequence, entry.getValue());
        entry = null;
      }
      return event;
    }
  }
}
