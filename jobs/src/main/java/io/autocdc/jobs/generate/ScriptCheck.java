// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.generate;

import io.autocdc.dsl.Pipeline;
import io.autocdc.dsl.check.SqlAnalyzer;
import io.autocdc.dsl.yaml.Project;
import io.autocdc.dsl.yaml.ProjectReader;
import io.autocdc.dsl.yaml.ReadOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Reads scripts back. */
final class ScriptCheck {

  private ScriptCheck() {}

  /**
   * True if a script declares a pipeline and nothing else.
   *
   * @param variables environment variables that its tokens name
   */
  static boolean readsAs(String script, Pipeline expected, Map<String, String> variables) {
    try {
      Path folder = Files.createTempDirectory("autocdc-generate");
      Path file = folder.resolve("script.sql");
      try {
        Files.writeString(file, script);
        Project project = ProjectReader.read(file, new ReadOptions(null, Map.of(), variables));
        List<Pipeline> read =
            project.pipelines().stream()
                .map(pipeline -> pipeline.check(SqlAnalyzer.NONE).pipeline())
                .toList();
        return read.equals(List.of(expected));
      } finally {
        Files.deleteIfExists(file);
        Files.delete(folder);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
