// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.e2e;

import io.autocdc.golden.GoldenCase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.SoftAssertions;

/**
 * A project folder with one pipeline that has a source for each of some cases, and a flow into a
 * table of each of the catalogs that the case is for.
 */
final class GoldenProject {

  /** Which of the built-in catalogs cases are for. */
  enum Catalogs {
    ALL,
    /** Every other case is for Delta. */
    DELTA_LAST,
    /** Every other case is for Paimon. */
    DELTA_FIRST;

    private static final List<String> BUILT_IN = List.of("paimon", "delta");

    /** By turns in the short form of a test that another one makes complete. */
    Catalogs unlessFull() {
      return "full".equals(System.getProperty("autocdc.test.size")) ? ALL : this;
    }

    List<String> of(int index) {
      return switch (this) {
        case ALL -> BUILT_IN;
        case DELTA_LAST -> List.of(BUILT_IN.get(index % 2));
        case DELTA_FIRST -> List.of(BUILT_IN.get((index + 1) % 2));
      };
    }
  }

  private final Path folder;
  private final List<GoldenCase> cases;
  private final Catalogs catalogs;

  GoldenProject(Path folder, List<GoldenCase> cases, Catalogs catalogs) {
    this.folder = folder;
    this.cases = cases;
    this.catalogs = catalogs;
    StringBuilder yaml = new StringBuilder("pipeline: golden\nflowgroup: golden\nactions:\n");
    for (int i = 0; i < cases.size(); i++) {
      append(yaml, cases.get(i), i);
    }
    write(folder.resolve("golden.yaml"), yaml.toString());
  }

  /** The same pipeline as a SQL script. */
  GoldenProject asScript() {
    Path yaml = folder.resolve("golden.yaml");
    write(folder.resolve("golden.sql"), ScriptForm.of(yaml));
    return this;
  }

  Path folder() {
    return folder;
  }

  private static String table(String catalog, int index) {
    return catalog + ".golden.case_" + index;
  }

  /** Holds the tables of all cases against what the cases expect. */
  void check(Cli cli, String warehouse, SoftAssertions softly) {
    for (int i = 0; i < cases.size(); i++) {
      for (String catalog : catalogs.of(i)) {
        List<String> rows =
            cli.runHere("show", table(catalog, i), "--warehouse", warehouse, "--format", "json")
                .expect(0)
                .lines();
        softly
            .assertThat(rows)
            .as("%s of %s", cases.get(i), catalog)
            .isEqualTo(cases.get(i).expectedJson());
      }
    }
  }

  /** Puts a batch of every case into its folder, as a file of JSON lines. */
  void deliver(int batch, List<List<List<List<Object>>>> batchesOfCases) {
    for (int i = 0; i < cases.size(); i++) {
      GoldenCase golden = cases.get(i);
      if (batch < batchesOfCases.get(i).size()) {
        List<String> lines = batchesOfCases.get(i).get(batch).stream().map(golden::json).toList();
        write(
            folder.resolve("data/case_" + i + "/batch_" + batch + ".json"),
            String.join("\n", lines) + "\n");
      }
    }
  }

  /** The parameters of a case as lines of YAML. */
  static String[] parameters(GoldenCase golden) {
    return golden.flow().entrySet().stream()
        .map(
            parameter ->
                parameter.getKey()
                    + ": "
                    + (parameter.getValue() instanceof List<?> list
                        ? list.toString()
                        : "\"" + parameter.getValue() + "\""))
        .toArray(String[]::new);
  }

  private void append(StringBuilder yaml, GoldenCase golden, int index) {
    createFolder(folder.resolve("data/case_" + index));
    List<String> config = new ArrayList<>();
    for (String parameter : parameters(golden)) {
      config.add("        " + parameter);
    }
    yaml.append(
        """
          - name: load_%1$d
            type: load
            source:
              type: files
              path: data/case_%1$d
              format: json
              schema: "%2$s"
            target: v_%1$d
        """
            .formatted(index, golden.schemaText()));
    for (String catalog : catalogs.of(index)) {
      yaml.append(
              """
                - name: %2$s_flow_%1$d
                  type: write
                  source: v_%1$d
                  write_target:
                    type: streaming_table
                    catalog: %2$s
                    schema: golden
                    table: case_%1$d
                    mode: cdc
                    cdc_config:
              """
                  .formatted(index, catalog))
          .append(String.join("\n", config).replaceAll("(?m)^", "  "))
          .append("\n");
    }
  }

  private static void createFolder(Path path) {
    try {
      Files.createDirectories(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void write(Path file, String text) {
    createFolder(file.getParent());
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
