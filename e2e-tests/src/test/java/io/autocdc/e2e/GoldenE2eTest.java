// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.autocdc.golden.Arrivals;
import io.autocdc.golden.GoldenCase;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The golden cases from outside: JSON files through {@code ./autocdc run}, one run a batch, all
 * cases of a file in one pipeline, tables through {@code ./autocdc show --format json}.
 */
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class GoldenE2eTest {

  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"scd1", "scd2", "partial_updates", "bitemporal"})
  void aRunForEachBatchGivesTheExpectedTables(String file, @TempDir Path folder) {
    List<GoldenCase> cases = GoldenCase.load(file);
    List<List<List<List<Object>>>> batches = new ArrayList<>();
    cases.forEach(golden -> batches.add(golden.cut(golden.events())));
    check(new GoldenProject(folder.resolve("project"), cases), cases, batches, "1");
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"scd1", "scd2"})
  void aScriptGivesTheExpectedTables(String file, @TempDir Path folder) {
    List<GoldenCase> cases = GoldenCase.load(file);
    List<List<List<List<Object>>>> batches =
        cases.stream().map(golden -> List.of(golden.events())).toList();
    check(new GoldenProject(folder.resolve("project"), cases).asScript(), cases, batches, "2");
  }

  @Test
  void shuffledDuplicatedAndCutElsewhereTheTablesAreTheSame(@TempDir Path folder) {
    List<GoldenCase> cases = GoldenCase.load("scd2");
    Random random = new Random(11);
    List<List<List<List<Object>>>> batches = new ArrayList<>();
    for (GoldenCase golden : cases) {
      List<List<Object>> shuffled = new ArrayList<>(golden.events());
      Collections.shuffle(shuffled, random);
      List<List<Object>> arrivals = Arrivals.withDuplicates(shuffled, random);
      int half = arrivals.size() / 2;
      batches.add(List.of(arrivals.subList(0, half), arrivals.subList(half, arrivals.size())));
    }
    check(new GoldenProject(folder.resolve("project"), cases), cases, batches, "2");
  }

  private static void check(
      GoldenProject project,
      List<GoldenCase> cases,
      List<List<List<List<Object>>>> batches,
      String parallelism) {
    Cli cli = new Cli(project.folder().getParent());
    int runs = batches.stream().mapToInt(List::size).max().orElseThrow();
    for (int batch = 0; batch < runs; batch++) {
      project.deliver(batch, batches);
      Cli.Result result =
          cli.runHere("run", "project", "--warehouse", "warehouse", "--parallelism", parallelism)
              .expect(0);
      assertThat(result.err()).doesNotContain("Exception");
    }
    SoftAssertions softly = new SoftAssertions();
    for (int i = 0; i < cases.size(); i++) {
      List<String> rows =
          cli.runHere(
                  "show", GoldenProject.table(i), "--warehouse", "warehouse", "--format", "json")
              .expect(0)
              .lines();
      softly.assertThat(rows).as("%s", cases.get(i)).isEqualTo(cases.get(i).expectedJson());
    }
    softly.assertAll();
  }
}
