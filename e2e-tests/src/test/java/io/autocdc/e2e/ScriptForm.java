// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.e2e;

import io.autocdc.dsl.Pipeline;
import io.autocdc.dsl.check.SqlAnalyzer;
import io.autocdc.dsl.sql.SqlWriter;
import io.autocdc.dsl.yaml.ProjectReader;
import io.autocdc.dsl.yaml.ReadOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Turns a YAML file into a script, so that a test can run the same pipeline from both. */
final class ScriptForm {

  private ScriptForm() {}

  /** The script that declares what the file does; the file is removed. */
  static String of(Path yaml) {
    Pipeline pipeline =
        ProjectReader.read(yaml, ReadOptions.defaults())
            .pipelines()
            .get(0)
            .check(SqlAnalyzer.NONE)
            .pipeline();
    try {
      Files.delete(yaml);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return SqlWriter.write(pipeline);
  }
}
