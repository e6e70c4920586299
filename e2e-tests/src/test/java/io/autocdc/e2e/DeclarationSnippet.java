// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.e2e;

import io.autocdc.dsl.yaml.Project;
import io.autocdc.dsl.yaml.ProjectReader;
import io.autocdc.dsl.yaml.ReadOptions;
import io.autocdc.jobs.sql.SqlAnalyzers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Checks YAML and SQL of a page: a whole pipeline, or a part, put where it belongs in one. */
final class DeclarationSnippet {

  static final String SCHEMA =
      "customer_id STRING, region STRING, name STRING, email STRING, city STRING, tier STRING,"
          + " amount DECIMAL(10, 2), last_seen TIMESTAMP_LTZ(3), operation STRING,"
          + " sequence_num BIGINT, log_position BIGINT, recorded_num BIGINT,"
          + " changed_columns ARRAY<STRING>";

  private static final String HEAD =
      """
      pipeline: p
      actions:
        - name: load_changes
          type: load
          source: { type: files, path: data, format: json, schema: "%s" }
          target: v_customer_changes
      """
          .formatted(SCHEMA);

  private static final String SQL_HEAD =
      "CREATE TABLE v_customer_changes (%s) WITH ('connector' = 'files', 'path' = 'data', 'format' = 'json');%n"
          .formatted(SCHEMA);

  private static final String WRITE =
      """
        - name: customers
          type: write
          source: v_customer_changes
      """;

  private final Path folder;

  /**
   * @param folder where files are written
   */
  DeclarationSnippet(Path folder) {
    this.folder = folder;
  }

  /**
   * The problems of a snippet, each as its text.
   *
   * @param kind for YAML pipeline, actions, source, write_target or cdc_config; for SQL script or
   *     statements
   */
  List<String> problems(String kind, String text) {
    boolean sql = kind.equals("script") || kind.equals("statements");
    Path file = folder.resolve(sql ? "snippet.sql" : "snippet.yaml");
    String declaration =
        switch (kind) {
          case "pipeline", "script" -> text;
          case "statements" -> SQL_HEAD + text;
          case "actions" -> HEAD + text.indent(2);
          case "source" ->
              "pipeline: p\nactions:\n  - name: load\n    type: load\n    target: v\n"
                  + text.indent(4);
          case "write_target" -> HEAD + WRITE + text.indent(4);
          case "cdc_config" ->
              HEAD + WRITE + "    write_target:\n      table: silver.customers\n" + text.indent(6);
          default -> throw new AssertionError("no such kind of declaration: '" + kind + "'");
        };
    try {
      Files.writeString(file, declaration);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Map<String, String> secrets = Map.of("AUTOCDC_SECRET_KAFKA_PASSWORD", "hidden");
    Project project = ProjectReader.read(file, new ReadOptions(null, Map.of(), secrets));
    return project.check(SqlAnalyzers.ofPlanner()).problems().stream()
        .map(p -> p + "\nin\n" + declaration)
        .toList();
  }
}
