// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import io.autocdc.dsl.AutoCdcFlow;
import io.autocdc.dsl.Pipeline;
import io.autocdc.dsl.Source;
import io.autocdc.dsl.View;
import io.autocdc.dsl.problem.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProjectReaderTest {

  @TempDir private Path folder;
  private TemporaryProject project;

  @BeforeEach
  void makeProject() {
    project = new TemporaryProject(folder.resolve("shop"));
  }

  private static String flowgroup(String pipeline, String name) {
    return """
        pipeline: %1$s
        flowgroup: %2$s
        actions:
          - name: load_%2$s
            type: load
            source: { type: files, path: data/%2$s, format: json, schema: "id BIGINT, seq BIGINT" }
            target: %2$s
          - name: write_%2$s
            type: write
            source: %2$s
            write_target: { table: silver.%2$s, cdc_config: { keys: id, sequence_by: seq } }
        """
        .formatted(pipeline, name);
  }

  private static String load(String source) {
    return """
        pipeline: p
        actions:
          - name: load
            type: load
            source: %s
            target: changes
        """
        .formatted(source);
  }

  @Test
  void flowgroupsOfOnePipelineAreJoinedInTheOrderOfPaths() {
    project
        .file("pipelines/b.yaml", flowgroup("silver", "second"))
        .file("pipelines/a.yml", flowgroup("silver", "first"))
        .file("other.yaml", flowgroup("gold", "third"));

    assertThat(project.problems("")).isEmpty();
    List<Pipeline> pipelines = project.check("").pipelines();
    assertThat(pipelines).extracting(Pipeline::name).containsExactly("gold", "silver");
    assertThat(pipelines.get(1).sources())
        .extracting(Source::name)
        .containsExactly("first", "second");
  }

  @Test
  void oneFileCanHoldSeveralDocumentsAndSeveralFlowgroups() {
    project.file(
        "all.yaml",
        flowgroup("one", "a")
            + "---\n"
            + flowgroup("two", "b")
            + """
            ---
            pipeline: two
            flowgroups:
              - flowgroup: x
                actions:
                  - { name: v, type: transform, transform_type: sql, sql: SELECT id FROM b, target: v }
              - flowgroup: y
                actions:
                  - { name: w, type: transform, transform_type: sql, sql: SELECT id FROM v, target: w }
            """);

    assertThat(project.problems("all.yaml")).isEmpty();
    assertThat(project.check("all.yaml").pipelines().get(1).views())
        .extracting(View::name)
        .containsExactly("v", "w");
  }

  @Test
  void foldersWithOtherFilesAndHiddenFilesAreNoPipelines() {
    String broken = "not: a flowgroup";
    project
        .file("a.yaml", flowgroup("p", "a"))
        .file("_draft.yaml", broken)
        .file(".hidden/x.yaml", broken)
        .file("presets/x.yaml", broken)
        .file("substitutions/x.yaml", broken)
        .file("templates/x.yaml", broken)
        .file("schemas/x.yaml", broken)
        .file("data/x.yaml", broken)
        .file("warehouse/x.yaml", broken)
        .file("nested/autocdc.yaml", "name: other")
        .file("nested/x.yaml", broken);

    assertThat(project.problems("")).isEmpty();
  }

  @Test
  void theEventLogIsOnUnlessTheProjectFileTurnsItOff() {
    project.file("a.yaml", flowgroup("p", "a"));
    assertThat(project.read("").settings().eventLog()).isTrue();
    project.file("autocdc.yaml", "event_log: false");
    assertThat(project.read("").settings().eventLog()).isFalse();
    project.file("autocdc.yaml", "event_log: perhaps");
    assertThat(project.problems(""))
        .singleElement()
        .asString()
        .contains("INVALID_VALUE", "true or false");
  }

  @Test
  void theProjectFolderOfAFileIsTheNearestWithAProjectFile() {
    project
        .file("autocdc.yaml", "name: shop\nwarehouse: ./lake")
        .file("in/deep/a.yaml", flowgroup("p", "a"));

    Project read = project.read("in/deep/a.yaml");

    assertThat(read.folder()).isEqualTo(folder.resolve("shop"));
    assertThat(read.settings().name()).isEqualTo("shop");
    assertThat(read.settings().warehouse()).isEqualTo("./lake");
  }

  @Test
  void withoutAProjectFileTheFolderOfTheFileIsTheProject() {
    project.file("in/deep/a.yaml", flowgroup("p", "a"));
    assertThat(project.read("in/deep/a.yaml").folder()).isEqualTo(folder.resolve("shop/in/deep"));
  }

  @Test
  void theProjectFileDeclaresCatalogsAndFlinkOptions() {
    project
        .file(
            "autocdc.yaml",
            """
            name: shop
            catalogs:
              lake: { type: paimon, warehouse: "${root}/lake", options: { a.b: 1 } }
            flink:
              parallelism.default: 2
              execution: { checkpointing: { interval: 10 s } }
            substitutions: { root: /srv }
            """)
        .file(
            "a.yaml",
            flowgroup("p", "a").replace("table: silver.a", "catalog: lake, table: silver.a"));

    assertThat(project.problems("")).isEmpty();
    ProjectFile settings = project.read("").settings();
    assertThat(settings.catalogs().get("lake"))
        .isEqualTo(new CatalogSettings("paimon", "/srv/lake", Map.of("a.b", "1")));
    assertThat(settings.flink())
        .containsEntry("parallelism.default", "2")
        .containsEntry("execution.checkpointing.interval", "10 s");
  }

  @Test
  void anUnknownKeyOfTheProjectFileIsAnError() {
    project.file("autocdc.yaml", "warehous: x").file("a.yaml", flowgroup("p", "a"));
    assertThat(project.problems(""))
        .containsExactly(
            "autocdc.yaml:1:1 UNKNOWN_KEY unknown key 'warehous' in autocdc.yaml; "
                + "a key that means nothing would silently not apply; did you mean 'warehouse'?");
  }

  @Test
  void aMissingPathAndAnEmptyFolderAreErrors() {
    project.file("empty/readme.txt", "");
    assertThat(project.check("nowhere").problems())
        .singleElement()
        .satisfies(problem -> assertThat(problem.code()).isEqualTo(ErrorCode.FILE_NOT_FOUND));
    assertThat(project.check("empty").problems())
        .singleElement()
        .satisfies(problem -> assertThat(problem.code()).isEqualTo(ErrorCode.NO_PIPELINE));
  }

  @Test
  void twoPipelinesCannotWriteOneTable() {
    project.file("a.yaml", flowgroup("one", "t")).file("b.yaml", flowgroup("two", "t"));
    assertThat(project.problems(""))
        .containsExactly(
            "b.yaml:11:28 TARGET_OWNED pipelines 'one' and 'two' write the table 'paimon.silver.t'; "
                + "two owners would overwrite each other; "
                + "put both flows into one pipeline, or write into another table");
  }

  @Test
  void severalActionsCanWriteOneTableAndShareItsProperties() {
    project.file(
        "a.yaml",
        load("{ type: files, path: x, format: json, schema: \"id BIGINT, seq BIGINT\" }")
            + """
              - name: a
                type: write
                source: changes
                write_target: { table: s.t, create_table: true, table_properties: { bucket: 2 }, cdc_config: { keys: id, sequence_by: seq } }
              - name: b
                type: write
                source: changes
                write_target: { table: s.t, create_table: false, table_properties: { bucket: 3, x: y }, cdc_config: { keys: id, sequence_by: seq } }
            """);
    assertThat(project.problems("a.yaml"))
        .containsExactly(
            "a.yaml:14:82 CONFLICTING_OPTIONS table 'paimon.s.t' has the property 'bucket' twice: "
                + "'2' and '3'; a table has one value for a property; keep one of them");
    assertThat(project.check("a.yaml").pipelines().get(0).tables())
        .singleElement()
        .satisfies(table -> assertThat(table.properties()).containsEntry("x", "y"));
  }

  @Test
  void theStreamMarkOfDatabricksIsAccepted() {
    project.file(
        "a.yaml",
        load("{ type: files, path: x, format: json, schema: \"id BIGINT\" }")
            + "  - { name: v, type: transform, transform_type: sql, sql: SELECT id FROM stream(changes), target: v }\n");
    assertThat(project.problems("a.yaml")).isEmpty();
  }

  @Test
  void qualityRulesAndChangeFlowsCompose() {
    project.file(
        "a.yaml",
        load("{ type: files, path: x, format: json, schema: \"id BIGINT, seq BIGINT\" }")
            + """
              - { name: q, type: transform, transform_type: data_quality, source: changes, target: q, expectations: [{ name: r, expression: id > 0, action: quarantine }] }
              - { name: w, type: write, source: q, write_target: { table: t, cdc_config: { keys: id, sequence_by: seq } } }
            """);
    assertThat(project.problems("a.yaml")).isEmpty();
    Pipeline pipeline = project.check("a.yaml").pipelines().get(0);
    assertThat(pipeline.views()).hasSize(1);
    assertThat(((AutoCdcFlow) pipeline.flows().get(0)).source()).isEqualTo("q");
  }

  @Test
  void anchorsAndMergeKeysAreResolved() {
    project.file(
        "a.yaml",
        """
        pipeline: p
        actions:
          - name: a
            type: load
            source: &s { type: files, path: x, format: json, schema: "id BIGINT" }
            target: a
          - name: b
            type: load
            source: { <<: *s, path: y }
            target: b
        """);
    assertThat(project.problems("a.yaml")).isEmpty();
    assertThat(project.check("a.yaml").pipelines().get(0).sources().get(1).options())
        .containsEntry("path", "y")
        .containsEntry("format", "json");
  }

  @Test
  void problemsOfSeveralFilesComeInTheOrderOfFilesAndLines() {
    project
        .file("b.yaml", flowgroup("p", "b").replace("keys: id", "keys: idd"))
        .file(
            "a.yaml",
            flowgroup("q", "a")
                .replace("source: a\n", "source: aa\n")
                .replace("type: files", "typ: files"));
    assertThat(project.problems(""))
        .extracting(problem -> problem.substring(0, problem.indexOf(' ', problem.indexOf(' ') + 1)))
        .containsExactly(
            "a.yaml:6:13 MISSING_KEY",
            "a.yaml:6:15 UNKNOWN_KEY",
            "a.yaml:10:13 UNKNOWN_SOURCE",
            "b.yaml:11:58 UNKNOWN_COLUMN");
  }

  @Test
  void aFileThatIsNoTextIsAnError() throws IOException {
    project.file("a.yaml", "");
    Files.write(folder.resolve("shop/a.yaml"), new byte[] {(byte) 0xC3, 0x28});
    assertThat(project.check("a.yaml").problems())
        .singleElement()
        .satisfies(problem -> assertThat(problem.code()).isEqualTo(ErrorCode.INVALID_YAML));
  }
}
