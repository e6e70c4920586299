// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.e2e.kafka;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A run in a process of its own, which is killed at the end if it has not ended before. */
final class ContinuousRun implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final Duration PAUSE = Duration.ofMillis(50);

  private final Project project;
  private final Process process;
  private final Set<Path> seen;

  ContinuousRun(Project project, Process process) {
    this.project = project;
    this.process = process;
    this.seen = checkpoints();
  }

  /** Waits until the run has completed as many more checkpoints. */
  void awaitCheckpoints(int more) {
    Set<Path> known = new HashSet<>(seen);
    int enough = known.size() + more;
    await(
        more + " checkpoints",
        () -> {
          known.addAll(checkpoints());
          return known.size() >= enough;
        });
    seen.addAll(known);
  }

  /** Waits for something that the run does; an error if it ends before. */
  void await(String what, BooleanSupplier condition) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      if (!process.isAlive() || System.nanoTime() > end) {
        throw new AssertionError("no " + what + "\n" + output());
      }
      pause();
    }
  }

  private static void pause() {
    try {
      Thread.sleep(PAUSE.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private Set<Path> checkpoints() {
    Path state = project.folder().resolve("warehouse/.autocdc");
    if (!Files.isDirectory(state)) {
      return new HashSet<>();
    }
    try (Stream<Path> files = Files.walk(state)) {
      return files.filter(file -> file.endsWith("_metadata")).collect(Collectors.toSet());
    } catch (IOException | UncheckedIOException e) {
      return new HashSet<>(); // A checkpoint was removed while we looked.
    }
  }

  /** What the process has said. */
  String output() {
    try {
      return Files.readString(project.outputOfProcess());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Waits for the end of the process, and gives its exit code. */
  int awaitEnd() throws InterruptedException {
    if (!process.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new AssertionError("no end\n" + output());
    }
    return process.exitValue();
  }

  /** As {@code kill -9} does, the process and all that it started. */
  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
    try {
      if (!process.waitFor(30, TimeUnit.SECONDS)) {
        throw new AssertionError("not to be killed");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
