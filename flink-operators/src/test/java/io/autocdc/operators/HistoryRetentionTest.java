// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators;

import static org.assertj.core.api.Assertions.assertThat;

import io.autocdc.dsl.ResolvedFlow;
import io.autocdc.dsl.ScdType;
import io.autocdc.golden.TestFlows;
import java.util.List;
import java.util.function.Supplier;
import org.apache.flink.contrib.streaming.state.EmbeddedRocksDBStateBackend;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Semantics.md, section 9, and report B53. */
class HistoryRetentionTest {

  private static final long HOUR = 3_600_000;
  private static final int KEYS = 20;

  /** Where state lives. */
  enum Backend {
    HEAP(HashMapStateBackend::new),
    ROCKSDB(Backend::rocksDb);

    final Supplier<StateBackend> create;

    Backend(Supplier<StateBackend> create) {
      this.create = create;
    }

    /** Its own timers would count as entries. */
    private static StateBackend rocksDb() {
      EmbeddedRocksDBStateBackend backend = new EmbeddedRocksDBStateBackend();
      backend.setPriorityQueueStateType(EmbeddedRocksDBStateBackend.PriorityQueueStateType.HEAP);
      return backend;
    }

    /**
     * Entries of keyed state.
     *
     * @param heads keys
     * @param withLog keys with events behind the newest
     * @param log events behind the newest ones
     */
    int entries(int heads, int withLog, int log) {
      return heads + (this == HEAP ? withLog : log);
    }
  }

  private static ResolvedFlow flow(ScdType type) {
    return TestFlows.flow(
        "id BIGINT, v STRING, note STRING, op STRING, seq BIGINT, sys BIGINT",
        flow -> {
          flow.keys("id")
              .sequenceBy("seq")
              .systemSequenceBy(type == ScdType.BITEMPORAL ? List.of("sys") : List.of())
              .applyAsDeletes("op = 'D'")
              .columns("id", "v", "note")
              .storedAsScdType(type);
          if (type.keepsHistory()) {
            flow.trackHistory(List.of("v"));
          }
        });
  }

  private static HarnessRun run(boolean eventTime, Backend backend) throws Exception {
    return run(ScdType.TYPE_2, HOUR, eventTime, backend);
  }

  private static HarnessRun run(ScdType type, long history, boolean eventTime, Backend backend)
      throws Exception {
    return new HarnessRun(
        new TargetShape(List.of(flow(type))),
        backend.create,
        new Retention(0, eventTime),
        new Retention(history, eventTime),
        2);
  }

  private static String upsert(int id, String value, int seq) {
    return "{\"id\":%d,\"v\":\"%s\",\"op\":\"U\",\"seq\":%d,\"sys\":%d}"
        .formatted(id, value, seq, seq);
  }

  private static String delete(int id, int seq) {
    return "{\"id\":%d,\"op\":\"D\",\"seq\":%d,\"sys\":%d}".formatted(id, seq, seq);
  }

  private static String row(int id, String value, int start, String end) {
    return "{\"id\":%d,\"v\":\"%s\",\"note\":null,\"__START_AT\":%d,\"__END_AT\":%s}"
        .formatted(id, value, start, end);
  }

