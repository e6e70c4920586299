// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.e2e;

import io.autocdc.golden.GoldenCase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A project folder with one pipeline that has a source and a flow for each of some cases. */
final class GoldenProject {

  private final Path folder;
  private final List<GoldenCase> cases;

  GoldenProject(Path folder, List<GoldenCase> cases) {
    this.folder = folder;
    this.cases = cases;
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

  static String table(int index) {
    return "golden.case_" + index;
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
          - name: flow_%1$d
            type: write
            source: v_%1$d
            write_target:
              type: streaming_table
              catalog: paimon
              schema: golden
              table: case_%1$d
              mode: cdc
              cdc_config:
        """
                .formatted(index, golden.schemaText()))
        .append(String.join("\n", config).replaceAll("(?m)^", "  "))
        .append("\n");
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
