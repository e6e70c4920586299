// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators;

import static org.assertj.core.api.Assertions.assertThat;

import io.autocdc.dsl.AutoCdcFlow;
import io.autocdc.dsl.ChangeFeeds;
import io.autocdc.dsl.Files;
import io.autocdc.dsl.Paimon;
import io.autocdc.dsl.Pipeline;
import io.autocdc.dsl.ResolvedFlow;
import io.autocdc.dsl.ScdType;
import io.autocdc.dsl.SourceSpec;
import io.autocdc.dsl.TargetPast;
import io.autocdc.dsl.check.FeedFlows;
import io.autocdc.dsl.type.TableSchema;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.flink.contrib.streaming.state.EmbeddedRocksDBStateBackend;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Flows over rows of change feeds; reports of {@code B..} are those of other products. */
class ChangeFeedsOnOperatorsTest {

  private static final Retention FOR_EVER = new Retention(0, false);

  static Stream<Supplier<StateBackend>> backends() {
    return Stream.of(HashMapStateBackend::new, EmbeddedRocksDBStateBackend::new);
  }

  private static ResolvedFlow feed(String columns, Consumer<AutoCdcFlow.Builder> parameters) {
    return resolve(Files.debeziumJson("x").primaryKey("id").schema(columns), parameters);
  }

  private static ResolvedFlow resolve(SourceSpec source, Consumer<AutoCdcFlow.Builder> parameters) {
    Pipeline pipeline =
        Pipeline.named("test")
            .source("changes", source)
            .streamingTable("silver.target", Paimon.table())
            .autoCdcFlow("silver.target", flow -> parameters.accept(flow.from("changes")))
            .build();
    TableSchema read = pipeline.sources().get(0).visibleSchema();
    AutoCdcFlow flow = (AutoCdcFlow) pipeline.flows().get(0);
    return ResolvedFlow.of(
        new FeedFlows(pipeline).complete(flow, read), pipeline.tables().get(0), read);
  }

  private static String upsert(int id, long lsn, String columns, String... unavailable) {
    String names =
        unavailable.length == 0 ? "null" : "[\"" + String.join("\",\"", unavailable) + "\"]";
    return row("u", lsn, "\"id\":" + id + "," + columns + ",\"__unavailable\":" + names);
  }

  private static String delete(int id, long lsn) {
    return row("d", lsn, "\"id\":" + id);
  }

  private static String row(String op, long lsn, String columns) {
    return "{\"__op\":\"" + op + "\",\"__source_lsn\":" + lsn + "," + columns + "}";
  }

  @ParameterizedTest
  @MethodSource("backends")
  void b29AValueThatIsNotGivenStaysAlsoIfTheInsertComesLate(Supplier<StateBackend> backend)
      throws Exception {
    ResolvedFlow flow = feed("id INT, doc STRING, n INT", f -> {});
    try (HarnessRun run = new HarnessRun(flow, backend, FOR_EVER, 2)) {
      run.send(upsert(1, 1, "\"doc\":\"big\",\"n\":1"));
      run.send(upsert(1, 2, "\"doc\":null,\"n\":2", "doc"));
      run.send(upsert(2, 2, "\"doc\":null,\"n\":2", "doc"));
      run.restart(3);
      run.send(upsert(2, 1, "\"doc\":\"late\",\"n\":1"));
      run.send(upsert(3, 1, "\"doc\":\"big\",\"n\":1"));
      run.send(upsert(3, 2, "\"doc\":null,\"n\":2"));
      assertThat(run.table().rows())
          .containsExactly(
              "{\"id\":1,\"doc\":\"big\",\"n\":2}",
              "{\"id\":2,\"doc\":\"late\",\"n\":2}",
              "{\"id\":3,\"doc\":null,\"n\":2}");
    }
  }

  @Test
  void b29HistoryTakesAValueThatIsNotGivenFromTheVersionBefore() throws Exception {
    ResolvedFlow flow = feed("id INT, doc STRING, n INT", f -> f.storedAsScdType(ScdType.TYPE_2));
    try (HarnessRun run = new HarnessRun(flow, HashMapStateBackend::new, FOR_EVER, 1)) {
      run.send(upsert(1, 20, "\"doc\":null,\"n\":2", "doc", "a column that a view left out"));
      run.send(upsert(1, 10, "\"doc\":\"big\",\"n\":1"));
      run.send(delete(1, 30));
      assertThat(run.table().rows())
          .containsExactly(
              "{\"id\":1,\"doc\":\"big\",\"n\":1,\"__START_AT\":10,\"__END_AT\":20}",
              "{\"id\":1,\"doc\":\"big\",\"n\":2,\"__START_AT\":20,\"__END_AT\":30}");
    }
  }

