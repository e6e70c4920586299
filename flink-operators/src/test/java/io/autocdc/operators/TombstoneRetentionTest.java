// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators;

import static org.assertj.core.api.Assertions.assertThat;

import io.autocdc.dsl.ResolvedFlow;
import io.autocdc.dsl.ScdType;
import io.autocdc.golden.TestFlows;
import io.autocdc.operators.ledger.Counted;
import io.autocdc.spi.FlowCounter;
import java.util.function.Supplier;
import org.apache.flink.contrib.streaming.state.EmbeddedRocksDBStateBackend;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.junit.jupiter.api.Test;

/** Semantics.md, section 9, and report B09. */
class TombstoneRetentionTest {

  private static final long HOUR = 3_600_000;

  private static ResolvedFlow flow(ScdType type) {
    return TestFlows.flow(
        "id BIGINT, v STRING, op STRING, seq BIGINT",
        flow ->
            flow.keys("id")
                .sequenceBy("seq")
                .applyAsDeletes("op = 'D'")
                .exceptColumns("op", "seq")
                .storedAsScdType(type));
  }

  private static HarnessRun run(ScdType type, boolean eventTime) throws Exception {
    return run(type, eventTime, HashMapStateBackend::new);
  }

  private static HarnessRun run(ScdType type, boolean eventTime, Supplier<StateBackend> backend)
      throws Exception {
    return new HarnessRun(flow(type), backend, new Retention(HOUR, eventTime), 1);
  }

  private static String upsert(int id, String value, int seq) {
    return "{\"id\":%d,\"v\":\"%s\",\"op\":\"U\",\"seq\":%d}".formatted(id, value, seq);
  }

  private static String delete(int id, int seq) {
    return "{\"id\":%d,\"op\":\"D\",\"seq\":%d}".formatted(id, seq);
  }

  @Test
  void beforeTheLimitAnOlderEventStaysBehindTheTombstone() throws Exception {
    try (HarnessRun run = run(ScdType.TYPE_1, false)) {
      run.send(delete(1, 100));
      run.setProcessingTime(HOUR - 1);
      run.send(upsert(1, "old", 50));
      assertThat(run.table().rows()).isEmpty();
    }
  }

  @Test
  void afterTheLimitTheStateIsGoneAndAnOlderEventComesBack() throws Exception {
    try (HarnessRun run = run(ScdType.TYPE_1, false, EmbeddedRocksDBStateBackend::new)) {
      run.send(delete(1, 100));
      run.send(upsert(2, "stays", 1));
      run.setProcessingTime(2 * HOUR);
      run.send(upsert(1, "old", 50));
      assertThat(run.table().rows())
          .containsExactly("{\"id\":1,\"v\":\"old\"}", "{\"id\":2,\"v\":\"stays\"}");
    }
  }

  @Test
  void tombstonesAreCountedWhileTheyAreThereWhateverTheRestarts() throws Exception {
    Counted tombstones = Counted.tombstones("paimon.silver.target");
    try (HarnessRun run = run(ScdType.TYPE_1, false)) {
      for (int id = 0; id < 10; id++) {
        run.send(delete(id, 100));
      }
      run.restart(3);
      assertThat(run.tallied(tombstones)).isEqualTo(10);
      run.send(upsert(1, "again", 101));
      run.send(delete(2, 102));
      run.restart(2);
      assertThat(run.tallied(tombstones)).isEqualTo(9).isEqualTo(run.tombstonesInState());
      run.setProcessingTime(2 * HOUR);
      assertThat(run.tallied(tombstones)).isZero();
      assertThat(run.tallied(Counted.counter("target", FlowCounter.TOMBSTONES_EXPIRED)))
          .isEqualTo(9);
    }
  }

  @Test
  void theStateShrinks() throws Exception {
    try (HarnessRun run = run(ScdType.TYPE_1, false)) {
      for (int id = 0; id < 100; id++) {
        run.send(delete(id, 100));
      }
      assertThat(run.stateEntries()).isEqualTo(100);
      run.setProcessingTime(2 * HOUR);
      assertThat(run.stateEntries()).isZero();
    }
  }

  @Test
  void aRenewedTombstoneIsKept() throws Exception {
    try (HarnessRun run = run(ScdType.TYPE_1, false)) {
      run.send(delete(1, 100));
      run.setProcessingTime(HOUR - 1);
      run.send(delete(1, 110));
      run.setProcessingTime(HOUR + HOUR / 2);
      run.send(upsert(1, "old", 50));
      assertThat(run.table().rows()).isEmpty();
      run.setProcessingTime(3 * HOUR);
      run.send(upsert(1, "old", 50));
      assertThat(run.table().rows()).containsExactly("{\"id\":1,\"v\":\"old\"}");
    }
  }

  @Test
  void aRowThatIsBackIsNotForgottenWithItsTombstone() throws Exception {
    try (HarnessRun run = run(ScdType.TYPE_1, false)) {
      run.send(delete(1, 100));
      run.send(upsert(1, "new", 200));
      run.setProcessingTime(5 * HOUR);
      run.send(upsert(1, "old", 150));
      assertThat(run.table().rows()).containsExactly("{\"id\":1,\"v\":\"new\"}");
    }
  }

