// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.e2e.kafka;

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
 * @param variables of their environment
 */
record Project(Path folder, Map<String, String> variables) {

  private static final Path ROOT = Path.of(System.getProperty("autocdc.root")).toAbsolutePath();

  /** How Java compiles in the processes of tests, as options apart by spaces. */
  private static final String JIT =
      System.getProperty("autocdc.test.jit", "-XX:TieredStopAtLevel=4");

  Project(Path folder) {
    this(folder, Map.of());
  }

  private Map<String, String> environment() {
    Map<String, String> environment = new HashMap<>(variables);
    environment.put("XDG_STATE_HOME", folder.resolve("state").toString());
    environment.put("AUTOCDC_JAVA_OPTS", JIT);
    return environment;
  }

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

  String read(String file) {
    try {
      return Files.readString(folder.resolve(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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
            environment(),
            folder);
    int code = AutoCdcMain.run(console, arguments);
    return new Result(
        code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  /** Starts a run that goes on until it is ended, in a process of its own. */
  ContinuousRun startContinuous(String path, String... more) {
    List<String> arguments = new ArrayList<>(List.of("run", path, "--mode", "continuous"));
    arguments.addAll(List.of("-D", "execution.checkpointing.interval=300ms"));
    arguments.addAll(List.of(more));
    return new ContinuousRun(this, start(arguments));
  }

  private Process start(List<String> arguments) {
    List<String> command = new ArrayList<>(List.of(ROOT.resolve("autocdc").toString()));
    command.addAll(arguments);
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(outputOfProcess().toFile());
    builder.environment().putAll(environment());
    try {
      return builder.start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Where a process writes what it has to say. */
  Path outputOfProcess() {
    return folder.resolve("process.txt");
  }

  /** The rows of a table, as JSON. */
  List<String> show(String table) {
    return autocdc("show", table, "--warehouse", "warehouse", "--format", "json")
        .expect(0)
        .out()
        .lines()
        .toList();
  }

  /** True if there is such a row, and such a table. */
  boolean has(String table, String row) {
    Result shown = autocdc("show", table, "--warehouse", "warehouse", "--format", "json");
    return shown.code() == 0 && shown.out().lines().anyMatch(row::equals);
  }
}
