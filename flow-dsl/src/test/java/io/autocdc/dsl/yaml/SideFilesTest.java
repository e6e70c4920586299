// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import io.autocdc.dsl.Pipeline;
import io.autocdc.dsl.Source;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What flowgroups take from other files: presets, schemas, queries, expectations. */
class SideFilesTest {

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

  private Source onlySource(String path) {
    assertThat(project.problems(path)).isEmpty();
    return project.check(path).pipelines().get(0).sources().get(0);
  }

  @Test
  void presetsFillWhatAnActionLeavesOut() {
    project
        .file(
            "autocdc.yaml",
            """
            presets:
              base: { defaults: { load_actions: { cloudfiles: { format: csv, options: { header: true, quote: "'" } } } } }
            """)
        .file(
            "presets/bronze.yaml",
            """
            name: bronze
            version: "1.0"
            extends: base
            defaults:
              load_actions: { cloudfiles: { options: { quote: "|" } } }
              write_actions:
                streaming_table: { table_properties: { bucket: "4" } }
            """)
        .file(
            "a.yaml",
            flowgroup("p", "a")
                .replace("flowgroup: a", "presets: [bronze]")
                .replace("format: json,", "options: { header: false },"));

    assertThat(project.problems("")).isEmpty();
    Pipeline pipeline = project.check("").pipelines().get(0);
    assertThat(pipeline.sources().get(0).options())
        .containsEntry("format", "csv")
        .containsEntry("header", "false")
        .containsEntry("quote", "|");
    assertThat(pipeline.tables().get(0).properties()).containsEntry("bucket", "4");
  }

  @Test
  void aMistakeInAPresetIsShownInThePreset() {
    project
        .file(
            "presets/bronze.yaml",
            """
            name: bronze
            defaults:
              load_actions: { files: { delimter: "," } }
              wirte_actions: {}
            """)
        .file("a.yaml", flowgroup("p", "a").replace("flowgroup: a", "presets: [bronze]"));

    assertThat(project.problems(""))
        .containsExactly(
            "presets/bronze.yaml:3:28 UNKNOWN_KEY unknown key 'delimter' in source; "
                + "a key that means nothing would silently not apply; did you mean 'delimiter'?",
            "presets/bronze.yaml:4:3 UNKNOWN_KEY unknown key 'wirte_actions' in defaults of preset "
                + "'bronze'; a key that means nothing would silently not apply; "
                + "did you mean 'write_actions'?");
  }

  @Test
  void schemasCanStandInFiles() {
    project
        .file(
            "schemas/a.ddl",
            "-- the changes\nid BIGINT NOT NULL, -- key\n`date` DATE COMMENT 'a, b'\n")
        .file(
            "schemas/a.yaml",
            """
            name: a
            version: "1.0"
            columns:
              - { name: id, type: BIGINT, nullable: false, comment: key }
              - { name: date, type: DATE }
            """)
        .file("ddl.yaml", load("{ type: files, path: x, format: json, schema: a.ddl }"))
        .file("yaml.yaml", load("{ type: files, path: x, format: json, schema: schemas/a.yaml }"));

    assertThat(onlySource("ddl.yaml").schema().toString())
        .isEqualTo("id BIGINT NOT NULL, date DATE")
        .isEqualTo(onlySource("yaml.yaml").schema().toString());
  }

  @Test
  void aMistakeInASchemaFileIsShownInThatFile() {
    project
        .file("schemas/a.yaml", "columns:\n  - { name: id, type: BIGNT }\n")
        .file("a.yaml", load("{ type: files, path: x, format: json, schema: a.yaml }"));
    assertThat(project.problems("a.yaml"))
        .containsExactly(
            "schemas/a.yaml:2:23 INVALID_SCHEMA column 'id' has the type 'BIGNT'; "
                + "'BIGNT' is not a Flink SQL type; did you mean BIGINT?");
  }

  @Test
  void queriesAndExpectationsCanStandInFiles() {
    project
        .file("sql/v.sql", "SELECT id\nFROM changes")
        .file(
            "expectations/rules.json",
            "{\"expectations\": [{\"name\": \"r\", \"expression\": \"id IS NOT NULL\", \"failureAction\": \"fail\"}]}")
        .file(
            "a.yaml",
            load("{ type: files, path: x, format: json, schema: \"id BIGINT\" }")
                + """
                  - { name: v, type: transform, transform_type: sql, sql_path: sql/v.sql, target: v }
                  - { name: q, type: transform, transform_type: data_quality, source: v, expectations_file: expectations/rules.json, target: q }
                """);
    assertThat(project.problems("a.yaml")).isEmpty();
    assertThat(project.check("a.yaml").pipelines().get(0).views())
        .extracting(Object::toString)
        .containsExactly(
            "SqlView[name=v, sql=SELECT id\nFROM changes]",
            "QualityView[name=q, source=v, expectations=[Expectation[name=r, condition=id IS NOT NULL, action=FAIL]]]");
  }
}
