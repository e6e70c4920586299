// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.autocdc.dsl.Expectation;
import io.autocdc.dsl.Files;
import io.autocdc.dsl.Flow;
import io.autocdc.dsl.Paimon;
import io.autocdc.dsl.Pipeline;
import io.autocdc.dsl.Source;
import io.autocdc.dsl.StreamingTable;
import io.autocdc.dsl.View;
import io.autocdc.dsl.yaml.ProjectReader;
import io.autocdc.dsl.yaml.ReadOptions;
import io.autocdc.jobs.graph.GraphHtml;
import io.autocdc.jobs.graph.LineageGraph;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The page of {@code graph --format html} as readers see it, on a screen and on a telephone. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class GraphPageE2eTest {

  private static final int SCREEN = 1280;
  private static final int TABLET = 800;
  private static final int TELEPHONE = 400;
  private static final String SCHEMA = "id BIGINT, name STRING, op STRING, seq BIGINT";

  @TempDir private static Path folder;

  private static Browser browser;

  @BeforeAll
  static void findBrowser() {
    Browser.Found found = Browser.find(folder);
    assumeTrue(found.browser() != null, () -> "the page was not looked at: " + found.problem());
    browser = found.browser();
  }

  @Test
  void theExampleReadsWell() throws Exception {
    Pipeline example =
        ProjectReader.read(Cli.ROOT.resolve("examples/customers"), ReadOptions.defaults())
            .pipelines()
            .get(0)
            .build();
    assertReadsWell(List.of(example));
  }

  @Test
  void aLargeProjectWithLongNamesReadsWell() throws Exception {
    assertReadsWell(List.of(regions(), join()));
  }

  private static void assertReadsWell(List<Pipeline> pipelines) throws Exception {
    String page =
        GraphHtml.render(pipelines.stream().map(p -> LineageGraph.of(p, Set.of())).toList());
    assertThat(page).doesNotContainPattern("<script|<link|<img|@import|url\\((?!#)|(src|href)=");
    List<String> names = pipelines.stream().flatMap(p -> names(p).stream()).toList();
    SoftAssertions softly = new SoftAssertions();
    for (int width : new int[] {SCREEN, TABLET, TELEPHONE}) {
      softly.assertThat(browser.problems(page, width, false, names)).as("%d px", width).isEmpty();
    }
    softly.assertThat(browser.problems(page, SCREEN, true, names)).as("dark").isEmpty();
    softly.assertAll();
  }

  private static List<String> names(Pipeline pipeline) {
    List<String> names = new ArrayList<>();
    pipeline.sources().stream().map(Source::name).forEach(names::add);
    pipeline.flows().stream().map(Flow::name).forEach(names::add);
    pipeline.tables().stream().map(StreamingTable::name).map(Object::toString).forEach(names::add);
    for (View view : pipeline.views()) {
      names.add(view.name());
      if (view instanceof View.QualityView quality) {
        quality.expectations().stream().map(Expectation::name).forEach(names::add);
      }
    }
    return names;
  }

  /** Five columns of boxes on a screen. */
  private static Pipeline regions() {
    Pipeline.Builder pipeline = Pipeline.named("regional_customers");
    for (int i = 0; i < 8; i++) {
      String source = "v_customer_changes_of_region_" + i;
      pipeline.source(
          source, Files.json("data/landing/region_" + i + "/customers/*.json").schema(SCHEMA));
      pipeline.expectations(
          "checked_" + i,
          source,
          rules ->
              rules
                  .expectOrDrop("valid_identifier", "id IS NOT NULL")
                  .expectOrQuarantine("known operation of a region", "op IN ('I', 'U', 'D')"));
    }
    pipeline.view(
        "v_all_customer_changes_of_the_first_two_regions",
        "SELECT * FROM checked_0 UNION ALL SELECT * FROM checked_1");
    flow(pipeline, "silver.customers", "v_all_customer_changes_of_the_first_two_regions");
    flow(pipeline, "silver.customers_history", "v_all_customer_changes_of_the_first_two_regions");
    for (int i = 2; i < 8; i++) {
      flow(pipeline, "silver.customers_of_region_with_the_rather_long_name_" + i, "checked_" + i);
    }
    return pipeline.build();
  }

  /** Names in other scripts, without a place to break them, and with what is special in pages. */
  private static Pipeline join() {
    Pipeline.Builder pipeline = Pipeline.named("顧客 <&> \"customers\"");
    pipeline.source("顧客変更履歴データソース東京大阪名古屋札幌福岡", Files.json("データ").schema(SCHEMA));
    pipeline.source("W".repeat(60), Files.json("w").schema(SCHEMA));
    pipeline.view(
        "<b>both</b> & \"more\"",
        "SELECT a.* FROM `顧客変更履歴データソース東京大阪名古屋札幌福岡` a JOIN `"
            + "W".repeat(60)
            + "` b ON a.id = b.id");
    flow(pipeline, "gold.`M" + "m".repeat(50) + "`", "<b>both</b> & \"more\"");
    flow(pipeline, "gold.`Клиенты и их истории`", "<b>both</b> & \"more\"");
    return pipeline.build();
  }

  private static void flow(Pipeline.Builder pipeline, String table, String source) {
    pipeline.streamingTable(table, Paimon.table());
    pipeline.autoCdcFlow(table, flow -> flow.from(source).keys("id").sequenceBy("seq"));
  }
}
