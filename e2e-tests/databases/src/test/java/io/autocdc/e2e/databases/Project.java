// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.e2e.databases;

import io.autocdc.jobs.cli.AutoCdcMain;
import io.autocdc.jobs.cli.Console;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A project folder, and commands that run there.
 *
 * @param environment variables that the commands find
 */
record Project(Path folder, Map<String, String> environment) {

  private static final Path ROOT = Path.of(System.getProperty("autocdc.root")).toAbsolutePath();

  /** How Java compiles in the processes of tests, as options apart by spaces. */
  private static final String JIT =
      System.getProperty("autocdc.test.jit", "-XX:TieredStopAtLevel=4");

  record Result(int code, String out, String err) {

    Result expect(int expected) {
      if (code != expected) {
        throw new AssertionError("exit code " + code + "\n--- out\n" + out + "--- err\n" + err);
      }
      return this;
    }
  }

  void write(String file, String text) {
    try {
      Files.writeString(folder.resolve(file), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * A pipeline that keeps a table as SCD type 1 and as SCD type 2.
   *
   * @param options further lines of the source
   */
  void declare(String type, int port, String table, String... options) {
    StringBuilder more = new StringBuilder();
    for (String option : options) {
      more.append("      ").append(option).append('\n');
    }
    write(
        "p.yaml",
        """
        pipeline: p
        flowgroup: p
        actions:
          - name: load
            type: load
            source:
              type: %s
              hostname: 127.0.0.1
              port: %d
              database: shop
              table: %s
              username: reader
              password: "${env:READER_PASSWORD}"
        %s
            target: changes
          - name: current
            type: write
            source: changes
            write_target: { table: silver.t, cdc_config: { scd_type: 1 } }
          - name: history
            type: write
            source: changes
            write_target: { table: silver.h, cdc_config: { scd_type: 2 } }
        """
            .formatted(type, port, table, more));
  }

  /** Runs the declared pipeline, with a summary as JSON. */
  Result run() {
    return run(1);
  }

  Result run(int parallelism) {
    return autocdc(
        "run", "p.yaml", "--format", "json", "--parallelism", String.valueOf(parallelism));
  }

  /** A page of the docs. */
  static String page(String name) {
    try {
      return Files.readString(ROOT.resolve("docs").resolve(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What stands in the first block of a kind. */
  static String block(String page, String kind) {
    String fence = "```" + kind + "\n";
    int start = page.indexOf(fence) + fence.length();
    return page.substring(start, page.indexOf("```", start));
  }

  private Map<String, String> withState() {
    Map<String, String> variables = new HashMap<>(environment);
    variables.put("XDG_STATE_HOME", folder.resolve("state").toString());
    variables.put("AUTOCDC_JAVA_OPTS", JIT);
    return variables;
  }

  /** Runs a command in this process. */
  Result autocdc(String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Console console =
        new Console(
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            0,
            false,
            null,
            withState(),
            folder);
    int code = AutoCdcMain.run(console, arguments);
    return new Result(
        code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  /** Starts a command in a process of its own, which can be killed. */
  Process start(String... arguments) {
    List<String> command = new ArrayList<>(List.of(ROOT.resolve("autocdc").toString()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("killed.txt").toFile());
    builder.environment().putAll(withState());
    try {
      return builder.start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The rows of a table, as JSON. */
  List<String> show(String table) {
    return autocdc("show", table, "--warehouse", "warehouse", "--format", "json")
        .expect(0)
        .out()
        .lines()
        .toList();
  }
}
