// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.cli;

import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code init}: writes a small project that runs. */
@Command(name = "init", description = "Write a small project that runs into a new folder.")
final class InitCommand implements Callable<Integer> {

  private static final String TEMPLATE = "/io/autocdc/jobs/init/";

  private static final List<String> FILES =
      List.of(
          "README.md",
          "autocdc.yaml",
          "customers.yaml",
          "data/customers/changes_1.json",
          "data/customers/changes_2.json");

  private final Console console;

  @Parameters(paramLabel = "DIR", description = "The folder; it must not exist, or be empty.")
  private String folder;

  @Mixin private HelpOptions help;

  InitCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    Path target = console.path(folder);
    try {
      requireEmpty(target);
      for (String file : FILES) {
        Path path = target.resolve(file);
        Files.createDirectories(path.getParent());
        try (InputStream template =
            Objects.requireNonNull(InitCommand.class.getResourceAsStream(TEMPLATE + file))) {
          Files.copy(template, path);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write into '" + folder + "'", e);
    }
    console.out().println("A project that keeps two tables of customers is in '" + folder + "'.");
    console.out().println("Next:");
    console.out().println("  autocdc validate " + folder);
    console.out().println("  autocdc run " + folder);
    console.out().println("  autocdc show silver.customers_history");
    return ExitCodes.FINE;
  }

  private void requireEmpty(Path target) throws IOException {
    if (!Files.exists(target)) {
      return;
    }
    if (Files.isDirectory(target)) {
      try (Stream<Path> files = Files.list(target)) {
        if (files.findAny().isEmpty()) {
          return;
        }
      }
    }
    throw new AutoCdcException(
        Problem.error(
            null,
            ErrorCode.FOLDER_NOT_EMPTY,
            "'" + folder + "' exists and is not an empty folder",
            "nothing is overwritten",
            "name a new folder"));
  }
}
