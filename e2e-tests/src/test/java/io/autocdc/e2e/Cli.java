// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.e2e;

import io.autocdc.jobs.cli.AutoCdcMain;
import io.autocdc.jobs.cli.Console;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Starts {@code ./autocdc} as a user does: in a process of its own. */
final class Cli {

  static final Path ROOT = Path.of(System.getProperty("autocdc.root")).toAbsolutePath();

  /** How Java compiles in the processes of tests, as options apart by spaces. */
  static final String JIT = System.getProperty("autocdc.test.jit", "-XX:TieredStopAtLevel=4");

  private static final Duration PATIENCE = Duration.ofMinutes(4);

  private final Path directory;
  private final Map<String, String> environment = new LinkedHashMap<>();

  /**
   * @param directory the working directory of the commands
   */
  Cli(Path directory) {
    this.directory = directory;
    // What a user's recent runs are must not depend on the machine, nor be changed by tests.
    environment.put("XDG_STATE_HOME", directory.resolve(".state").toString());
    environment.put("AUTOCDC_JAVA_OPTS", JIT);
  }

  Cli with(String variable, String value) {
    environment.put(variable, value);
    return this;
  }

  /**
   * What a command did.
   *
   * @param exitCode 0 to 3
   * @param out standard output
   * @param err standard error
   */
  record Result(int exitCode, String out, String err) {

    List<String> lines() {
      return out.lines().toList();
    }

    Result expect(int code) {
      if (exitCode != code) {
        throw new AssertionError("exit code " + exitCode + " instead of " + code + "\n" + this);
      }
      return this;
    }

    @Override
    public String toString() {
      return "--- out\n" + out + "--- err\n" + err;
    }
  }

  /** Runs a command to its end. */
  Result run(String... arguments) {
    try (Running running = start(arguments)) {
      return running.await(PATIENCE);
    }
  }

  /** Runs a line of a shell to its end, as a user types it. */
  Result shell(String line) {
    try (Running running = startProcess(List.of("bash", "-c", line))) {
      return running.await(PATIENCE);
    }
  }

  /** Runs a command in this process, which takes a tenth of the time, where many are asked for. */
  Result runHere(String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Console console =
        new Console(
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            0,
            false,
            null,
            environment,
            directory);
    int code = AutoCdcMain.run(console, arguments);
    return new Result(
        code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  /** Starts a command. */
  Running start(String... arguments) {
    List<String> command = new ArrayList<>(List.of(ROOT.resolve("autocdc").toString()));
    command.addAll(List.of(arguments));
    return startProcess(command);
  }

  /** Starts any program in the working directory, with the environment of the commands. */
  Running startProcess(List<String> command) {
    try {
      Path out = Files.createTempFile(directory, ".out", ".txt");
      Path err = Files.createTempFile(directory, ".err", ".txt");
      ProcessBuilder builder =
          new ProcessBuilder(command)
              .directory(directory.toFile())
              .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
              .redirectOutput(out.toFile())
              .redirectError(err.toFile());
      builder.environment().putAll(environment);
      return new Running(builder.start(), out, err);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A command on its way; it is ended whatever happens to the test. */
  record Running(Process process, Path out, Path err) implements AutoCloseable {

    Result await(Duration patience) {
      try {
        if (!process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
          kill();
          throw new AssertionError("no end after " + patience + "\n" + result(-1));
        }
        return result(process.exitValue());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      }
    }

    /** Waits at most that long; true if the command has ended. */
    boolean endsWithin(Duration time) {
      try {
        return process.waitFor(time.toMillis(), TimeUnit.MILLISECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      }
    }

    /** As {@code kill -9} does, the process and all that it started. */
    void kill() {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
      endsWithin(Duration.ofSeconds(20));
    }

    Result result(int exitCode) {
      try {
        return new Result(
            exitCode,
            Files.readString(out, StandardCharsets.UTF_8),
            Files.readString(err, StandardCharsets.UTF_8));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void close() {
      kill();
    }
  }
}
