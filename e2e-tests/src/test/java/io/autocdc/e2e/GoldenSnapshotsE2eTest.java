// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.autocdc.e2e.GoldenProject.Catalogs;
import io.autocdc.golden.GoldenCase;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The golden snapshots from outside, each snapshot a file. The cases take the ways to declare a
 * source of snapshots by turns, and each is declared with versions from a counter, too, where those
 * are the same. Tables of one case are in one catalog or in both, see {@link Catalogs}.
 */
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class GoldenSnapshotsE2eTest {

  /** Ways to write where a flow reads its snapshots. */
  private enum Spelling {
    LOAD_ACTION,
    MAPPING_IN_CONFIG,
    PATH_IN_CONFIG,
    QUALITY_VIEW,
    SQL_VIEW
  }

  /** A table of a case. */
  private record Variant(GoldenCase golden, int caseIndex, String versionFrom, String catalog) {
    String name() {
      return catalog + "_" + versionFrom + "_" + caseIndex;
    }
  }

  private static final List<GoldenCase> CASES = GoldenCase.load("snapshots");

  @Test
  void aRunForEachSnapshotGivesTheExpectedTables(@TempDir Path folder) {
    TestProject project = new TestProject(folder.resolve("project"));
    List<Variant> variants = variants(Catalogs.ALL, true);
    project.write("p.yaml", declare(variants, 0));
    Cli cli = new Cli(folder);
    int runs = CASES.stream().mapToInt(golden -> golden.snapshots().size()).max().orElseThrow();
    for (int i = 0; i < runs; i++) {
      deliver(project, i, i + 1);
      run(cli, "1");
    }
    check(cli, variants);
  }

  @Test
  void allSnapshotsInOneRunGiveTheExpectedTables(@TempDir Path folder) {
    TestProject project = new TestProject(folder.resolve("project"));
    List<Variant> variants = variants(Catalogs.DELTA_LAST, false);
    project.write("p.yaml", declare(variants, 2));
    deliver(project, 0, Integer.MAX_VALUE);
    Cli cli = new Cli(folder);
    run(cli, "4");
    check(cli, variants);
  }

  @Test
  void aScriptGivesTheExpectedTables(@TempDir Path folder) {
    TestProject project = new TestProject(folder.resolve("project"));
    List<Variant> variants = variants(Catalogs.DELTA_FIRST, false);
    deliver(project, 0, Integer.MAX_VALUE);
    project.write("p.yaml", declare(variants, 1));
    project.write("p.sql", ScriptForm.of(folder.resolve("project/p.yaml")));
    Cli cli = new Cli(folder);
    run(cli, "2");
    check(cli, variants);
  }

  private static List<Variant> variants(Catalogs catalogs, boolean withCounter) {
    List<Variant> variants = new ArrayList<>();
    for (int i = 0; i < CASES.size(); i++) {
      for (String catalog : catalogs.unlessFull().of(i)) {
        variants.add(new Variant(CASES.get(i), i, "file_name", catalog));
      }
      if (withCounter && isCounted(CASES.get(i))) {
        for (String catalog : Catalogs.DELTA_FIRST.unlessFull().of(i)) {
          variants.add(new Variant(CASES.get(i), i, "counter", catalog));
        }
      }
    }
    return variants;
  }

  private static boolean isCounted(GoldenCase golden) {
    List<Integer> versions = golden.snapshots().stream().map(GoldenCase.Snapshot::version).toList();
    return versions.equals(IntStream.rangeClosed(1, versions.size()).boxed().toList());
  }

  private static String declare(List<Variant> variants, int firstSpelling) {
    List<String> actions = new ArrayList<>();
    for (int i = 0; i < variants.size(); i++) {
      Spelling spelling = Spelling.values()[(i + firstSpelling) % Spelling.values().length];
      actions.add(declare(variants.get(i), spelling));
    }
    return TestProject.pipeline(actions.toArray(String[]::new));
  }

  private static String declare(Variant variant, Spelling spelling) {
    String name = variant.name();
    String path = "data/case_" + variant.caseIndex;
    String schema = variant.golden.schemaText();
    String load =
        """
          - name: load_%1$s
            type: load
            source: { type: files, path: %2$s, format: json, schema: "%3$s" }
            target: v_%1$s
        """
            .formatted(name, path, schema);
    Map<String, String> config = new LinkedHashMap<>();
    config.put("version_from", variant.versionFrom);
    variant.golden.flow().forEach((key, value) -> config.put(key, value.toString()));
    String before = "";
    String source = null;
    switch (spelling) {
      case LOAD_ACTION -> {
        before = load;
        source = "v_" + name;
      }
      case MAPPING_IN_CONFIG ->
          config.put(
              "source", "{ path: %s, format: json, schema: \"%s\" }".formatted(path, schema));
      case PATH_IN_CONFIG -> {
        config.put("source", path);
        config.put("format", "json");
        config.put("schema", "\"" + schema + "\"");
      }
      case QUALITY_VIEW -> {
        before =
            load
                + """
                  - name: check_%1$s
                    type: transform
                    transform_type: data_quality
                    source: v_%1$s
                    expectations:
                      - { name: has_id, expression: "id IS NOT NULL", failureAction: fail }
                    target: checked_%1$s
                """
                    .formatted(name);
        source = "checked_" + name;
      }
      case SQL_VIEW -> {
        before =
            load
                + """
                  - name: select_%1$s
                    type: transform
                    transform_type: sql
                    source: v_%1$s
                    sql: "SELECT %2$s FROM v_%1$s WHERE id > 0"
                    target: selected_%1$s
                """
                    .formatted(name, String.join(", ", variant.golden.schema().keySet()));
        source = "selected_" + name;
      }
    }
    StringBuilder text = new StringBuilder(before);
    text.append("  - name: ").append(name).append("\n    type: write\n");
    if (source != null) {
      text.append("    source: ").append(source).append("\n");
    }
    text.append(
        """
            write_target:
              type: streaming_table
              catalog: %s
              schema: golden
              table: %s
              mode: snapshot_cdc
              snapshot_cdc_config:
        """
            .formatted(variant.catalog, name));
    config.forEach((key, value) -> text.append("        " + key + ": " + value + "\n"));
    return text.toString();
  }

  private static void deliver(TestProject project, int from, int to) {
    for (int i = 0; i < CASES.size(); i++) {
      GoldenCase golden = CASES.get(i);
      List<GoldenCase.Snapshot> snapshots = golden.snapshots();
      for (int j = from; j < Math.min(to, snapshots.size()); j++) {
        GoldenCase.Snapshot snapshot = snapshots.get(j);
        List<String> lines = snapshot.rows().stream().map(golden::json).toList();
        project.write(
            "data/case_" + i + "/snapshot_" + snapshot.version() + ".json",
            String.join("\n", lines) + "\n");
      }
    }
  }

  private static void run(Cli cli, String parallelism) {
    Cli.Result result =
        cli.runHere("run", "project", "--warehouse", "w", "--parallelism", parallelism).expect(0);
    assertThat(result.err()).doesNotContain("Exception");
  }

  private static void check(Cli cli, List<Variant> variants) {
    SoftAssertions softly = new SoftAssertions();
    for (Variant variant : variants) {
      String table = variant.catalog + ".golden." + variant.name();
      List<String> rows =
          cli.runHere("show", table, "--warehouse", "w", "--format", "json").expect(0).lines();
      softly
          .assertThat(rows)
          .as("%s in %s", variant.golden, table)
          .isEqualTo(variant.golden.expectedJson());
    }
    softly.assertAll();
  }
}
