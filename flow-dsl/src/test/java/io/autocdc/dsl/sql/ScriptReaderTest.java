// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.autocdc.dsl.AppendFlow;
import io.autocdc.dsl.AutoCdcFlow;
import io.autocdc.dsl.Flow;
import io.autocdc.dsl.Pipeline;
import io.autocdc.dsl.TableName;
import io.autocdc.dsl.View;
import io.autocdc.dsl.problem.Problem;
import io.autocdc.dsl.yaml.Project;
import io.autocdc.dsl.yaml.Project.CheckedProject;
import io.autocdc.dsl.yaml.TemporaryProject;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScriptReaderTest {

  private static final String SOURCE =
      """
      CREATE TABLE s (id BIGINT, name STRING, op STRING, seq BIGINT)
        WITH ('connector' = 'files', 'path' = 'in', 'format' = 'json');
      """;

  @TempDir private Path folder;
  private TemporaryProject project;

  @BeforeEach
  void createProject() {
    project = new TemporaryProject(folder);
  }

  @Test
  void aScriptWithoutANameIsNamedLikeItsFile() {
    assertThat(valid("orders.sql", SOURCE).name()).isEqualTo("orders");
  }

  @Test
  void oldStatementsOfDeltaLiveTablesAreRead() {
    CheckedProject read =
        project
            .file(
                "old.sql",
                SOURCE
                    + """
                      CREATE TEMPORARY STREAMING LIVE VIEW clean (
                        CONSTRAINT valid_id EXPECT (id IS NOT NULL) ON VIOLATION DROP ROW
                      ) COMMENT 'cleaned' AS SELECT id, name, op, seq FROM STREAM(LIVE.s);

                      CREATE OR REFRESH STREAMING LIVE TABLE target
                      COMMENT "the customers"
                      TBLPROPERTIES ("quality" = "silver");

                      APPLY CHANGES INTO LIVE.target
                      FROM STREAM(LIVE.clean)
                      KEYS (id)
                      APPLY AS DELETE WHEN op = 'DELETE' OR id < 0
                      SEQUENCE BY seq
                      COLUMNS * EXCEPT (op, seq)
                      STORED AS SCD TYPE 2;
                      """)
            .check("old.sql");
    assertThat(read.isValid()).as("%s", read.problems()).isTrue();
    assertThat(read.problems())
        .extracting(Problem::code)
        .extracting(Enum::name)
        .containsOnly("OLD_SPELLING");
    Pipeline pipeline = read.pipelines().get(0);
    assertThat(pipeline.views()).extracting(View::name).containsExactly("clean_query", "clean");
    assertThat(pipeline.views().get(0))
        .isEqualTo(new View.SqlView("clean_query", "SELECT id, name, op, seq FROM             s "));
    AutoCdcFlow flow = (AutoCdcFlow) pipeline.flows().get(0);
    assertThat(flow.target()).isEqualTo(new TableName("paimon", "default", "target"));
    assertThat(flow.applyAsDeletes()).isEqualTo("op = 'DELETE' OR id < 0");
  }

  @Test
  void queriesOfTablesAndFlowsAppend() {
    Pipeline pipeline =
        valid(
            "p.sql",
            SOURCE
                + """
                  CREATE OR REFRESH STREAMING TABLE bronze.all_changes AS SELECT * FROM STREAM s;
                  CREATE TABLE old (id BIGINT, name STRING, op STRING, seq BIGINT)
                    WITH ('connector' = 'files', 'path' = 'old', 'format' = 'json');
                  CREATE FLOW backfill AS INSERT INTO ONCE bronze.all_changes BY NAME
                    SELECT id, name, op, seq FROM old;
                  """);
    assertThat(pipeline.flows()).extracting(Flow::name).containsExactly("all_changes", "backfill");
    assertThat(pipeline.flows()).allMatch(flow -> flow instanceof AppendFlow);
    assertThat(pipeline.flows()).extracting(Flow::source).containsExactly("s", "backfill_query");
    assertThat(pipeline.flows()).extracting(Flow::once).containsExactly(false, true);
  }

  @Test
  void tableNamesHaveOneToThreePartsAndBackticks() {
    Pipeline pipeline =
        valid(
            "p.sql",
            """
            CREATE STREAMING TABLE t;
            CREATE STREAMING TABLE db.t;
            CREATE STREAMING TABLE paimon.db.`t``2`;
            CREATE STREAMING TABLE `a.b`.t;
            """);
    assertThat(pipeline.tables())
        .extracting(table -> table.name())
        .containsExactly(
            new TableName("paimon", "default", "t"),
            new TableName("paimon", "db", "t"),
            new TableName("paimon", "db", "t`2"),
            new TableName("paimon", "a.b", "t"));
  }

  @Test
  void clauseWordsAreNamesOfColumnsAsWell() {
    Pipeline pipeline =
        valid(
            "p.sql",
            """
            CREATE TABLE s (keys BIGINT, history STRING, columns STRING, sequence BIGINT, type STRING)
              WITH ('connector' = 'files', 'path' = 'in', 'format' = 'json');
            CREATE STREAMING TABLE t;
            AUTO CDC INTO t FROM stream(s)
            KEYS (keys)
            APPLY AS DELETE WHEN columns = 'keys' AND keys = 1
            SEQUENCE BY sequence
            COLUMNS * EXCEPT (type, sequence)
            """);
    AutoCdcFlow flow = (AutoCdcFlow) pipeline.flows().get(0);
    assertThat(flow.keys()).containsExactly("keys");
    assertThat(flow.applyAsDeletes()).isEqualTo("columns = 'keys' AND keys = 1");
    assertThat(flow.sequenceBy()).containsExactly("sequence");
  }

  @Test
  void scriptsAndYamlFilesThatNameOnePipelineFormOne() {
    CheckedProject read =
        project
            .file(
                "a.yaml",
                """
                pipeline: p
                actions:
                  - name: load
                    type: load
                    source: { type: files, path: in, format: json, schema: "id BIGINT, seq BIGINT" }
                    target: s
                """)
            .file(
                "flows/b.sql",
                "SET 'pipeline.name' = 'p'; CREATE STREAMING TABLE t;"
                    + " AUTO CDC INTO t FROM stream(s) KEYS (id) SEQUENCE BY seq")
            .check("");
    assertThat(read.problems()).isEmpty();
    assertThat(read.pipelines()).hasSize(1);
    assertThat(read.pipelines().get(0).flows()).hasSize(1);
  }

  @Test
  void filesThatAYamlFileNamesAreNoScripts() {
    CheckedProject read =
        project
            .file(
                "a.yaml",
                """
                pipeline: p
                actions:
                  - name: load
                    type: load
                    source: { type: files, path: in, format: json, schema: columns.sql }
                    target: s
                  - { name: v, type: transform, transform_type: sql, sql_path: sql/v.sql, target: v }
                """)
            .file("columns.sql", "id BIGINT")
            .file("sql/v.sql", "SELECT * FROM s")
            .check("");
    assertThat(read.problems()).isEmpty();
    assertThat(read.pipelines()).hasSize(1);
  }

  @Test
  void aQueryThatNobodyNamesIsAWarningInAFolderAndAnErrorByItself() {
    project.file("p.sql", SOURCE).file("old/v.sql", "SELECT * FROM s");
    assertThat(project.problems(""))
        .containsExactly(
            "old/v.sql:1:1 warning NO_EFFECT the file is a query that nothing reads; a script"
                + " declares sources, views, tables and flows; name it under sql_path of a"
                + " transform, or remove it");
    assertThat(project.problems("old/v.sql").get(0))
        .contains("NOT_AVAILABLE the statement 'SELECT *'");
  }

  @Test
  void tokensAreReplacedEverywhereButInCommentsAndPlacesStayTrue() {
    project
        .file(
            "p.sql",
            """
            -- ${comment}
            CREATE TABLE s (id BIGINT, seq BIGINT, op STRING)
              WITH ('connector' = 'files', 'path' = '${landing}/in', 'format' = 'json');
            CREATE STREAMING TABLE ${schema:silver}.t;
            AUTO CDC INTO ${schema:silver}.t FROM stream(s) KEYS (id) SEQUENCE BY ${order} COLUMNS (id, x)
              APPLY AS DELETE WHEN op = '$${kept}' OR xx = 1
            """)
        .set("landing", "/somewhere/far")
        .set("order", "seq");
    assertThat(project.problems("p.sql"))
        .containsExactly(
            "p.sql:5:93 UNKNOWN_COLUMN column_list of flow 't' names the column 'x'; 's' has no such"
                + " column; known: id, seq, op, __file_path, __file_modification_time",
            "p.sql:6:24 UNKNOWN_COLUMN apply_as_deletes of flow 't' names the column 'xx'; 's' has"
                + " no such column; known: id, seq, op, __file_path, __file_modification_time");
    Pipeline pipeline = project.check("p.sql").pipelines().get(0);
    assertThat(pipeline.sources().get(0).options()).containsEntry("path", "/somewhere/far/in");
    assertThat(pipeline.tables().get(0).name().schema()).isEqualTo("silver");
    assertThat(((AutoCdcFlow) pipeline.flows().get(0)).applyAsDeletes())
        .isEqualTo("op = '${kept}' OR xx = 1");
  }

  @Test
  void otherOptionsAreThoseOfFlinkAndWinOverTheProjectFile() {
    Project read =
        project
            .file("autocdc.yaml", "flink: { parallelism.default: 1, a: b }")
            .file("p.sql", "SET 'parallelism.default' = '2';" + SOURCE)
            .read("p.sql");
    assertThat(read.problems()).isEmpty();
    assertThat(read.settings().flink())
        .containsEntry("parallelism.default", "2")
        .containsEntry("a", "b");
  }

  @Test
  void scriptsThatSetAnOptionDifferentlyAreReported() {
    project.file("a.sql", "SET 'k' = '1';" + SOURCE).file("b.sql", "SET 'k' = '2';" + SOURCE);
    assertThat(project.problems(""))
        .containsExactly(
            "b.sql:1:5 CONFLICTING_OPTIONS 'k' is set to '2', and in another script to '1'; options"
                + " of Flink are those of the whole project; keep one of them");
  }

  @Test
  void propertiesOfTablesCanStandWithoutQuotes() {
    Pipeline pipeline =
        valid(
            "p.sql",
            SOURCE
                + """
                  CREATE STREAMING TABLE t TBLPROPERTIES (
                    a.b = false, 'c' = 1.5, d = -1, "e" = 'two words')
                    FLOW AUTO CDC FROM stream(s) KEYS (id) SEQUENCE BY seq;
                  """);

    assertThat(pipeline.tables().get(0).properties())
        .containsExactlyInAnyOrderEntriesOf(
            Map.of("a.b", "false", "c", "1.5", "d", "-1", "e", "two words"));
  }

  @Test
  void mistakesOfAllStatementsAreReportedAtOnce() {
    project.file(
        "p.sql",
        SOURCE
            + """
              CREATE VIEW v (CONSTRAINT c EXPECT id > 0) AS SELECT * FROM s;
              CREATE STREAMING TABLE t TBLPROPERTES ('a' = 'b');
              AUTO CDC INTO t FROM stream(v) KEYS id SEQUENCE BY seq KEYS (id);
              """);
    List<String> problems = project.problems("p.sql");
    assertThat(problems).hasSize(3);
    assertThat(problems.get(0)).startsWith("p.sql:3:36 INVALID_SCRIPT 'id' is not expected here");
    assertThat(problems.get(1))
        .startsWith("p.sql:4:26 INVALID_SCRIPT 'TBLPROPERTES' is not expected");
    assertThat(problems.get(2)).startsWith("p.sql:5:56 DUPLICATE_KEY KEYS stands twice");
  }

  @Test
  void anEmptyScriptHasNoPipeline() {
    assertThat(project.file("p.sql", "-- nothing\n;;").problems("p.sql"))
        .hasSize(1)
        .allMatch(problem -> problem.contains("NO_PIPELINE"));
  }

  private Pipeline valid(String file, String text) {
    CheckedProject read = project.file(file, text).check(file);
    assertThat(read.problems()).isEmpty();
    return read.pipelines().get(0);
  }
}
