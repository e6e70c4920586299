// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GenerateCommandTest {

  private static final String FLOW =
      """
      pipeline: %s
      flowgroup: f
      actions:
        - name: load
          type: load
          source: { type: files, path: "%s", format: json, schema: "id BIGINT, op STRING, seq BIGINT" }
          target: s
        - name: write
          type: write
          source: s
          write_target:
            table: %s
            cdc_config: { keys: id, sequence_by: seq, apply_as_deletes: "%s" }
      """;

  @TempDir private Path folder;

  private Result autocdc(String... arguments) {
    return Result.of(
        folder,
        Map.of("AUTOCDC_SECRET_FEED_CODE", "hunter2", "AUTOCDC_SECRET_COLUMN", "op", "IN", "here"),
        null,
        arguments);
  }

  private void write(String file, String text) throws IOException {
    Path path = folder.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }

  private Map<String, String> files(String name) throws IOException {
    Map<String, String> texts = new TreeMap<>();
    try (Stream<Path> files = Files.list(folder.resolve(name))) {
      for (Path file : files.toList()) {
        texts.put(file.getFileName().toString(), Files.readString(file));
      }
    }
    return texts;
  }

  @Test
  void theSameProjectGivesTheSameFiles() throws IOException {
    autocdc("init", "p");

    Result text = autocdc("generate", "p", "--output", "one");
    Result json = autocdc("generate", "p", "--output", "two/", "--format", "json");

    assertThat(text)
        .isEqualTo(
            new Result(
                0,
                "one/autocdc.yaml\none/customers.sql\none/customers.ddl\none/CustomersPipeline.java\n",
                ""));
    assertThat(json.out())
        .startsWith("{\"files\":[{\"file\":\"two/autocdc.yaml\",\"kind\":\"project_file\",")
        .contains(
            "{\"file\":\"two/CustomersPipeline.java\",\"kind\":\"java\",\"pipeline\":\"customers\"}");
    assertThat(files("two")).isEqualTo(files("one"));
    assertThat(autocdc("generate", "p", "--output", "one").code())
        .as("generated files are replaced")
        .isZero();
    assertThat(files("two")).isEqualTo(files("one"));
    assertThat(folder.resolve("warehouse")).doesNotExist();
    assertThat(folder.resolve("p/warehouse")).doesNotExist();
  }

  @Test
  void theScriptIsAProjectOfItsOwnEvenInsideOfTheProject() throws IOException {
    autocdc("init", "p");

    autocdc("generate", "p", "--output", "p/written");

    assertThat(autocdc("validate", "p/written"))
        .isEqualTo(autocdc("validate", "p"))
        .returns(0, Result::code);
    assertThat(files("p/written").get("customers.sql"))
        .contains("'path' = '../data/customers/*.json'");
  }

  @Test
  void theProjectFolderTakesNoGeneratedFiles() {
    autocdc("init", "p");

    for (String output : new String[] {"p", "."}) {
      assertThat(autocdc("generate", "p", "--output", output))
          .returns(1, Result::code)
          .extracting(Result::err)
          .asString()
          .startsWith("INVALID_VALUE --output " + output + " is the project folder, or holds it;");
    }
  }

  @Test
  void whatSomebodyHasWrittenIsOverwrittenOnlyByForce() throws IOException {
    autocdc("init", "p");
    write("out/customers.sql", "SELECT 1");

    assertThat(autocdc("generate", "p", "--output", "out"))
        .isEqualTo(
            new Result(
                1,
                "",
                "FOLDER_NOT_EMPTY the file out/customers.sql exists and was not generated; what"
                    + " somebody has written is not overwritten; name another folder, or pass"
                    + " --force\n"));
    assertThat(files("out")).isEqualTo(Map.of("customers.sql", "SELECT 1"));
    assertThat(autocdc("generate", "p", "--output", "out", "--force").code()).isZero();
    assertThat(files("out").get("customers.sql")).contains("CREATE FLOW");
  }

  @Test
  void aWrongProjectGivesWhatValidateSaysAndNoFiles() throws IOException {
    write("p/p.yaml", FLOW.formatted("p", "data", "t", "oops = 1"));

    Result result = autocdc("generate", "p", "--output", "out");
    Result validated = autocdc("validate", "p");

    assertThat(result)
        .isEqualTo(new Result(1, "", validated.out() + validated.err()))
        .extracting(Result::err)
        .asString()
        .contains("UNKNOWN_COLUMN", "1 error");
    assertThat(folder.resolve("out")).doesNotExist();
    assertThat(autocdc("generate", "p")).returns(2, Result::code);
  }

  @Test
  void valuesOfSecretsAndVariablesAreInNoFile() throws IOException {
    write("p/p.yaml", FLOW.formatted("p", "${env:IN}/x", "lake.a.t", "op = '${secret:feed/code}'"));
    write(
        "p/autocdc.yaml",
        "catalogs: { lake: { type: paimon, options: { key: \"${secret:feed/code}\" } } }\n");

    assertThat(autocdc("generate", "p", "--output", "out")).returns(0, Result::code);

    Map<String, String> files = files("out");
    assertThat(files.values()).noneMatch(text -> text.contains("hunter2") || text.contains("here"));
    assertThat(files.get("autocdc.yaml")).contains("key: \"${secret:feed/code}\"");
    assertThat(files.get("p.sql"))
        .contains("'path' = '../p/${env:IN}/x'", "DELETE WHEN op = '${secret:feed/code}'");
    assertThat(files.get("p.ddl"))
        .contains("-- Put values in the places of the tokens", "'key' = '${secret:feed/code}'");
    assertThat(files.get("PPipeline.java"))
        .contains(
            "Files.json(\"../p/\" + Environment.variable(\"IN\") + \"/x\")",
            "\"op = '\" + Environment.variable(\"AUTOCDC_SECRET_FEED_CODE\") + \"'\"",
            ".secrets(List.of(Environment.variable(\"AUTOCDC_SECRET_FEED_CODE\")))",
            ".catalogs(List.of(\"lake\"))");
    assertThat(autocdc("validate", "out")).returns(0, Result::code);
  }

  @Test
  void aSecretThatCannotBeLeftOutIsRefused() throws IOException {
    write("p/p.yaml", FLOW.formatted("p", "x", "t", "${secret:column} = 'D'"));
    assertThat(autocdc("generate", "p", "--output", "out").code()).isZero();
    assertThat(autocdc("validate", "out").code()).isZero();

    write("q/q.sql", scriptWithName("${secret:column}"));
    assertThat(autocdc("validate", "q").code()).isZero();
    Result result = autocdc("generate", "q", "--output", "other");

    assertThat(result)
        .returns(1, Result::code)
        .extracting(Result::err)
        .asString()
        .contains("NOT_AVAILABLE a secret or an environment variable decides");
    assertThat(folder.resolve("other")).doesNotExist();
  }

  private static String scriptWithName(String column) {
    return """
        CREATE TEMPORARY TABLE s (id BIGINT, op STRING, seq BIGINT) WITH ('connector' = 'files', 'path' = 'x', 'format' = 'json');
        CREATE OR REFRESH STREAMING TABLE t;
        CREATE FLOW f AS AUTO CDC INTO t FROM stream(s) KEYS (id) SEQUENCE BY seq COLUMNS * EXCEPT (%s);
        """
        .formatted(column);
  }

  @Test
  void pipelinesWithLikeNamesGetFilesOfTheirOwn() throws IOException {
    write("p/1.yaml", FLOW.formatted("\"a-b\"", "x", "t1", "op = 'D'"));
    write("p/2.yaml", FLOW.formatted("a_b", "x", "t2", "op = 'D'"));
    write("p/3.yaml", FLOW.formatted("\"A b\"", "x", "t3", "op = 'D'"));
    write("p/4.yaml", FLOW.formatted("\"1/名前\"", "x", "t4", "op = 'D'"));

    autocdc("generate", "p", "--output", "out");

    assertThat(files("out").keySet())
        .containsExactlyInAnyOrder(
            "autocdc.yaml",
            "1_名前.sql",
            "1_名前.ddl",
            "The1Pipeline.java",
            "A_b.sql",
            "A_b.ddl",
            "ABPipeline.java",
            "a-b_2.sql",
            "a-b_2.ddl",
            "AB_2Pipeline.java",
            "a_b_3.sql",
            "a_b_3.ddl",
            "AB_3Pipeline.java");
    assertThat(autocdc("validate", "out").out())
        .isEqualTo("OK: 4 pipelines, 4 sources, 0 views, 4 tables, 4 flows\n");
  }

  @Test
  void theWarehouseOfTheCommandIsThatOfTheFiles() throws IOException {
    autocdc("init", "p");

    autocdc("generate", "p", "--output", "out", "--warehouse", "tables");

    assertThat(files("out").get("autocdc.yaml")).contains("warehouse: \"../tables\"");
    assertThat(files("out").get("customers.ddl")).contains("'warehouse' = '../tables'");
    assertThat(files("out").get("CustomersPipeline.java")).contains(".warehouse(\"../tables\")");
  }
}
