// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.e2e;

import io.autocdc.dsl.Pipeline;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Compiles Java of a page: statements that make a {@code pipeline}, or parameters of a flow. */
final class JavaSnippet {

  private static final String HEAD =
      """
      import io.autocdc.dsl.*;
      import io.autocdc.jobs.AutoCdc;
      import io.autocdc.jobs.cli.PipelineProgram;
      import io.autocdc.jobs.compile.*;
      import java.time.Duration;
      import java.util.List;
      import java.util.Optional;
      import org.apache.flink.streaming.api.datastream.DataStream;
      import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
      import org.apache.flink.table.data.RowData;
      import org.apache.flink.types.Row;

      public final class Snippet {
      """;

  private static final String FLOW =
      """
        public static Pipeline pipeline() {
          return Pipeline.named("p")
              .source("v_customer_changes", Files.json("data").schema("%s"))
              .streamingTable("silver.customers", Paimon.table())
              .autoCdcFlow("silver.customers", flow -> flow
                  .from("v_customer_changes")
      %s)
              .build();
        }
      }
      """;

  private final Path folder;

  JavaSnippet(Path folder) {
    this.folder = folder;
  }

  /**
   * Compiles a snippet and runs the part of it that declares.
   *
   * @param kind pipeline: statements that define {@code pipeline}; flow: calls on a flow; job:
   *     statements that use {@code pipeline}; stream: statements that use {@code changes}; these
   *     two are only compiled
   * @return what was declared; null where it is only compiled
   */
  Pipeline declared(String kind, String text) throws Exception {
    String code =
        switch (kind) {
          case "pipeline" ->
              HEAD
                  + "  public static Pipeline pipeline() {\n"
                  + text
                  + "return pipeline;\n  }\n}\n";
          case "flow" -> HEAD + FLOW.formatted(DeclarationSnippet.SCHEMA, text);
          case "job" ->
              HEAD
                  + "  static void job(Pipeline pipeline) throws Exception {\n"
                  + text
                  + "  }\n}\n";
          case "stream" ->
              HEAD + "  static void stream(DataStream<RowData> changes) {\n" + text + "  }\n}\n";
          default -> throw new AssertionError("no such kind of java: '" + kind + "'");
        };
    compile(code);
    if (kind.equals("job") || kind.equals("stream")) {
      return null;
    }
    try (URLClassLoader loader =
        new URLClassLoader(
            new URL[] {folder.toUri().toURL()}, JavaSnippet.class.getClassLoader())) {
      return (Pipeline) loader.loadClass("Snippet").getMethod("pipeline").invoke(null);
    }
  }

  private void compile(String code) throws IOException {
    Path file = folder.resolve("Snippet.java");
    Files.writeString(file, code);
    try {
      JavaFiles.compile(List.of(file), folder);
    } catch (AssertionError e) {
      throw new AssertionError(e.getMessage() + "\n" + code, e);
    }
  }
}
