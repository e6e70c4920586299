// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.autocdc.dsl.AutoCdcFlow;
import io.autocdc.dsl.Files;
import io.autocdc.dsl.Paimon;
import io.autocdc.dsl.Pipeline;
import io.autocdc.dsl.ResolvedFlow;
import io.autocdc.dsl.ScdType;
import io.autocdc.dsl.TableSpec;
import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Problem;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rules of declarations, told from Java; reports of {@code B..} are those of other products. */
class PipelineBuilderTest {

  private static final String COLUMNS =
      "id BIGINT, a STRING, b STRING, event_ts TIMESTAMP(3), lsn BIGINT, m MAP<INT, INT>,"
          + " sets ARRAY<STRING>, s ROW<x INT, y INT>, bad ROW<x ARRAY<INT>>";

  private static List<Problem> check(Consumer<AutoCdcFlow.Builder> parameters) {
    return checkWithColumns(COLUMNS, parameters);
  }

  private static List<Problem> checkWithColumns(
      String columns, Consumer<AutoCdcFlow.Builder> parameters) {
    return Pipeline.named("p")
        .source("changes", Files.json("x").schema(columns))
        .streamingTable("silver.t", Paimon.table())
        .autoCdcFlow(
            "silver.t",
            flow -> parameters.accept(flow.from("changes").keys("id").sequenceBy("lsn")))
        .check(new SimpleSqlAnalyzer())
        .problems();
  }

  private static List<ErrorCode> codes(Consumer<AutoCdcFlow.Builder> parameters) {
    return check(parameters).stream().map(Problem::code).toList();
  }

  @Test
  void b04SeveralSequenceColumnsGiveAStructInDeclaredOrder() {
    Pipeline pipeline =
        Pipeline.named("p")
            .source("changes", Files.json("x").schema(COLUMNS))
            .streamingTable("t", Paimon.table())
            .autoCdcFlow(
                "t",
                flow ->
                    flow.from("changes")
                        .keys("id")
                        .sequenceBy("event_ts", "lsn")
                        .exceptColumns("event_ts", "lsn")
                        .storedAsScdType(ScdType.TYPE_2))
            .build();
    AutoCdcFlow flow = (AutoCdcFlow) pipeline.flows().get(0);
    ResolvedFlow resolved =
        ResolvedFlow.of(flow, pipeline.tables().get(0), pipeline.sources().get(0).visibleSchema());
    assertThat(resolved.sequenceType().asSummaryString())
        .isEqualTo("ROW<`event_ts` TIMESTAMP(3), `lsn` BIGINT>");
    assertThat(check(f -> f.sequenceBy("event_ts", "lsnn", "x.lsn")))
        .extracting(Problem::code)
        .containsExactly(ErrorCode.UNKNOWN_COLUMN, ErrorCode.QUALIFIED_COLUMN);
  }

  @Test
  void rowsAreOrderableIfTheirFieldsAre() {
    assertThat(codes(flow -> flow.sequenceBy("s"))).isEmpty();
    assertThat(codes(flow -> flow.sequenceBy("bad"))).containsExactly(ErrorCode.NOT_ORDERABLE);
    assertThat(codes(flow -> flow.keys("bad"))).containsExactly(ErrorCode.INVALID_KEY_TYPE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"__START_AT", "__start_at", "__End_At", "__SYSTEM_START_AT", "__system_end_at"})
  void b19ReservedNamesAreAnErrorInHistoriesOnly(String reserved) {
    String columns = "id BIGINT, a STRING, lsn BIGINT, `" + reserved + "` BIGINT";
    Consumer<AutoCdcFlow.Builder> history =
        flow -> flow.storedAsScdType(ScdType.TYPE_2).exceptColumns("lsn");
    assertThat(checkWithColumns(columns, history))
        .singleElement()
        .satisfies(
            problem -> {
              assertThat(problem.code()).isEqualTo(ErrorCode.RESERVED_COLUMN);
              assertThat(problem.what()).contains(reserved);
              assertThat(problem.remedy()).contains("except_column_list").contains("rename");
            });
    assertThat(
            checkWithColumns(columns, history.andThen(flow -> flow.exceptColumns("lsn", reserved))))
        .isEmpty();
    assertThat(checkWithColumns(columns, flow -> flow.storedAsScdType(ScdType.TYPE_1))).isEmpty();
  }

