// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.autocdc.e2e.GoldenProject.Catalogs;
import io.autocdc.golden.Arrivals;
import io.autocdc.golden.GoldenCase;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The golden cases from outside: JSON files through {@code ./autocdc run}, one run a batch, all
 * cases of a file in one pipeline, tables through {@code ./autocdc show --format json}. Where the
 * front end or the order is what counts, cases take turns with the catalogs in the short form.
 */
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class GoldenE2eTest {

  private static final boolean FULL = "full".equals(System.getProperty("autocdc.test.size"));

  static List<String> files() {
    return List.of("scd1", "scd2", "partial_updates", "bitemporal");
  }

  /** Those with most of the cases in the short form. */
  static List<String> sampledFiles() {
    return FULL ? files() : List.of("scd1", "scd2");
  }

  /** That with most of the history in the short form. */
  static List<String> sampledFile() {
    return FULL ? files() : List.of("scd2");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("files")
  void aRunForEachBatchGivesTheExpectedTables(String file, @TempDir Path folder) {
    List<GoldenCase> cases = GoldenCase.load(file);
    List<List<List<List<Object>>>> batches = new ArrayList<>();
    cases.forEach(golden -> batches.add(golden.cut(golden.events())));
    check(project(folder, cases, Catalogs.ALL), batches, "1");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("sampledFiles")
  void aScriptGivesTheExpectedTables(String file, @TempDir Path folder) {
    List<GoldenCase> cases = GoldenCase.load(file);
    List<List<List<List<Object>>>> batches =
        cases.stream().map(golden -> List.of(golden.events())).toList();
    check(project(folder, cases, Catalogs.DELTA_LAST).asScript(), batches, "2");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("sampledFile")
  void shuffledDuplicatedAndCutElsewhereTheTablesAreTheSame(String file, @TempDir Path folder) {
    List<GoldenCase> cases = GoldenCase.load(file);
    Random random = new Random(11);
    List<List<List<List<Object>>>> batches = new ArrayList<>();
    for (GoldenCase golden : cases) {
      List<List<Object>> shuffled = new ArrayList<>(golden.events());
      Collections.shuffle(shuffled, random);
      List<List<Object>> arrivals = Arrivals.withDuplicates(shuffled, random);
      int half = arrivals.size() / 2;
      batches.add(List.of(arrivals.subList(0, half), arrivals.subList(half, arrivals.size())));
    }
    check(project(folder, cases, Catalogs.DELTA_FIRST), batches, "2");
  }

  private static GoldenProject project(Path folder, List<GoldenCase> cases, Catalogs catalogs) {
    return new GoldenProject(folder.resolve("project"), cases, catalogs.unlessFull());
  }

  private static void check(
      GoldenProject project, List<List<List<List<Object>>>> batches, String parallelism) {
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
    project.check(cli, "warehouse", softly);
    softly.assertAll();
  }
}