  @Test
  void b35ATruncateOfTheFeedIsOneOfTheTargetAndInvalidForHistory() throws Exception {
    ResolvedFlow current = feed("id INT, n INT", f -> {});
    try (HarnessRun run = new HarnessRun(current, HashMapStateBackend::new, FOR_EVER, 2)) {
      run.send(upsert(1, 1, "\"n\":1"));
      run.send(upsert(2, 2, "\"n\":1"));
      run.send(row("t", 3, "\"id\":null"));
      run.send(upsert(3, 4, "\"n\":1"));
      run.send(upsert(9, 2, "\"n\":1"));
      assertThat(run.table().rows()).containsExactly("{\"id\":3,\"n\":1}");
      assertThat(run.invalidReasons()).isEmpty();
    }
    ResolvedFlow history = feed("id INT, n INT", f -> f.storedAsScdType(ScdType.TYPE_2));
    try (HarnessRun run = new HarnessRun(history, HashMapStateBackend::new, FOR_EVER, 2)) {
      run.send(upsert(1, 1, "\"n\":1"));
      run.send(row("t", 3, "\"id\":null"));
      assertThat(run.table().rows()).hasSize(1);
      assertThat(run.invalidReasons()).singleElement().asString().startsWith("truncate: ");
    }
  }

  @Test
  void conditionsOfTheUserComeBesideWhatTheFeedSays() throws Exception {
    ResolvedFlow flow = feed("id INT, state STRING", f -> f.applyAsDeletes("state = 'gone'"));
    try (HarnessRun run = new HarnessRun(flow, HashMapStateBackend::new, FOR_EVER, 1)) {
      run.send(upsert(1, 1, "\"state\":\"new\""));
      run.send(upsert(2, 2, "\"state\":\"new\""));
      run.send(upsert(3, 3, "\"state\":\"new\""));
      run.send(upsert(1, 4, "\"state\":\"gone\""));
      run.send(delete(2, 5));
      assertThat(run.table().rows()).containsExactly("{\"id\":3,\"state\":\"new\"}");
    }
  }

  @ParameterizedTest
  @MethodSource("backends")
  void aKeyWhoseChangesGiveAllValuesHasOneEventInState(Supplier<StateBackend> backend)
      throws Exception {
    ResolvedFlow flow = feed("id INT, doc STRING, n INT", f -> {});
    Random random = new Random(1);
    try (HarnessRun run = new HarnessRun(flow, backend, FOR_EVER, 1)) {
      for (int i = 1; i <= 500; i++) {
        String[] unavailable = random.nextInt(4) == 0 ? new String[] {"doc"} : new String[0];
        run.send(upsert(1, random.nextInt(500), "\"doc\":\"d\",\"n\":" + i, unavailable));
      }
      run.send(upsert(1, 600, "\"doc\":\"last\",\"n\":0"));
      assertThat(run.stateEntries()).isEqualTo(1);
      run.send(upsert(1, 601, "\"doc\":null,\"n\":1", "doc"));
      assertThat(run.stateEntries()).isEqualTo(2);
      assertThat(run.table().rows()).containsExactly("{\"id\":1,\"doc\":\"last\",\"n\":1}");
      run.send(upsert(1, 602, "\"doc\":\"new\",\"n\":2"));
      assertThat(run.stateEntries()).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @MethodSource("backends")
  void aTargetGoesOnWhenItsSourceBecomesAFeed(Supplier<StateBackend> backend) throws Exception {
    ResolvedFlow plain =
        resolve(
            Files.json("x").schema("id INT, doc STRING, n INT, __source_lsn BIGINT"),
            f -> f.keys("id").sequenceBy("__source_lsn").exceptColumns("__source_lsn"));
    ResolvedFlow feed = feed("id INT, doc STRING, n INT", f -> {});
    TargetShape before = new TargetShape(ResolvedFlow.withCommonOutput(List.of(plain)));
    TargetPast past =
        new TargetPast(
            before.shared().output(),
            Map.of("target", Set.of("id", "doc", "n")),
            ResolvedFlow.tracked(before.flows()),
            before.isPartial());
    try (HarnessRun run = new HarnessRun(before, backend, FOR_EVER, 2)) {
      run.send("{\"id\":1,\"doc\":\"big\",\"n\":1,\"__source_lsn\":1}");
      run.send("{\"id\":2,\"doc\":\"big\",\"n\":1,\"__source_lsn\":1}");
      run.redeclare(new TargetShape(ResolvedFlow.withCommonOutput(List.of(feed), past)), 3);
      run.send(upsert(1, 2, "\"doc\":null,\"n\":2", "doc"));
      run.send(upsert(2, 2, "\"doc\":null,\"n\":2"));
      assertThat(run.table().rows())
          .containsExactly("{\"id\":1,\"doc\":\"big\",\"n\":2}", "{\"id\":2,\"doc\":null,\"n\":2}");
    }
  }

  @Test
  void theFeedSaysWhichOfItsColumnsAFlowCanUse() {
    ResolvedFlow flow = feed("id INT, n INT", f -> {});
    assertThat(flow.readsFeed()).isTrue();
    assertThat(flow.mayLackValues()).isTrue();
    ResolvedFlow plain =
        resolve(
            Files.json("x").schema("id INT, " + ChangeFeeds.OP + " STRING, n INT"),
            f -> f.keys("id").sequenceBy("n"));
    assertThat(plain.readsFeed()).as("a column of the data is no control column").isFalse();
  }
}