  @Test
  void b21AllWrongTrackedColumnsAreListedAtOnce() {
    assertThat(codes(flow -> flow.exceptColumns("b").trackHistory("id", "b", "nope")))
        .containsExactlyInAnyOrder(
            ErrorCode.TRACK_HISTORY_NEEDS_HISTORY,
            ErrorCode.NOT_TRACKABLE,
            ErrorCode.NOT_TRACKABLE,
            ErrorCode.UNKNOWN_COLUMN);
  }

  @Test
  void b28ConflictingAndEmptyListsOfIgnoredNulls() {
    assertThat(codes(flow -> flow.ignoreNullUpdates().ignoreNullUpdatesOn(List.of("a"))))
        .contains(ErrorCode.CONFLICTING_OPTIONS);
    assertThat(
            codes(
                flow ->
                    flow.ignoreNullUpdatesOn(List.of("a")).ignoreNullUpdatesExcept(List.of("b"))))
        .contains(ErrorCode.CONFLICTING_OPTIONS);
    assertThat(codes(flow -> flow.ignoreNullUpdatesOn(List.of()))).contains(ErrorCode.EMPTY_LIST);
    assertThat(codes(flow -> flow.ignoreNullUpdatesExcept(List.of()))).isEmpty();
    assertThat(codes(flow -> flow.columnsToUpdate("sets").ignoreNullUpdates()))
        .contains(ErrorCode.CONFLICTING_OPTIONS);
    assertThat(codes(flow -> flow.ignoreNullUpdatesOn(List.of("id"))))
        .contains(ErrorCode.NOT_ELIGIBLE);
    assertThat(codes(flow -> flow.ignoreNullUpdatesOn(List.of("s.x"))))
        .contains(ErrorCode.QUALIFIED_COLUMN);
    assertThat(codes(flow -> flow.ignoreNullUpdatesOn(List.of("s")))).isEmpty();
  }

  @Test
  void b59OptionsOfBitemporalFlowsArePaired() {
    Consumer<AutoCdcFlow.Builder> bitemporal =
        flow -> flow.storedAsScdType(ScdType.BITEMPORAL).exceptColumns("lsn");
    assertThat(codes(bitemporal)).containsExactly(ErrorCode.SYSTEM_SEQUENCE);
    assertThat(codes(bitemporal.andThen(flow -> flow.systemSequenceBy("event_ts"))))
        .containsExactly(ErrorCode.SEQUENCE_IS_TRACKED);
    assertThat(codes(flow -> flow.systemSequenceBy("event_ts")))
        .containsExactly(ErrorCode.SYSTEM_SEQUENCE);
    assertThat(
            codes(
                bitemporal.andThen(
                    flow ->
                        flow.systemSequenceBy("event_ts")
                            .columnsToUpdate("sets")
                            .applyAsTruncates("a = 'T'"))))
        .contains(ErrorCode.CONFLICTING_OPTIONS, ErrorCode.TRUNCATE_NEEDS_SCD1)
        .doesNotContain(ErrorCode.SYSTEM_SEQUENCE);
  }

  @Test
  void aBitemporalTargetHasAnIntervalOnEachAxis() {
    Pipeline pipeline =
        Pipeline.named("p")
            .source("changes", Files.json("x").schema(COLUMNS))
            .streamingTable("t", Paimon.table())
            .autoCdcFlow(
                "t",
                flow ->
                    flow.from("changes")
                        .keys("id")
                        .sequenceBy("lsn")
                        .systemSequenceBy("event_ts", "lsn")
                        .columns("id", "a")
                        .ignoreNullUpdates()
                        .storedAsScdType(ScdType.BITEMPORAL))
            .build();
    ResolvedFlow resolved =
        ResolvedFlow.of(
            (AutoCdcFlow) pipeline.flows().get(0),
            pipeline.tables().get(0),
            pipeline.sources().get(0).visibleSchema());
    assertThat(resolved.targetSchema())
        .hasToString(
            "id BIGINT NOT NULL, a STRING, __START_AT BIGINT NOT NULL,"
                + " __END_AT BIGINT,"
                + " __SYSTEM_START_AT ROW<`event_ts` TIMESTAMP(3), `lsn` BIGINT> NOT NULL,"
                + " __SYSTEM_END_AT ROW<`event_ts` TIMESTAMP(3), `lsn` BIGINT>");
    assertThat(resolved.targetKey()).containsExactly("id", "__START_AT", "__SYSTEM_START_AT");
  }

