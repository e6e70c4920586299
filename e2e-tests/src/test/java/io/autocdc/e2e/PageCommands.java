// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.e2e;

import io.autocdc.e2e.MarkdownPage.Block;
import io.autocdc.e2e.PrintedText.Input;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.table.api.TableResult;
import org.apache.flink.types.Row;
import org.apache.flink.util.CloseableIterator;

/**
 * Runs what pages show, one after the other, in a folder that looks like a clean clone. Outside of
 * the pages that a user reads first, commands that run pipelines and show tables do so in this
 * process if they need no shell; in the long form all go through a shell.
 */
final class PageCommands {

  private static final boolean FULL = "full".equals(System.getProperty("autocdc.test.size"));

  private static final Set<String> READ_FIRST =
      Set.of("README.md", "docs/first-pipeline.md", "docs/command-line.md");

  /** These take longest, and name no files by where they are run. */
  private static final Set<String> LONG_COMMANDS = Set.of("run", "show");

  private static final String PROGRAM = "./autocdc";
  private static final String EXAMPLES = "examples";

  /** The address of a cluster on the pages. */
  private static final String ADDRESS = "localhost:8081";

  private final Path folder;
  private final Cli cli;

  /** Null to run what needs no cluster. */
  private final FlinkCluster cluster;

  private final List<String> failures = new ArrayList<>();
  private final List<String> differences = new ArrayList<>();

  /** Runs what needs no cluster. */
  PageCommands(Path folder) throws IOException {
    this(folder, null);
  }

  /** Runs what needs a cluster: the console blocks that say {@code cluster}. */
  PageCommands(Path folder, FlinkCluster cluster) throws IOException {
    this.folder = folder.toRealPath();
    this.cluster = cluster;
    this.cli = new Cli(this.folder);
    if (cluster != null) {
      cli.with("PATH", cluster.flinkProgram().getParent() + ":" + System.getenv("PATH"));
      Files.createSymbolicLink(this.folder.resolve("autocdc-flink.jar"), FlinkCluster.JAR);
    }
    Path program =
        Files.writeString(
            this.folder.resolve("autocdc"),
            "#!/bin/sh\nexec '" + Cli.ROOT.resolve("autocdc") + "' \"$@\"\n");
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    copyExamples();
  }

  /** Commands that ended in another way than their pages say, each with its place. */
  List<String> failures() {
    return failures;
  }

  /** Outputs that are not those of the pages, each with its place. */
  List<String> differences() {
    return differences;
  }

  /**
   * Writes the files of a page, runs its commands and its Flink SQL, in their order.
   *
   * @return the lines of each console block as they are now
   */
  Map<Block, List<String>> run(MarkdownPage page) throws Exception {
    Map<Block, List<String>> printed = new LinkedHashMap<>();
    for (Block block : page.blocks()) {
      if (block.attribute("file").isPresent()) {
        Path file = folder.resolve(block.attribute("file").get());
        Files.createDirectories(file.getParent());
        Files.writeString(file, block.text());
      } else if (block.language().equals("console")
          && block.attributes().contains("cluster") == (cluster != null)) {
        printed.put(block, runConsole(page, block));
      } else if (block.language().equals("sql") && block.attributes().contains("flink")) {
        runSql(page, block);
      }
    }
    return printed;
  }

  private List<String> runConsole(MarkdownPage page, Block block) {
    int exitCode = block.attribute("exit").map(Integer::parseInt).orElse(0);
    Input input = block.attributes().contains("snapshots") ? Input.SNAPSHOTS : Input.CHANGES;
    String place = page.place(block.from());
    List<String> lines = new ArrayList<>();
    for (Transcript.Step step : Transcript.read(block.lines(), place)) {
      Cli.Result result = run(page, step.command(), exitCode);
      if (result.exitCode() != exitCode) {
        failures.add(place + ": exit code " + result.exitCode() + " of\n" + step + "\n" + result);
      }
      // What a command says about its progress is no part of the pages, errors are.
      String text = exitCode == 0 ? result.out() : result.out() + result.err();
      List<String> actual =
          PrintedText.withPlaceholders(
              PrintedText.withoutProgress(Transcript.withoutBlankEnd(text.lines().toList())),
              folder.toString());
      boolean matches = PrintedText.matches(step.output(), actual, input);
      if (!matches) {
        differences.add(
            place
                + ": the page says\n"
                + String.join("\n", Transcript.write(step))
                + "\nbut the command prints\n"
                + String.join("\n", actual));
      }
      lines.addAll(Transcript.write(matches ? step : new Transcript.Step(step.command(), actual)));
    }
    return lines;
  }

  private Cli.Result run(MarkdownPage page, String command, int exitCode) {
    if (cluster != null) {
      return cli.shell(command.replace(ADDRESS, cluster.address()));
    }
    List<String> words =
        FULL || exitCode != 0 || READ_FIRST.contains(page.name())
            ? List.of()
            : ShellWords.of(command).orElse(List.of());
    boolean isHere =
        words.size() > 1 && words.get(0).equals(PROGRAM) && LONG_COMMANDS.contains(words.get(1));
    return isHere ? cli.runHere(words.stream().skip(1).toArray(String[]::new)) : cli.shell(command);
  }

  private void runSql(MarkdownPage page, Block block) throws Exception {
    TableEnvironment tables = TableEnvironment.create(EnvironmentSettings.inBatchMode());
    String script = block.text().replace("'" + EXAMPLES, "'" + folder.resolve(EXAMPLES));
    for (String statement : script.split(";\\s*\n")) {
      TableResult result = tables.executeSql(statement);
      if (statement.strip().startsWith("SELECT")) {
        try (CloseableIterator<Row> rows = result.collect()) {
          if (!rows.hasNext()) {
            failures.add(page.place(block.from()) + ": no rows: " + statement);
          }
        }
      }
    }
  }

  private void copyExamples() throws IOException {
    Path examples = Cli.ROOT.resolve(EXAMPLES);
    try (Stream<Path> files = Files.walk(examples)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path relative = examples.relativize(file);
        if (!relative.getName(1).toString().equals("warehouse")) {
          Path copy = folder.resolve(EXAMPLES).resolve(relative);
          Files.createDirectories(copy.getParent());
          Files.copy(file, copy);
        }
      }
    }
  }
}
