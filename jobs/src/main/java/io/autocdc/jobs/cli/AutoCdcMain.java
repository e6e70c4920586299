// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.cli;

import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Problem;
import io.autocdc.jobs.run.RunLog;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command line: {@code ./autocdc COMMAND ...}. */
@Command(
    name = "autocdc",
    description = "Declarative change data capture flows on Apache Flink.",
    synopsisSubcommandLabel = "COMMAND",
    versionProvider = AutoCdcMain.Version.class)
public final class AutoCdcMain implements Runnable {

  @Mixin private HelpOptions help;

  @CommandLine.Option(names = "--version", versionHelp = true, description = "Show the version.")
  private boolean version;

  @Spec private CommandSpec spec;

  private AutoCdcMain() {}

  public static void main(String[] args) {
    Console console = Console.ofProcess();
    int code = run(console, args);
    console.out().flush();
    System.exit(code);
  }

  /**
   * Runs a command.
   *
   * @return the exit code
   */
  public static int run(Console console, String... args) {
    return commandLine(console).execute(args);
  }

  /** The commands with their options, for documentation. */
  public static CommandSpec spec() {
    return commandLine(Console.ofProcess()).getCommandSpec();
  }

  private static CommandLine commandLine(Console console) {
    CommandLine commands = new CommandLine(new AutoCdcMain());
    commands.addSubcommand("init", new InitCommand(console));
    commands.addSubcommand("validate", new ValidateCommand(console));
    commands.addSubcommand("explain", new ExplainCommand(console));
    commands.addSubcommand("graph", new GraphCommand(console));
    commands.addSubcommand("generate", new GenerateCommand(console));
    commands.addSubcommand("run", new RunCommand(console, TargetChooser::byOptions));
    commands.addSubcommand("show", new ShowCommand(console));
    commands.addSubcommand("refresh", new RefreshCommand(console));
    commands.addSubcommand("codes", new CodesCommand(console));
    commands.addSubcommand("completion", new CompletionCommand(console));
    words(commands, ShowCommand.Format.class);
    words(commands, GraphCommand.Format.class);
    commands.setExecutionStrategy(AutoCdcMain::execute);
    return configured(commands, console, console.err());
  }

  /**
   * How commands read words and tell of errors.
   *
   * @param errors where errors go that end a command
   */
  static CommandLine configured(CommandLine commands, Console console, PrintStream errors) {
    words(commands, CommonOptions.Target.class);
    words(commands, RunCommand.Mode.class);
    words(commands, OutputFormat.class);
    commands.setOut(new PrintWriter(console.out(), true, StandardCharsets.UTF_8));
    commands.setErr(new PrintWriter(console.err(), true, StandardCharsets.UTF_8));
    commands.setParameterExceptionHandler((e, arguments) -> reportUsage(e, errors));
    commands.setExecutionExceptionHandler(
        (e, line, parsed) -> {
          console.out().flush();
          return report(e, parsed, errors);
        });
    return commands;
  }

  private static <T extends Enum<T>> void words(CommandLine commands, Class<T> type) {
    commands.registerConverter(type, new WordConverter<>(type.getEnumConstants()));
  }

  /** Runs a command, with logs on stderr if it is to be debugged. */
  static int execute(ParseResult parsed) {
    if (isDebug(parsed)) {
      RunLog.toStderr();
    }
    return new CommandLine.RunLast().execute(parsed);
  }

  private static boolean isDebug(ParseResult parsed) {
    return parsed.asCommandLineList().stream()
        .anyMatch(line -> line.getParseResult().hasMatchedOption(HelpOptions.DEBUG));
  }

  /** Without a command: what there is. */
  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getErr());
    throw new ParameterException(spec.commandLine(), "Missing command");
  }

  private static int reportUsage(ParameterException e, PrintStream errors) {
    errors.println(e.getMessage());
    CommandLine command = e.getCommandLine();
    PrintWriter err = new PrintWriter(errors, true, StandardCharsets.UTF_8);
    UnmatchedArgumentException.printSuggestions(e, err);
    err.println("Try '" + command.getCommandSpec().qualifiedName(" ") + " --help'.");
    return ExitCodes.USAGE;
  }

  private static int report(Exception failure, ParseResult parsed, PrintStream errors) {
    AutoCdcException known =
        failure instanceof AutoCdcException e
            ? e
            : new AutoCdcException(internal(failure), failure);
    known.problems().forEach(errors::println);
    if (isDebug(parsed)) {
      StringWriter trace = new StringWriter();
      known.printStackTrace(new PrintWriter(trace));
      errors.print(trace);
    }
    return ExitCodes.of(known);
  }

  private static Problem internal(Exception failure) {
    String message = failure.getMessage() == null ? "" : ": " + failure.getMessage();
    return Problem.error(
        null,
        ErrorCode.INTERNAL,
        (failure.getClass().getSimpleName() + message).lines().findFirst().orElse(""),
        "this should not happen",
        "run again with --debug and report what it prints");
  }

  /** The version of the jar. */
  static final class Version implements CommandLine.IVersionProvider {
    @Override
    public String[] getVersion() {
      String version = AutoCdcMain.class.getPackage().getImplementationVersion();
      return new String[] {"autocdc " + (version == null ? "(not packaged)" : version)};
    }
  }
}
