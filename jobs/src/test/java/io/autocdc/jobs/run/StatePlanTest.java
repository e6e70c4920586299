// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.autocdc.dsl.Files;
import io.autocdc.dsl.Paimon;
import io.autocdc.dsl.Pipeline;
import io.autocdc.dsl.TableName;
import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.problem.ErrorCode;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StatePlanTest {

  private final Set<String> tables = new HashSet<>();
  private final Set<String> withRows = new HashSet<>();
  private final Set<String> ofOthers = new HashSet<>();
  private final Map<String, Integer> generations = new HashMap<>();

  private StatePlan plan(Pipeline pipeline, Manifest before) {
    return plan(pipeline, before, null);
  }

  private StatePlan plan(Pipeline pipeline, Manifest before, TableName eventLog) {
    return StatePlan.of(
        pipeline,
        Optional.ofNullable(before),
        Optional.ofNullable(eventLog),
        new StatePlan.Tables() {
          @Override
          public boolean exists(TableName table) {
            return tables.contains(table.table());
          }

          @Override
          public int generation(TableName table) {
            return generations.getOrDefault(table.table(), 1);
          }

          @Override
          public boolean isOf(String pipeline, TableName table) {
            return !ofOthers.contains(table.table());
          }

          @Override
          public boolean hasRows(TableName table) {
            return withRows.contains(table.table());
          }
        });
  }

  /** A flow into each table, named as the table, over source a or through a view over it. */
  private static Pipeline pipeline(String... targets) {
    Pipeline.Builder builder =
        Pipeline.named("p")
            .source("a", Files.json("a").schema("id BIGINT, seq BIGINT"))
            .source("b", Files.json("b").schema("id BIGINT, seq BIGINT"))
            .view("v", "SELECT * FROM a");
    for (String target : targets) {
      String source = target.startsWith("of_b") ? "b" : target.startsWith("of_v") ? "v" : "a";
      builder
          .streamingTable("s." + target, Paimon.table())
          .autoCdcFlow("s." + target, flow -> flow.from(source).keys("id").sequenceBy("seq"));
    }
    return builder.build();
  }

  private Manifest ran(Pipeline pipeline) {
    Manifest manifest = plan(pipeline, null).manifest();
    pipeline.tables().forEach(table -> tables.add(table.name().table()));
    withRows.addAll(tables);
    return manifest;
  }

  @Test
  void theSamePipelineGoesOnWithAllOfItsState() {
    Manifest first = ran(pipeline("x", "of_b"));
    StatePlan second = plan(pipeline("of_b", "x"), first);
    assertThat(second.manifest()).isEqualTo(first);
    assertThat(second.leavesState()).isFalse();
    assertThat(second.notes()).isEmpty();
  }

  @Test
  void aNewFlowHasItsSourcesReadFromTheBeginning() {
    Manifest first = ran(pipeline("x", "of_b"));
    StatePlan second = plan(pipeline("x", "of_b", "of_v"), first);
    assertThat(second.manifest().sources()).isEqualTo(Map.of("a", 2, "b", 1));
    assertThat(second.manifest().targets()).allSatisfy((t, g) -> assertThat(g).isEqualTo(1));
    assertThat(second.leavesState()).isTrue();
    assertThat(second.notes())
        .containsExactly("source 'a' is read from the beginning, for the flow of_v");
  }

  @Test
  void aSourceIsNotReadAgainForOneFlowWhileAnotherWouldAppendItAgain() {
    Manifest first = ran(withLog(false));
    assertThatThrownBy(() -> plan(withLog(true), first))
        .isInstanceOf(AutoCdcException.class)
        .hasMessageContaining("NOT_AVAILABLE source 'a' has to be read from the beginning, for x")
        .hasMessageContaining("'log' reads it, too, and would append to paimon.s.log once more");
    tables.remove("log");
    assertThat(plan(withLog(true), first).manifest().sources()).isEqualTo(Map.of("a", 2));
  }

  @Test
  void aTableThatWouldBeginAsItIsNowIsNotReadAgainWhileAnotherFlowMayHaveUnreadChanges() {
    Manifest first = ran(overChanges("x"));
    assertThatThrownBy(() -> plan(overChanges("x", "y"), first))
        .isInstanceOf(AutoCdcException.class)
        .hasMessageContaining("NOT_AVAILABLE source 'c' has to be read from the beginning, for y")
        .hasMessageContaining("'x' reads it, too, and would take rows as they are now");
    tables.remove("x");
    assertThat(plan(overChanges("x", "y"), first).manifest().sources()).isEqualTo(Map.of("c", 2));
  }

  private static Pipeline overChanges(String... targets) {
    Pipeline.Builder builder =
        Pipeline.named("p").source("c", Paimon.changes("b.c").schema("id BIGINT, seq BIGINT"));
    for (String target : targets) {
      builder
          .streamingTable("s." + target, Paimon.table())
          .autoCdcFlow("s." + target, flow -> flow.from("c").keys("id").sequenceBy("seq"));
    }
    return builder.build();
  }

  private static Pipeline withLog(boolean another) {
    Pipeline.Builder builder =
        Pipeline.named("p")
            .source("a", Files.json("a").schema("id BIGINT, seq BIGINT"))
            .streamingTable("s.log", Paimon.table())
            .appendFlow("s.log", flow -> flow.from("a"));
    if (another) {
      builder
          .streamingTable("s.x", Paimon.table())
          .autoCdcFlow("s.x", flow -> flow.from("a").keys("id").sequenceBy("seq"));
    }
    return builder.build();
  }

  @Test
  void aNewFlowOverANewSourceTouchesNothingElse() {
    Manifest first = ran(pipeline("x"));
    StatePlan second = plan(pipeline("x", "of_b"), first);
    assertThat(second.manifest().sources()).isEqualTo(Map.of("a", 1, "b", 1));
    assertThat(second.leavesState()).isFalse();
  }

  @Test
  void theStateOfARemovedFlowIsLeftBehind() {
    Manifest first = ran(pipeline("x", "of_b"));
    StatePlan second = plan(pipeline("x"), first);
    assertThat(second.manifest().sources()).isEqualTo(Map.of("a", 1));
    assertThat(second.leavesState()).isTrue();
  }

  @Test
  void aDroppedTableIsFilledAnew() {
    Manifest first = ran(pipeline("x", "of_b"));
    tables.remove("x");
    StatePlan second = plan(pipeline("x", "of_b"), first);
    assertThat(second.manifest().targets()).isEqualTo(Map.of("paimon.s.x", 2, "paimon.s.of_b", 1));
    assertThat(second.manifest().sources()).isEqualTo(Map.of("a", 2, "b", 1));
    assertThat(second.notes()).hasSize(2);
  }

  @Test
  void aTableThatAFailedRunLeftEmptyIsStillFilledAnew() {
    Manifest first = ran(pipeline("x"));
    withRows.remove("x");
    generations.put("x", 2);
    StatePlan third = plan(pipeline("x"), first);
    assertThat(third.manifest().targets()).isEqualTo(Map.of("paimon.s.x", 2));
    assertThat(third.manifest().sources()).isEqualTo(Map.of("a", 2));
    assertThat(plan(pipeline("x"), third.manifest()).notes()).isEmpty();
  }

  @Test
  void rowsWithoutStateAreRefused() {
    ran(pipeline("x"));
    assertThatThrownBy(() -> plan(pipeline("x"), null))
        .isInstanceOfSatisfying(
            AutoCdcException.class,
            e -> {
              assertThat(e.problems()).hasSize(1);
              assertThat(e.problems().get(0).code()).isEqualTo(ErrorCode.STATE_MISSING);
            })
        .hasMessageContaining("paimon.s.x has rows");
  }

  @Test
  void theRowsOfATableThatOthersMadeNeedNoState() {
    tables.add("x");
    withRows.add("x");
    ofOthers.add("x");
    assertThat(plan(pipeline("x"), null).notes()).isEmpty();
  }

  @Test
  void aTableWithoutRowsNeedsNoState() {
    tables.add("x");
    assertThat(plan(pipeline("x"), null).manifest().targets()).isEqualTo(Map.of("paimon.s.x", 1));
  }

  @Test
  void anEventLogThatWasDroppedBeginsAnewAndOneThatIsTurnedOffIsLeftBehind() {
    TableName log = pipeline("x").eventLog();
    tables.add("x");
    Manifest first = plan(pipeline("x"), null, log).manifest();
    assertThat(first.targets()).containsEntry(log.toString(), 1);

    StatePlan dropped = plan(pipeline("x"), first, log);
    assertThat(dropped.manifest().targets()).containsEntry(log.toString(), 2);
    assertThat(dropped.notes()).isEmpty();

    tables.add(log.table());
    generations.put(log.table(), 2);
    withRows.add(log.table());
    assertThat(plan(pipeline("x"), dropped.manifest(), log).leavesState()).isFalse();
    StatePlan off = plan(pipeline("x"), dropped.manifest(), null);
    assertThat(off.manifest().targets()).doesNotContainKey(log.toString());
    assertThat(off.leavesState()).isTrue();
    assertThat(plan(pipeline("x"), off.manifest(), log).manifest().targets())
        .containsEntry(log.toString(), 2);
  }

  @Test
  void aManifestIsReadAsItWasWritten(@TempDir Path folder) {
    Manifest manifest =
        new Manifest(
            Map.of("a b=ü", 3), Map.of("paimon.`x.y`.z", 1), Map.of("flow: 1", "paimon.`x.y`.z"));
    manifest.write(folder);
    assertThat(Manifest.read(folder)).contains(manifest);
    assertThat(Manifest.read(folder.resolve("none"))).isEmpty();
    assertThat(List.of(manifest.generations().sources())).containsExactly(Map.of("a b=ü", 3));
  }
}
