// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;

/** A project folder that a test writes piece by piece. */
record TestProject(Path folder) {

  TestProject write(String file, String text) {
    try {
      Path path = folder.resolve(file);
      Files.createDirectories(path.getParent());
      Files.writeString(path, text);
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A load action for JSON lines in {@code data/<name>}. */
  static String load(String name, String schema) {
    return """
          - name: load_%1$s
            type: load
            source: { type: files, path: data/%1$s, format: json, schema: "%2$s" }
            target: %1$s
        """
        .formatted(name, schema);
  }

  /**
   * A write action.
   *
   * @param config lines of {@code cdc_config}, such as {@code keys: [id]}
   */
  static String write(String table, String source, String... config) {
    return """
          - name: %1$s
            type: write
            source: %2$s
            write_target:
              type: streaming_table
              catalog: paimon
              schema: silver
              table: %1$s
              mode: cdc
              cdc_config:
        """
            .formatted(table, source)
        + "        "
        + String.join("\n        ", config)
        + "\n";
  }

  /**
   * A write action for snapshots.
   *
   * @param source null if the config names it
   * @param config lines of {@code snapshot_cdc_config}
   */
  static String writeSnapshots(String table, String source, String... config) {
    return """
          - name: %1$s
            type: write
        %2$s    write_target:
              type: streaming_table
              catalog: paimon
              schema: silver
              table: %1$s
              mode: snapshot_cdc
              snapshot_cdc_config:
        """
            .formatted(table, source == null ? "" : "    source: " + source + "\n")
        + "        "
        + String.join("\n        ", config)
        + "\n";
  }

  /** A pipeline file of these actions. */
  static String pipeline(String... actions) {
    return "pipeline: test\nflowgroup: test\nactions:\n" + String.join("", actions);
  }

  void delete(String path) {
    try (var files = Files.walk(folder.resolve(path))) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
