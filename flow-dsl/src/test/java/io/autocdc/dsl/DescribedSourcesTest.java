// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl;

import static org.assertj.core.api.Assertions.assertThat;

import io.autocdc.dsl.Pipeline.Checked;
import io.autocdc.dsl.check.SqlAnalyzer;
import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Problem;
import io.autocdc.dsl.type.TableSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DescribedSourcesTest {

  private static final SourceDescription TABLE =
      new SourceDescription(TableSchema.parse("id BIGINT, name STRING"), List.of("id"));

  @Test
  void aFeedTakesItsColumnsAndKeyFromItsSystemIfItDeclaresNone() {
    Source feed = check(Map.of(), null, source -> Optional.of(TABLE)).pipeline().sources().get(0);

    assertThat(feed.schema()).isEqualTo(TABLE.schema());
    assertThat(ChangeFeeds.primaryKey(feed)).containsExactly("id");
  }

  @Test
  void whatIsDeclaredStays() {
    Map<String, String> options = Map.of(ChangeFeeds.PRIMARY_KEY, "name");

    Source feed = check(options, null, source -> Optional.of(TABLE)).pipeline().sources().get(0);

    assertThat(ChangeFeeds.primaryKey(feed)).containsExactly("name");
  }

  @Test
  void nobodyIsAskedForASourceThatLeavesNothingOut() {
    List<Source> asked = new ArrayList<>();

    check(
        Map.of(),
        "id BIGINT",
        source -> {
          asked.add(source);
          return Optional.empty();
        });

    assertThat(asked).isEmpty();
  }

  @Test
  void aSystemThatRefusesToTellIsTheOnlyProblem() {
    Problem refusal =
        Problem.error(null, ErrorCode.INVALID_VALUE, "it is broken", "by chance", "mend it");

    Checked checked =
        check(
            Map.of(),
            null,
            source -> {
              throw new AutoCdcException(refusal);
            });

    assertThat(checked.problems()).containsExactly(refusal);
  }

  private static Checked check(
      Map<String, String> options, String schema, SourceDescriber describer) {
    Source source =
        new Source(
            "changes",
            SourceTypes.FILES,
            ReadMode.STREAM,
            Map.of("path", "changes", "format", ChangeFeeds.DEBEZIUM_JSON),
            schema == null ? null : TableSchema.parse(schema),
            null);
    return Pipeline.named("p")
        .source(source.withOptions(options))
        .streamingTable("t", Paimon.table())
        .autoCdcFlow(
            "t",
            flow -> {
              flow.from("changes");
              if (schema != null) {
                flow.keys("id");
              }
            })
        .check(SqlAnalyzer.NONE, describer);
  }
}