  @Test
  void flowsIntoOneBitemporalTargetAgreeOnTheTypeOfTheSystemSequence() {
    Pipeline.Builder pipeline =
        Pipeline.named("p")
            .source("changes", Files.json("x").schema(COLUMNS))
            .streamingTable("t", Paimon.table());
    for (String system : List.of("event_ts", "a")) {
      pipeline.autoCdcFlow(
          "t",
          flow ->
              flow.named("by_" + system)
                  .from("changes")
                  .keys("id")
                  .sequenceBy("lsn")
                  .systemSequenceBy(system)
                  .columns("id", "b")
                  .storedAsScdType(ScdType.BITEMPORAL));
    }
    assertThat(pipeline.check(new SimpleSqlAnalyzer()).problems())
        .singleElement()
        .satisfies(
            problem -> {
              assertThat(problem.code()).isEqualTo(ErrorCode.FLOWS_DISAGREE);
              assertThat(problem.what())
                  .contains("the type of the system sequence")
                  .contains("TIMESTAMP(3)");
            });
  }

  @Test
  void anEmptyListOfTrackedColumnsIsLegal() {
    assertThat(
            codes(
                flow ->
                    flow.storedAsScdType(ScdType.TYPE_2)
                        .exceptColumns("lsn")
                        .trackHistory(List.of())))
        .isEmpty();
  }

  @Test
  void flowsIntoOneTargetMayDifferInTheirColumnLists() {
    List<Problem> problems =
        Pipeline.named("p")
            .source("changes", Files.json("x").schema(COLUMNS))
            .source("others", Files.json("y").schema("id BIGINT, a STRING, lsn BIGINT, c INT"))
            .streamingTable("t", Paimon.table())
            .autoCdcFlow(
                "t",
                flow ->
                    flow.named("one")
                        .from("changes")
                        .keys("id")
                        .sequenceBy("lsn")
                        .exceptColumns("lsn")
                        .storedAsScdType(ScdType.TYPE_2))
            .autoCdcFlow(
                "t",
                flow ->
                    flow.named("two")
                        .from("others")
                        .keys("id")
                        .sequenceBy("lsn")
                        .columns("id", "a", "c")
                        .storedAsScdType(ScdType.TYPE_2))
            .check(new SimpleSqlAnalyzer())
            .problems();
    assertThat(problems).isEmpty();
  }

  @Test
  void buildThrowsEverythingAtOnce() {
    assertThatThrownBy(
            () ->
                Pipeline.named("p")
                    .source("changes", Files.json("x").schema("id LONG"))
                    .streamingTable("a.b.c.d", Paimon.table())
                    .autoCdcFlow("t", flow -> flow.from("chnages"))
                    .build())
        .isInstanceOfSatisfying(
            AutoCdcException.class,
            e ->
                assertThat(e.problems())
                    .extracting(Problem::code)
                    .containsExactly(
                        ErrorCode.INVALID_SCHEMA,
                        ErrorCode.INVALID_TABLE_NAME,
                        ErrorCode.UNKNOWN_SOURCE,
                        ErrorCode.UNKNOWN_TARGET,
                        ErrorCode.NO_KEYS,
                        ErrorCode.NO_SEQUENCE));
  }

  @Test
  void aTargetIsFoundInTheCatalogWhereItWasDeclared() {
    Pipeline pipeline =
        Pipeline.named("p")
            .catalogs(List.of("lake"))
            .source("changes", Files.json("x").schema(COLUMNS))
            .streamingTable("lake.silver.t", Paimon.table())
            .streamingTable("silver.u", new TableSpec("lake"))
            .autoCdcFlow("silver.u", flow -> flow.from("changes").keys("id").sequenceBy("lsn"))
            .build();
    assertThat(pipeline.flows().get(0).target()).hasToString("lake.silver.u");
  }
}