  @Test
  void expiryComesAfterARestoreWithAnotherParallelismToo() throws Exception {
    try (HarnessRun run = run(ScdType.TYPE_1, false)) {
      for (int id = 0; id < 20; id++) {
        run.send(delete(id, 100));
      }
      run.restart(3);
      run.setProcessingTime(2 * HOUR);
      assertThat(run.stateEntries()).isZero();
    }
  }

  @Test
  void eventTimeIsTheClockWhereThereAreWatermarks() throws Exception {
    try (HarnessRun run = run(ScdType.TYPE_1, true)) {
      run.send(delete(1, 100));
      run.setProcessingTime(100 * HOUR);
      run.watermark(10 * HOUR);
      run.watermark(11 * HOUR - 1);
      run.send(upsert(1, "old", 50));
      assertThat(run.table().rows()).as("its time began with the first watermark").isEmpty();
      run.watermark(13 * HOUR);
      run.send(upsert(1, "old", 50));
      assertThat(run.table().rows()).containsExactly("{\"id\":1,\"v\":\"old\"}");
    }
  }

  @Test
  void inAHistoryOnlyKeysWithoutAnyRowAreForgotten() throws Exception {
    try (HarnessRun run = run(ScdType.TYPE_2, false)) {
      run.send(upsert(1, "a", 10));
      run.send(delete(1, 20));
      run.send(delete(2, 20));
      run.send(delete(2, 30));
      run.setProcessingTime(2 * HOUR);
      run.send(upsert(1, "late", 15));
      run.send(upsert(2, "back", 15));
      assertThat(run.table().rows())
          .containsExactly(
              "{\"id\":1,\"v\":\"a\",\"__START_AT\":10,\"__END_AT\":15}",
              "{\"id\":1,\"v\":\"late\",\"__START_AT\":15,\"__END_AT\":20}",
              "{\"id\":2,\"v\":\"back\",\"__START_AT\":15,\"__END_AT\":null}");
    }
  }

  @Test
  void aSparseRowKeepsNothingFromBeforeATombstoneThatIsForgotten() throws Exception {
    ResolvedFlow flow =
        TestFlows.flow(
            "id BIGINT, v STRING, w STRING, op STRING, seq BIGINT",
            sparse ->
                sparse
                    .keys("id")
                    .sequenceBy("seq")
                    .applyAsDeletes("op = 'D'")
                    .exceptColumns("op", "seq")
                    .ignoreNullUpdates());
    try (HarnessRun run =
        new HarnessRun(flow, HashMapStateBackend::new, new Retention(HOUR, false), 1)) {
      run.send(upsert(1, "a", 10));
      run.send(upsert(1, "b", 20));
      run.send(delete(1, 100));
      assertThat(run.stateEntries()).as("the delete makes the log worthless").isEqualTo(1);
      run.setProcessingTime(2 * HOUR);
      assertThat(run.stateEntries()).isZero();
    }
  }

  @Test
  void aBitemporalKeyIsForgottenOnlyIfItNeverHadARow() throws Exception {
    ResolvedFlow flow =
        TestFlows.flow(
            "id BIGINT, v STRING, op STRING, seq BIGINT, st BIGINT",
            bitemporal ->
                bitemporal
                    .keys("id")
                    .sequenceBy("seq")
                    .systemSequenceBy("st")
                    .applyAsDeletes("op = 'D'")
                    .columns("id", "v")
                    .storedAsScdType(ScdType.BITEMPORAL));
    String event = "{\"id\":%d,\"v\":\"x\",\"op\":\"%s\",\"seq\":%d,\"st\":%d}";
    try (HarnessRun run =
        new HarnessRun(flow, HashMapStateBackend::new, new Retention(HOUR, false), 1)) {
      run.send(event.formatted(1, "U", 10, 1));
      run.send(event.formatted(1, "D", 20, 2));
      int withHistory = run.stateEntries();
      run.send(event.formatted(2, "D", 20, 5));
      run.send(event.formatted(2, "D", 10, 4));
      run.send(event.formatted(2, "D", 30, 6));
      assertThat(run.stateEntries()).isGreaterThan(withHistory);
      run.setProcessingTime(2 * HOUR);
      assertThat(run.stateEntries()).isEqualTo(withHistory);
      run.send(event.formatted(1, "U", 15, 3));
      assertThat(run.table().rows())
          .containsExactly(bitemporalRow(10, "null", 1, "2"), bitemporalRow(10, "20", 2, "null"));
    }
  }

  private static String bitemporalRow(int start, String end, int since, String until) {
    return ("{\"id\":1,\"v\":\"x\",\"__START_AT\":%d,\"__END_AT\":%s,"
            + "\"__SYSTEM_START_AT\":%d,\"__SYSTEM_END_AT\":%s}")
        .formatted(start, end, since, until);
  }
}
