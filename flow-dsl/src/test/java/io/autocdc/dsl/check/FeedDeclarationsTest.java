// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.autocdc.dsl.AutoCdcFlow;
import io.autocdc.dsl.ChangeFeeds;
import io.autocdc.dsl.Files;
import io.autocdc.dsl.Paimon;
import io.autocdc.dsl.Pipeline;
import io.autocdc.dsl.ResolvedFlow;
import io.autocdc.dsl.ScdType;
import io.autocdc.dsl.SourceSpec;
import io.autocdc.dsl.problem.Problem;
import io.autocdc.dsl.type.Column;
import io.autocdc.dsl.type.TableSchema;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Flows over change feeds, which need not say what the feed says. */
class FeedDeclarationsTest {

  private static final String COLUMNS = "id BIGINT NOT NULL, region STRING, doc STRING";

  private static SourceSpec feed() {
    return Files.debeziumJson("x").schema(COLUMNS);
  }

  private static Pipeline.Builder pipeline(
      SourceSpec source, Consumer<AutoCdcFlow.Builder> parameters) {
    return Pipeline.named("p")
        .source("feed", source)
        .streamingTable("t", Paimon.table())
        .autoCdcFlow("t", flow -> parameters.accept(flow.from("feed")));
  }

  private static List<String> problems(Pipeline.Builder pipeline) {
    return pipeline.check(new SimpleSqlAnalyzer()).problems().stream()
        .map(Problem::toString)
        .toList();
  }

  private static AutoCdcFlow complete(Pipeline pipeline) {
    TableSchema read =
        SchemaResolver.resolve(pipeline, new SimpleSqlAnalyzer())
            .get(pipeline.flows().get(0).source());
    return new FeedFlows(pipeline).complete((AutoCdcFlow) pipeline.flows().get(0), read);
  }

  @Test
  void theFeedGivesKeysAndSequenceThatTheFlowLeavesOut() {
    Pipeline postgres = pipeline(feed().primaryKey("id", "region"), flow -> {}).build();
    AutoCdcFlow flow = complete(postgres);
    assertThat(flow.keys()).containsExactly("id", "region");
    assertThat(flow.sequenceBy()).containsExactly("__source_lsn");
    assertThat(((AutoCdcFlow) postgres.flows().get(0)).keys()).isEmpty();

    Pipeline mysql =
        pipeline(feed().option(ChangeFeeds.DATABASE, "mysql"), f -> f.keys("id")).build();
    assertThat(complete(mysql).sequenceBy()).containsExactly("__source_pos");
    assertThat(
            complete(pipeline(feed(), f -> f.keys("id").sequenceBy("__ts_ms")).build())
                .sequenceBy())
        .containsExactly("__ts_ms");
  }

  @Test
  void controlColumnsStayOutOfTheTargetUnlessAskedFor() {
    Pipeline pipeline = pipeline(feed().primaryKey("id"), flow -> {}).build();
    TableSchema read = pipeline.sources().get(0).visibleSchema();
    assertThat(ResolvedFlow.outputColumns(complete(pipeline), read))
        .extracting(Column::name)
        .containsExactly("id", "region", "doc");
    assertThat(read.names())
        .endsWith(
            ChangeFeeds.OP,
            "__ts_ms",
            "__source_ts_ms",
            "__source_lsn",
            "__source_pos",
            "__snapshot",
            "__unavailable");
    assertThat(read.columns()).allMatch(column -> column.type().isNullable());
    Pipeline listed = pipeline(feed().primaryKey("id"), flow -> flow.columns("id", "__op")).build();
    assertThat(ResolvedFlow.outputColumns(complete(listed), read))
        .extracting(Column::name)
        .containsExactly("id", "__op");
  }

  @Test
  void keysMustBeKnownToWhoReadsTheRecords() {
    assertThat(problems(pipeline(feed(), flow -> {})))
        .singleElement()
        .asString()
        .contains("NO_KEYS");
    assertThat(problems(pipeline(feed(), flow -> flow.keys("id")))).isEmpty();
    Pipeline.Builder disagreeing =
        pipeline(feed(), flow -> flow.keys("id"))
            .streamingTable("u", Paimon.table())
            .autoCdcFlow("u", flow -> flow.from("feed").keys("region"));
    assertThat(problems(disagreeing))
        .singleElement()
        .asString()
        .contains("FEED_KEYS", "different keys", "primary_key");
    assertThat(problems(pipeline(feed().primaryKey("id"), flow -> flow.keys("region"))))
        .singleElement()
        .asString()
        .contains("FEED_KEYS", "[id]", "[region]");
    assertThat(problems(pipeline(feed().primaryKey("idd"), flow -> {})))
        .anySatisfy(problem -> assertThat(problem).contains("UNKNOWN_COLUMN", "'id'"));
  }

  @Test
  void aViewThatLosesWhatTheFeedSaysIsWarnedOf() {
    assertThat(problems(behind("SELECT id, doc, __source_lsn FROM feed", flow -> {})))
        .hasSize(2)
        .anySatisfy(p -> assertThat(p).contains("LOST_CONTROL_COLUMN", "__op", "apply_as_deletes"))
        .anySatisfy(p -> assertThat(p).contains("LOST_CONTROL_COLUMN", "__unavailable"));
    assertThat(
            problems(
                behind(
                    "SELECT id, doc, __source_lsn, __unavailable FROM feed",
                    flow -> flow.applyAsDeletes("doc IS NULL"))))
        .isEmpty();
    assertThat(
            problems(
                behind("SELECT id, doc, __op, __source_lsn, __unavailable FROM feed", f -> {})))
        .isEmpty();
    assertThat(problems(behind("SELECT id, doc, __op, __unavailable FROM feed", f -> {})))
        .singleElement()
        .asString()
        .contains("NO_SEQUENCE");
  }

  private static Pipeline.Builder behind(String query, Consumer<AutoCdcFlow.Builder> parameters) {
    return Pipeline.named("p")
        .source("feed", feed().primaryKey("id"))
        .view("v", query)
        .streamingTable("t", Paimon.table())
        .autoCdcFlow("t", flow -> parameters.accept(flow.from("v")));
  }

  @Test
  void rulesThatCanTakeDeletesAndTruncatesOutAreWarnedOf() {
    Pipeline.Builder rule = ruled("doc IS NOT NULL", ScdType.TYPE_1);
    assertThat(problems(rule))
        .hasSize(2)
        .anySatisfy(p -> assertThat(p).contains("DROPS_DELETES", "truncates", "__op = 't'"))
        .anySatisfy(p -> assertThat(p).contains("DROPS_DELETES", "deletes", "__op = 'd'"));
    assertThat(problems(ruled("doc IS NOT NULL OR __op = 'd'", ScdType.TYPE_2))).isEmpty();
    assertThat(problems(ruled("id IS NOT NULL", ScdType.TYPE_2))).isEmpty();
  }

  private static Pipeline.Builder ruled(String rule, ScdType type) {
    return Pipeline.named("p")
        .source("feed", feed().primaryKey("id"))
        .expectations("v", "feed", rules -> rules.expectOrDrop("r", rule))
        .streamingTable("t", Paimon.table())
        .autoCdcFlow("t", flow -> flow.from("v").storedAsScdType(type));
  }
}
