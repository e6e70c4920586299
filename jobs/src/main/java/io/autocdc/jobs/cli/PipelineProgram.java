// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.cli;

import io.autocdc.dsl.Pipeline;
import io.autocdc.dsl.yaml.CatalogSettings;
import io.autocdc.dsl.yaml.ProjectFile;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import picocli.CommandLine;

/**
 * A pipeline in Java as a program that runs it as {@code ./autocdc run} does pipelines of files: to
 * the end of its input and no further, with its state beside the tables, so that a later run
 * continues. It takes the options of {@code run}; {@code --help} lists them.
 *
 * <pre>{@code
 * public static void main(String[] args) {
 *   PipelineProgram.main(args, program -> program.pipeline(pipeline()).warehouse("tables"));
 * }
 * }</pre>
 */
public final class PipelineProgram {

  private Pipeline pipeline;
  private String warehouse;
  private boolean eventLog = true;
  private final Map<String, CatalogSettings> catalogs = new LinkedHashMap<>();
  private final Map<String, String> flinkOptions = new LinkedHashMap<>();
  private final List<String> secrets = new ArrayList<>();

  private PipelineProgram() {}

  /**
   * Runs a pipeline and ends the process, with the exit codes of {@code ./autocdc}. Errors go to
   * stderr, those of the declaration included.
   *
   * @param args options of {@code run}
   * @param declaration says what is run
   */
  public static void main(String[] args, Consumer<PipelineProgram> declaration) {
    Console console = Console.ofProcess();
    int code = run(console, args, declaration);
    console.out().flush();
    System.exit(code);
  }

  static int run(Console console, String[] args, Consumer<PipelineProgram> declaration) {
    ProgramCommand command =
        new ProgramCommand(
            console,
            () -> {
              PipelineProgram program = new PipelineProgram();
              declaration.accept(program);
              return program;
            });
    CommandLine line = new CommandLine(command).setCommandName("program");
    line.setExecutionStrategy(AutoCdcMain::execute);
    return AutoCdcMain.configured(line, console, console.err()).execute(args);
  }

  /** What is run; required. */
  public PipelineProgram pipeline(Pipeline declared) {
    this.pipeline = declared;
    return this;
  }

  /** Folder of the tables, unless {@code --warehouse} names one. The default is "warehouse". */
  public PipelineProgram warehouse(String folder) {
    this.warehouse = folder;
    return this;
  }

  /**
   * A catalog beside the built-in one.
   *
   * @param name its name in the pipeline
   * @param type kind of catalog, such as {@code paimon}
   * @param folder folder or URI of its tables; null for the warehouse
   * @param options more options of the catalog
   */
  public PipelineProgram catalog(
      String name, String type, String folder, Map<String, String> options) {
    catalogs.put(name, new CatalogSettings(type, folder, options));
    return this;
  }

  /** False for runs that do not tell in a table what they did. */
  public PipelineProgram eventLog(boolean kept) {
    this.eventLog = kept;
    return this;
  }

  /** An option of Flink; those of the command line win. */
  public PipelineProgram flink(String option, String value) {
    flinkOptions.put(option, value);
    return this;
  }

  /** Texts that nothing may show. */
  public PipelineProgram secrets(Collection<String> texts) {
    secrets.addAll(texts);
    return this;
  }

  Pipeline pipeline() {
    return Objects.requireNonNull(pipeline, "the program declares no pipeline");
  }

  ProjectFile settings() {
    return new ProjectFile(null, warehouse, catalogs, eventLog, flinkOptions);
  }

  List<String> secrets() {
    return secrets;
  }
}
