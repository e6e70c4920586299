// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators;

import java.io.Serializable;
import java.time.Duration;
import org.apache.flink.streaming.api.TimerService;

/**
 * For how long tombstones or history are kept, and by which clock: event time if the source has
 * watermarks, else processing time (semantics.md, section 9). Timers stand on coarse buckets, so
 * that a key has few of them however often it changes; what is due is decided by its own time.
 *
 * @param millis how long, in ms; 0 means for ever
 * @param eventTime which clock
 */
record Retention(long millis, boolean eventTime) implements Serializable {

  private static final int BUCKETS = 8;

  static Retention of(Duration duration, boolean eventTime) {
    return new Retention(duration.toMillis(), eventTime);
  }

  boolean isForEver() {
    return millis == 0;
  }

  /** The time of the clock, in ms; {@link Long#MIN_VALUE} before the first watermark. */
  long now(TimerService timers) {
    return eventTime ? timers.currentWatermark() : timers.currentProcessingTime();
  }

  /** True at the end of a stream with watermarks, which is no time. */
  boolean isAtEnd(TimerService timers) {
    return eventTime && timers.currentWatermark() == Long.MAX_VALUE;
  }

  /** True if something of that time may be forgotten. */
  boolean isOver(long since, TimerService timers) {
    long now = now(timers);
    return !isForEver() && since != Long.MIN_VALUE && now != Long.MIN_VALUE && now >= due(since);
  }

  /** Makes sure that the current key is looked at when something of that time is due. */
  void remind(long since, TimerService timers) {
    if (isForEver()) {
      return;
    }
    long time = since == Long.MIN_VALUE ? Long.MIN_VALUE + 1 : bucketEnd(due(since));
    if (eventTime) {
      timers.registerEventTimeTimer(time);
    } else {
      timers.registerProcessingTimeTimer(time);
    }
  }

  private long due(long since) {
    return since > Long.MAX_VALUE - millis ? Long.MAX_VALUE : since + millis;
  }

  private long bucketEnd(long time) {
    long bucket = Math.max(1, millis / BUCKETS);
    long end = Math.floorDiv(time, bucket) * bucket;
    return end == time ? time : end > Long.MAX_VALUE - bucket ? Long.MAX_VALUE : end + bucket;
  }
}
