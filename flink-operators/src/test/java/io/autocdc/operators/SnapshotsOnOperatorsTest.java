// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.autocdc.dsl.LowerVersionPolicy;
import io.autocdc.dsl.ScdType;
import io.autocdc.dsl.SnapshotCdcFlow;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.golden.GoldenCase;
import io.autocdc.golden.TestFlows;
import io.autocdc.golden.TestFlows.Snapshots;
import io.autocdc.merge.RandomSnapshots;
import io.autocdc.spi.SnapshotRefusedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.flink.contrib.streaming.state.EmbeddedRocksDBStateBackend;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class SnapshotsOnOperatorsTest {

  private static final boolean FULL = "full".equals(System.getProperty("autocdc.test.size"));
  private static final String A1 = "{\"id\":1,\"v\":\"a\"}";
  private static final String B1 = "{\"id\":1,\"v\":\"b\"}";
  private static final String A2 = "{\"id\":2,\"v\":\"a\"}";

  /** A state backend by the name that a test report shows. */
  record Backend(String name, Supplier<StateBackend> create, int streams, int restartEvery) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Backend> backends() {
    return Stream.of(
        new Backend("heap", HashMapStateBackend::new, FULL ? 2_000 : 20, 1),
        new Backend("rocksdb", EmbeddedRocksDBStateBackend::new, FULL ? 200 : 1, FULL ? 1 : 4));
  }

  static Stream<Arguments> cases() {
    return GoldenCase.load("snapshots").stream()
        .flatMap(golden -> backends().map(backend -> Arguments.of(golden, backend)));
  }

  @ParameterizedTest(name = "{0} on {1}")
  @MethodSource("cases")
  void theTableIsRightWhereverItIsRestartedAndRescaled(GoldenCase golden, Backend backend)
      throws Exception {
    try (SnapshotRun run = new SnapshotRun(TestFlows.snapshotsOf(golden), backend.create(), 1)) {
      int elements = 0;
      int parallelism = 1;
      for (GoldenCase.Snapshot snapshot : golden.snapshots()) {
        for (int i = 0; i <= snapshot.rows().size(); i++) {
          if (i < snapshot.rows().size()) {
            run.send(golden.json(snapshot.rows().get(i)));
          } else {
            run.end(snapshot.version());
          }
          if (++elements % backend.restartEvery() == 0) {
            parallelism = parallelism == 1 ? 3 : parallelism - 1;
            run.restart(parallelism);
          }
        }
      }
      assertThat(run.table().rows()).isEqualTo(golden.expectedJson());
    }
  }

  @ParameterizedTest(name = "on {0}")
  @MethodSource("backends")
  void randomSnapshotsGiveTheTableOfTheReference(Backend backend) throws Exception {
    for (long seed = 1; seed <= backend.streams(); seed++) {
      RandomSnapshots snapshots = RandomSnapshots.of(seed);
      Random random = new Random(seed);
      int tracked = random.nextInt(RandomSnapshots.COLUMNS + 1);
      ScdType type = random.nextBoolean() ? ScdType.TYPE_1 : ScdType.TYPE_2;
      List<String> expected =
          type == ScdType.TYPE_1
              ? jsonRows(snapshots.last(), "id", "a", "b", "c")
              : jsonRows(snapshots.history(tracked), "id", "a", "b", "c", "__START_AT", "__END_AT");
      List<String> columns = List.of("a", "b", "c").subList(0, tracked);
      Snapshots flow =
          TestFlows.snapshots(
              "id BIGINT, a INT, b INT, c INT",
              f -> {
                f.keys("id").storedAsScdType(type).allowEmptySnapshot(true);
                if (type == ScdType.TYPE_2) {
                  f.trackHistory(columns);
                }
              });
      try (SnapshotRun run = new SnapshotRun(flow, backend.create(), 1 + random.nextInt(3))) {
        for (RandomSnapshots.Snapshot snapshot : snapshots.snapshots()) {
          if (random.nextInt(4) == 0) {
            run.send("{\"id\":" + random.nextInt(9) + ",\"a\":77}");
            run.giveUp();
          }
          for (Map.Entry<Integer, List<Integer>> row : snapshot.shuffledWithDuplicates(random)) {
            List<Integer> values = new ArrayList<>(List.of(row.getKey()));
            values.addAll(row.getValue());
            run.send(random.nextInt(2), json(values, "id", "a", "b", "c"));
            if (random.nextInt(12) == 0) {
              run.restart(1 + random.nextInt(3));
            }
          }
          run.end(snapshot.version());
        }
        assertThat(run.table().rows()).as("%s", snapshots).isEqualTo(expected);
      }
    }
  }

  private static List<String> jsonRows(List<List<Integer>> rows, String... names) {
    return rows.stream().map(row -> json(row, names)).toList();
  }

  private static String json(List<Integer> row, String... names) {
    List<String> fields =
        IntStream.range(0, names.length)
            .mapToObj(i -> "\"" + names[i] + "\":" + row.get(i))
            .toList();
    return "{" + String.join(",", fields) + "}";
  }

  @Test
  void rowsOfTheNextSnapshotMayOvertakeTheWatermarkOfAnotherChannel() throws Exception {
    try (SnapshotRun run = run(flow -> flow.storedAsScdType(ScdType.TYPE_2))) {
      run.send(0, A1);
      run.send(1, A2);
      run.endWithoutWatermark(10);
      run.watermark(0);
      run.send(0, B1);
      assertThat(run.table().rows()).isEmpty();
      run.restart(1);
      run.watermark(1);
      assertThat(run.table().rows())
          .containsExactly(
              "{\"id\":1,\"v\":\"a\",\"__START_AT\":10,\"__END_AT\":null}",
              "{\"id\":2,\"v\":\"a\",\"__START_AT\":10,\"__END_AT\":null}");
      run.end(20);
      assertThat(run.table().rows())
          .containsExactly(
              "{\"id\":1,\"v\":\"a\",\"__START_AT\":10,\"__END_AT\":20}",
              "{\"id\":1,\"v\":\"b\",\"__START_AT\":20,\"__END_AT\":null}",
              "{\"id\":2,\"v\":\"a\",\"__START_AT\":10,\"__END_AT\":20}");
    }
  }

  @Test
  void equalRowsCollapseAndAnUnchangedSnapshotEmitsNothing() throws Exception {
    try (SnapshotRun run = run(flow -> {})) {
      run.snapshot(1, List.of(A1, A1, A2, A1));
      run.snapshot(2, List.of(A2, A1, A2));
      run.snapshot(2, List.of(A1, A2));
      assertThat(run.table().log()).containsExactlyInAnyOrder("+I " + A1, "+I " + A2);
    }
  }

  @Test
  void differentRowsOfOneKeyAreRefusedWithTheKeyAndTheCount() throws Exception {
    try (SnapshotRun run = run(flow -> {})) {
      run.snapshot(1, List.of(A1));
      assertRefused(
          () -> run.snapshot(2, List.of(B1, A1, B1, "{\"id\":1}")),
          ErrorCode.SNAPSHOT_CONFLICT,
          "snapshot 'snapshot-2' of flow 'target' has 3 different rows for the key {\"id\":1}");
      assertThat(run.table().rows()).containsExactly(A1);
    }
  }

  @Test
  void columnsThatAreNotComparedMayDiffer() throws Exception {
    try (SnapshotRun run = run(flow -> flow.exceptColumns(List.of("v")))) {
      run.snapshot(1, List.of(A1, B1));
      run.snapshot(2, List.of(B1));
      assertThat(run.table().log()).containsExactly("+I {\"id\":1}");
    }
  }

  @Test
  void anotherContentOfTheSameVersionIsRefused() throws Exception {
    for (List<String> other : List.of(List.of(B1), List.of(A2, A1), List.<String>of())) {
      try (SnapshotRun run = run(flow -> flow.allowEmptySnapshot(true))) {
        run.snapshot(1, List.of(A1));
        assertRefused(
            () -> run.snapshot(1, other),
            ErrorCode.SNAPSHOT_VERSION,
            "than the snapshot of the same version before");
        assertThat(run.table().rows()).containsExactly(A1);
      }
    }
  }

  @Test
  void aLowerVersionIsRefusedOrSkippedAlsoAfterARestart() throws Exception {
    try (SnapshotRun run = run(flow -> {})) {
      run.snapshot(10, List.of(A1));
      run.restart(2);
      assertRefused(
          () -> run.snapshot(9, List.of(B1)),
          ErrorCode.SNAPSHOT_VERSION,
          "has the version 9, and 10 was applied before");
    }
    try (SnapshotRun run = run(flow -> flow.onLowerVersion(LowerVersionPolicy.SKIP))) {
      run.snapshot(10, List.of(A1));
      run.restart(2);
      run.snapshot(9, List.of(B1));
      run.snapshot(10, List.of(B1, A2));
      assertThat(run.table().rows()).containsExactly(A1);
      run.snapshot(11, List.of(A2));
      assertThat(run.table().rows()).containsExactly(A2);
    }
  }

  @ParameterizedTest(name = "on {0}")
  @MethodSource("backends")
  void aSourceThatIsReadFromTheBeginningTakesUpWhereTheFlowHasStopped(Backend backend)
      throws Exception {
    GoldenCase golden = GoldenCase.load("snapshots").get(0);
    try (SnapshotRun run = new SnapshotRun(TestFlows.snapshotsOf(golden), backend.create(), 2)) {
      run.snapshot(1, List.of(city(1, "a"), city(2, "a")));
      run.snapshot(5, List.of(city(1, "a"), city(2, "b"), city(3, "a")));
      run.beginAnew(2, 3);
      run.snapshot(1, List.of(city(1, "a"), city(2, "a")));
      run.snapshot(6, List.of(city(1, "a")));
      run.beginAnew(4, 1);
      run.snapshot(7, List.of(city(1, "c"), city(3, "a")));
      run.restart(2);
      run.snapshot(8, List.of(city(3, "a")));
      assertThat(run.table().rows())
          .containsExactly(
              history(1, "a", 1, 7),
              history(1, "c", 7, 8),
              history(2, "a", 1, 5),
              history(2, "b", 5, 6),
              history(3, "a", 5, 6),
              history(3, "a", 7, null));
      assertRefused(
          () -> run.snapshot(7, List.of()), ErrorCode.SNAPSHOT_VERSION, "8 was applied before");
    }
  }

  private static String city(int id, String city) {
    return "{\"id\":" + id + ",\"city\":\"" + city + "\"}";
  }

  private static String history(int id, String city, long start, Integer end) {
    return "{\"id\":"
        + id
        + ",\"city\":\""
        + city
        + "\",\"__START_AT\":"
        + start
        + ",\"__END_AT\":"
        + end
        + "}";
  }

  @Test
  void anEmptySnapshotIsRefusedUnlessItIsAllowed() throws Exception {
    try (SnapshotRun run = run(flow -> {})) {
      run.snapshot(1, List.of(A1));
      assertRefused(() -> run.snapshot(2, List.of()), ErrorCode.SNAPSHOT_EMPTY, "has no rows");
    }
    try (SnapshotRun run = run(flow -> flow.allowEmptySnapshot(true))) {
      run.snapshot(1, List.of(A1));
      run.snapshot(2, List.of());
      run.snapshot(3, List.of());
      assertThat(run.table().log()).containsExactly("+I " + A1, "-D " + A1);
      assertThat(run.stateEntries()).isZero();
      assertThat(run.timers()).isZero();
    }
  }

  @Test
  void aSnapshotThatWasGivenUpChangesNothingAndLeavesNothing() throws Exception {
    try (SnapshotRun run = run(flow -> {})) {
      run.snapshot(1, List.of(A1));
      int entries = run.stateEntries();
      run.send(B1);
      run.send(A2);
      run.giveUp();
      assertThat(run.table().rows()).containsExactly(A1);
      assertThat(run.stateEntries()).isEqualTo(entries);
      run.snapshot(2, List.of(A2));
      assertThat(run.table().rows()).containsExactly(A2);
    }
  }

  @Test
  void stateDoesNotGrowWithTheNumberOfSnapshots() throws Exception {
    try (SnapshotRun run = run(flow -> {})) {
      run.restart(2);
      run.snapshot(1, keys(0, 20, "x"));
      int entries = run.stateEntries();
      assertThat(entries).isEqualTo(20);
      for (int version = 2; version < 30; version++) {
        run.snapshot(version, keys(version, version + 20, "v" + version % 3));
        assertThat(run.stateEntries()).isEqualTo(entries);
        assertThat(run.timers()).isEqualTo(20);
        assertThat(run.verdicts()).isEqualTo(1);
      }
    }
  }

  private static List<String> keys(int from, int to, String value) {
    return IntStream.range(from, to)
        .mapToObj(id -> "{\"id\":" + id + ",\"v\":\"" + value + "\"}")
        .toList();
  }

  private static SnapshotRun run(Consumer<SnapshotCdcFlow.Builder> parameters) throws Exception {
    return new SnapshotRun(
        TestFlows.snapshots("id BIGINT, v STRING", flow -> parameters.accept(flow.keys("id"))),
        HashMapStateBackend::new,
        1);
  }

  private static void assertRefused(ThrowingCallable call, ErrorCode code, String message) {
    assertThatThrownBy(call)
        .isInstanceOf(SuppressRestartsException.class)
        .cause()
        .isInstanceOfSatisfying(
            SnapshotRefusedException.class,
            refused -> {
              assertThat(refused.source()).isEqualTo("snapshots");
              assertThat(refused.problems().get(0).code()).isEqualTo(code);
              assertThat(refused).hasMessageContaining(message);
            });
  }
}