  /** Five versions of two events each. */
  private static void sendHistories(HarnessRun run) throws Exception {
    for (int seq = 0; seq < 10; seq++) {
      for (int id = 0; id < KEYS; id++) {
        run.send(upsert(id, "v" + seq / 2, seq));
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void finalHistoryLeavesTheStateAndTheTableKeepsItsRows(Backend backend) throws Exception {
    try (HarnessRun run = run(false, backend)) {
      sendHistories(run);
      List<String> rows = run.table().rows();
      assertThat(rows).hasSize(5 * KEYS);
      assertThat(run.stateEntries()).isEqualTo(backend.entries(KEYS, KEYS, 9 * KEYS));
      assertThat(run.timers()).as("one timer a key").isEqualTo(KEYS);
      run.restart(3);
      run.setProcessingTime(2 * HOUR);
      assertThat(run.stateEntries()).as("one event of left context").isEqualTo(KEYS);
      assertThat(run.timers()).isZero();
      assertThat(run.table().rows()).isEqualTo(rows);
    }
  }

  @ParameterizedTest
  @EnumSource
  void anOpenRowOfASilentKeyStaysOpenUntilItsKeySpeaksAgain(Backend backend) throws Exception {
    try (HarnessRun run = run(false, backend)) {
      run.send(upsert(1, "a", 10));
      run.send(upsert(1, "a", 20));
      run.setProcessingTime(100 * HOUR);
      assertThat(run.stateEntries()).isEqualTo(1);
      run.restart(1);
      run.send(upsert(1, "a", 30));
      run.send(upsert(1, "b", 40));
      run.send(upsert(1, "between", 35));
      assertThat(run.table().rows())
          .containsExactly(
              row(1, "a", 10, "35"), row(1, "between", 35, "40"), row(1, "b", 40, "null"));
      run.setProcessingTime(200 * HOUR);
      assertThat(run.stateEntries()).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aClosedKeyKeepsItsDeleteSoThatNothingComesBackBehindIt(Backend backend) throws Exception {
    try (HarnessRun run = run(false, backend)) {
      run.send(upsert(1, "a", 10));
      run.send(delete(1, 20));
      run.setProcessingTime(100 * HOUR);
      assertThat(run.stateEntries()).isEqualTo(1);
      run.send(upsert(1, "late", 15));
      run.send(delete(1, 20));
      run.send(upsert(1, "new", 30));
      assertThat(run.tooLate())
          .containsExactly("{\"id\":1,\"v\":\"late\",\"note\":null,\"seq\":15}");
      assertThat(run.table().rows())
          .containsExactly(row(1, "a", 10, "20"), row(1, "new", 30, "null"));
    }
  }

  @Test
  void timesDecideWhatIsTooLateAndNotWhetherATimerHasFired() throws Exception {
    try (HarnessRun run = run(true, Backend.HEAP)) {
      run.watermark(10 * HOUR);
      run.sendAt(10 * HOUR, upsert(1, "a", 10));
      run.sendAt(10 * HOUR, upsert(1, "b", 20));
      run.watermark(11 * HOUR);
      run.sendAt(11 * HOUR, upsert(1, "in time", 15));
      run.watermark(11 * HOUR + 1);
      assertThat(run.timers()).as("the timer has not fired yet").isEqualTo(1);
      run.sendAt(11 * HOUR, upsert(1, "too late", 16));
      run.sendAt(10 * HOUR, upsert(1, "b", 20));
      run.sendAt(10 * HOUR, delete(2, 5));
      run.sendAt(10 * HOUR + 1, upsert(2, "in time", 6));
      assertThat(run.tooLate())
          .containsExactly(
              "{\"id\":1,\"v\":\"too late\",\"note\":null,\"seq\":16}", "{\"id\":2,\"seq\":5}");
      assertThat(run.table().rows())
          .containsExactly(
              row(1, "a", 10, "15"),
              row(1, "in time", 15, "20"),
              row(1, "b", 20, "null"),
              row(2, "in time", 6, "null"));
    }
  }

  @Test
  void eventTimeStandsWhereItStoodAfterARestart() throws Exception {
    try (HarnessRun run = run(true, Backend.HEAP)) {
      run.watermark(10 * HOUR);
      run.sendAt(10 * HOUR, upsert(1, "a", 10));
      run.watermark(20 * HOUR);
      run.restart(3);
      run.sendAt(20 * HOUR, upsert(1, "late", 5));
      assertThat(run.tooLate()).hasSize(1);
    }
  }

  @Test
  void theEndOfAStreamIsNoTime() throws Exception {
    try (HarnessRun run = run(true, Backend.HEAP)) {
      run.watermark(10 * HOUR);
      run.sendAt(10 * HOUR, upsert(1, "a", 10));
      run.sendAt(10 * HOUR, upsert(1, "b", 20));
      run.watermark(Long.MAX_VALUE);
      run.restart(2);
      run.watermark(10 * HOUR + 1);
      run.sendAt(10 * HOUR, upsert(1, "in time", 15));
      assertThat(run.tooLate()).isEmpty();
      run.watermark(20 * HOUR);
      assertThat(run.stateEntries()).isEqualTo(1);
    }
  }

  @Test
  void anEventBeforeTheFirstWatermarkThatHasNoTimeAgesFromThere() throws Exception {
    try (HarnessRun run = run(true, Backend.HEAP)) {
      run.send(upsert(1, "a", 10));
      run.send(upsert(1, "b", 20));
      run.watermark(10 * HOUR);
      run.watermark(11 * HOUR);
      run.sendAt(11 * HOUR, upsert(1, "in time", 15));
      run.watermark(11 * HOUR + 1);
      run.sendAt(11 * HOUR, upsert(1, "late", 16));
      assertThat(run.tooLate()).hasSize(1);
      run.watermark(15 * HOUR);
      assertThat(run.stateEntries()).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @EnumSource
  void afterALongDowntimeWhatIsDueIsDroppedAndTheRestWaits(Backend backend) throws Exception {
    try (HarnessRun run = run(false, backend)) {
      sendHistories(run);
      run.restartAt(50 * HOUR, 3);
      run.send(upsert(1, "late", 3));
      assertThat(run.tooLate()).as("before any timer has fired").hasSize(1);
      run.send(upsert(1, "new", 100));
      run.setProcessingTime(50 * HOUR + 1);
      assertThat(run.stateEntries())
          .as("one event a key, and of key 1 the open one, the newest final one, its run's start")
          .isEqualTo(backend.entries(KEYS, 1, 2));
      assertThat(run.timers()).isEqualTo(1);
      run.setProcessingTime(52 * HOUR);
      assertThat(run.stateEntries()).isEqualTo(KEYS);
      assertThat(run.timers()).isZero();
    }
  }

  @Test
  void aBusyKeyHasOneTimerAndKeepsOnlyWhatIsOpen() throws Exception {
    try (HarnessRun run = run(false, Backend.ROCKSDB)) {
      for (int i = 0; i < 1000; i++) {
        run.setProcessingTime(i * HOUR / 100);
        run.send(upsert(1, "v" + i, i));
        assertThat(run.timers()).isLessThanOrEqualTo(1);
        assertThat(run.stateEntries()).isLessThanOrEqualTo(116);
      }
      assertThat(run.table().rows()).hasSize(1000);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aRetentionThatIsDeclaredLaterCountsFromThatRestart(Backend backend) throws Exception {
    try (HarnessRun run = run(ScdType.TYPE_2, 0, false, backend)) {
      sendHistories(run);
      assertThat(run.timers()).isZero();
      run.setProcessingTime(10 * HOUR);
      run.changeHistoryRetention(new Retention(HOUR, false));
      run.restart(3);
      run.send(upsert(1, "in time", 3));
      assertThat(run.tooLate()).isEmpty();
      assertThat(run.timers()).as("silent keys too").isEqualTo(KEYS);
      run.setProcessingTime(12 * HOUR);
      assertThat(run.stateEntries()).isEqualTo(KEYS);
      run.send(upsert(1, "late", 3));
      assertThat(run.tooLate()).hasSize(1);
    }
  }

  @Test
  void whatWasDroppedStaysFinalWhenTheRetentionIsRemoved() throws Exception {
    try (HarnessRun run = run(false, Backend.HEAP)) {
      sendHistories(run);
      run.setProcessingTime(2 * HOUR);
      run.changeHistoryRetention(new Retention(0, false));
      run.restart(1);
      List<String> rows = run.table().rows();
      run.send(upsert(1, "late", 3));
      assertThat(run.tooLate())
          .containsExactly("{\"id\":1,\"v\":\"late\",\"note\":null,\"seq\":3}");
      assertThat(run.table().rows()).isEqualTo(rows);
    }
  }

  @Test
  void theClockIsKnownWhereARetentionIsDeclaredAgainBeforeAWatermarkComes() throws Exception {
    try (HarnessRun run = run(ScdType.TYPE_2, 0, true, Backend.HEAP)) {
      run.sendAt(HOUR, upsert(1, "a", 3));
      run.watermark(7 * HOUR);
      run.restart(1);
      run.changeHistoryRetention(new Retention(HOUR, true));
      run.restart(4);
      run.sendAt(5 * HOUR, upsert(1, "late", 2));
      run.sendAt(5 * HOUR, upsert(4, "late, and the first of its key", 1));
      run.sendAt(6 * HOUR + 1, upsert(1, "in time", 4));
      assertThat(run.tooLate()).hasSize(2);
    }
  }

  @ParameterizedTest
  @EnumSource
  void beliefsThatAreFinalLeaveTheState(Backend backend) throws Exception {
    try (HarnessRun run = run(ScdType.BITEMPORAL, HOUR, false, backend)) {
      sendHistories(run);
      int before = run.stateEntries();
      List<String> rows = run.table().rows();
      run.restart(3);
      run.setProcessingTime(2 * HOUR);
      // Head, knowledge, newest system time, since when the row is believed, base; log before.
      assertThat(before).isEqualTo(backend.entries(2 * KEYS, 3 * KEYS, (9 + 10 + 5) * KEYS));
      assertThat(run.stateEntries()).isEqualTo(backend.entries(3 * KEYS, 2 * KEYS, 3 * KEYS));
      assertThat(run.timers()).isZero();
      run.send(upsert(1, "late", 3));
      assertThat(run.tooLate())
          .containsExactly("{\"id\":1,\"v\":\"late\",\"note\":null,\"seq\":3,\"sys\":3}");
      assertThat(run.table().rows()).isEqualTo(rows);
      run.send(delete(1, 20));
      assertThat(run.table().rows()).hasSize(rows.size() + 1);
    }
  }

  @Test
  void tombstonesOfOneKeyShareTimers() throws Exception {
    try (HarnessRun run =
        new HarnessRun(
            flow(ScdType.TYPE_1), HashMapStateBackend::new, new Retention(HOUR, false), 1)) {
      for (int i = 0; i < 1000; i++) {
        run.setProcessingTime(i * HOUR / 1000);
        run.send(delete(1, i));
      }
      assertThat(run.timers()).isLessThanOrEqualTo(9);
      run.setProcessingTime(3 * HOUR);
      assertThat(run.timers()).isZero();
      assertThat(run.stateEntries()).isZero();
    }
  }
}
