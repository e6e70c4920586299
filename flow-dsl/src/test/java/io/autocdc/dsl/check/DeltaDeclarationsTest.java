// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.autocdc.dsl.AutoCdcFlow;
import io.autocdc.dsl.Delta;
import io.autocdc.dsl.DeltaFeeds;
import io.autocdc.dsl.Pipeline;
import io.autocdc.dsl.ReadMode;
import io.autocdc.dsl.ResolvedFlow;
import io.autocdc.dsl.Source;
import io.autocdc.dsl.SourceSpec;
import io.autocdc.dsl.SourceTypes;
import io.autocdc.dsl.TableName;
import io.autocdc.dsl.problem.Problem;
import io.autocdc.dsl.type.Column;
import io.autocdc.dsl.type.TableSchema;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Flows over Delta tables: change feeds, appended rows, snapshots. */
class DeltaDeclarationsTest {

  private static final String COLUMNS = "id BIGINT NOT NULL, region STRING";

  private static SourceSpec feed() {
    return Delta.changes("bronze.t").schema(COLUMNS);
  }

  private static Pipeline.Builder pipeline(
      SourceSpec source, Consumer<AutoCdcFlow.Builder> parameters) {
    return Pipeline.named("p")
        .source("feed", source)
        .streamingTable("silver.t", Delta.table())
        .autoCdcFlow("silver.t", flow -> parameters.accept(flow.from("feed")));
  }

  private static Pipeline.Builder behind(String query, Consumer<AutoCdcFlow.Builder> parameters) {
    return Pipeline.named("p")
        .source("feed", feed().primaryKey("id"))
        .view("v", query)
        .streamingTable("silver.t", Delta.table())
        .autoCdcFlow("silver.t", flow -> parameters.accept(flow.from("v")));
  }

  private static List<String> problems(Pipeline.Builder pipeline) {
    return pipeline.check(new SimpleSqlAnalyzer()).problems().stream()
        .map(Problem::toString)
        .toList();
  }

  private static void assertProblem(Pipeline.Builder pipeline, String... texts) {
    assertThat(problems(pipeline)).singleElement().asString().contains(texts);
  }

  private static AutoCdcFlow complete(Pipeline pipeline) {
    TableSchema read =
        SchemaResolver.resolve(pipeline, new SimpleSqlAnalyzer())
            .get(pipeline.flows().get(0).source());
    return new FeedFlows(pipeline).complete((AutoCdcFlow) pipeline.flows().get(0), read);
  }

  @Test
  void theFeedGivesKeysAndSequenceAndItsColumnsStayOutOfTheTarget() {
    Pipeline pipeline = pipeline(feed().primaryKey("id"), flow -> {}).build();
    AutoCdcFlow flow = complete(pipeline);
    assertThat(flow.keys()).containsExactly("id");
    assertThat(flow.sequenceBy()).containsExactly("_commit_version");
    Source source = pipeline.sources().get(0);
    assertThat(source.table()).contains(new TableName("delta", "bronze", "t"));
    assertThat(source.visibleSchema().names())
        .containsExactly("id", "region", "_change_type", "_commit_version", "_commit_timestamp");
    assertThat(ResolvedFlow.outputColumns(flow, source.visibleSchema()))
        .extracting(Column::name)
        .containsExactly("id", "region");
  }

  @Test
  void appendedRowsHaveNoChangeTypeAndTheirFlowsSayKeysAndSequence() {
    SourceSpec appended = Delta.appended("bronze.t").schema(COLUMNS);
    assertThat(problems(pipeline(appended, flow -> {}))).hasSize(2);
    Pipeline.Builder said =
        pipeline(appended, flow -> flow.keys("id").sequenceBy("_commit_version"));
    assertThat(problems(said)).isEmpty();
    assertThat(said.build().sources().get(0).addedColumns())
        .extracting(Column::name)
        .containsExactly("_commit_version", "_commit_timestamp");
  }

  @Test
  void rowsArePairedByTheKeysOfTheFlowsThatReadThem() {
    Pipeline own = pipeline(feed().primaryKey("id"), flow -> flow.keys("region")).build();
    assertThat(new FeedFlows(own).keysOf(own.sources().get(0))).containsExactly("region");
    assertProblem(
        pipeline(feed(), flow -> flow.keys("id"))
            .streamingTable("silver.u", Delta.table())
            .autoCdcFlow("silver.u", flow -> flow.from("feed").keys("region")),
        "FEED_KEYS",
        "different keys",
        "once for each of them");
  }

  @Test
  void aViewThatLosesTheChangeTypeIsWarnedOf() {
    assertProblem(
        behind("SELECT id, region, _commit_version FROM feed", flow -> {}),
        "LOST_CONTROL_COLUMN",
        "_change_type",
        "rows as they were before an update");
    assertThat(
            problems(behind("SELECT id, region, _change_type, _commit_version FROM feed", f -> {})))
        .isEmpty();
    assertProblem(
        Pipeline.named("p")
            .source("feed", feed().primaryKey("id"))
            .streamingTable("silver.t", Delta.table())
            .appendFlow("silver.t", flow -> flow.from("feed")),
        "LOST_CONTROL_COLUMN",
        "SELECT *, _change_type AS op");
  }

  @Test
  void rulesThatCanTakeDeletesOutAreWarnedOf() {
    assertProblem(
        Pipeline.named("p")
            .source("feed", feed().primaryKey("id"))
            .expectations("v", "feed", rules -> rules.expectOrDrop("r", "region IS NOT NULL"))
            .streamingTable("silver.t", Delta.table())
            .autoCdcFlow("silver.t", flow -> flow.from("v")),
        "DROPS_DELETES",
        "_change_type = 'delete'");
  }

  @Test
  void optionsThatDoNotGoTogetherAreRefused() {
    Consumer<AutoCdcFlow.Builder> said = flow -> flow.keys("id").sequenceBy("_commit_version");
    SourceSpec appended = Delta.appended("bronze.t").schema(COLUMNS);
    assertProblem(pipeline(appended.option("path", "x"), said), "both a table and a path");
    assertProblem(
        pipeline(new SourceSpec(SourceTypes.DELTA).schema(COLUMNS), said),
        "MISSING_KEY",
        "no table");
    assertProblem(
        pipeline(feed().option(DeltaFeeds.STARTING_VERSION, "-1"), said),
        "starting_version '-1'",
        "latest");
    assertProblem(
        pipeline(feed().option(DeltaFeeds.STARTING_TIMESTAMP, "2026-01-31"), said),
        "starting_timestamp '2026-01-31'",
        "with a zone");
    assertProblem(
        pipeline(
            feed().startingVersion(1).option(DeltaFeeds.STARTING_TIMESTAMP, "2026-01-31T00:00:00Z"),
            said),
        "a starting_version and a starting_timestamp");
    assertProblem(
        pipeline(feed().option(DeltaFeeds.SKIP_CHANGE_COMMITS, "true"), said),
        "read_change_feed and skip_change_commits");
    assertProblem(
        pipeline(Delta.appended("bronze.t").schema(COLUMNS).primaryKey("id"), said),
        "primary_key and reads appended rows");
    assertProblem(
        pipeline(feed().readMode(ReadMode.BATCH), said),
        "CONFLICTING_OPTIONS",
        "readMode is batch");
    assertProblem(pipeline(Delta.changes("silver.t").schema(COLUMNS), said), "silver.t");
    assertThat(
            problems(
                pipeline(
                    Delta.changes("bronze.t").schema(COLUMNS + ", _change_type STRING"), said)))
        .anySatisfy(problem -> assertThat(problem).contains("DUPLICATE_COLUMN", "_change_type"));
    assertThat(problems(pipeline(feed().option(SourceTypes.VERSION_FROM, "counter"), said)))
        .anySatisfy(problem -> assertThat(problem).contains("read_change_feed and version_from"));
  }

  @Test
  void whatIsThereAtTheBeginningIsNotWhatWasReadBefore() {
    assertThat(named(feed()).beginsWithWhatThereIs()).isTrue();
    assertThat(named(feed().startingVersion(0)).beginsWithWhatThereIs()).isFalse();
    assertThat(named(feed().option(DeltaFeeds.STARTING_VERSION, "latest")).beginsWithWhatThereIs())
        .isTrue();
    assertThat(named(Delta.snapshots("bronze.t").schema(COLUMNS)).beginsWithWhatThereIs())
        .isFalse();
  }

  private static Source named(SourceSpec spec) {
    return Pipeline.named("p").source("s", spec).build().sources().get(0);
  }
}
