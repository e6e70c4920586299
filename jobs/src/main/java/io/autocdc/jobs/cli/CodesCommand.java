// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.cli;

import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Suggestions;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code codes}: explains error codes. */
@Command(name = "codes", description = "Explain an error code, or all.")
final class CodesCommand implements Callable<Integer> {

  private final Console console;

  @Mixin private HelpOptions help;

  @Spec private CommandSpec spec;

  @Parameters(arity = "0..1", paramLabel = "CODE", description = "The code. Default: all.")
  private String code;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "text (default), or json: one object a code, one a line.")
  private OutputFormat format = OutputFormat.TEXT;

  CodesCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    if (code == null) {
      Arrays.stream(ErrorCode.values()).forEach(this::print);
    } else {
      print(find());
    }
    return ExitCodes.FINE;
  }

  private ErrorCode find() {
    String wanted = code.toUpperCase(Locale.ROOT).replace('-', '_');
    List<String> names = Arrays.stream(ErrorCode.values()).map(ErrorCode::name).toList();
    if (!names.contains(wanted)) {
      throw new ParameterException(
          spec.commandLine(),
          Suggestions.nearest(wanted, names)
              .map(near -> "There is no code '" + code + "'; did you mean " + near + "?")
              .orElse("There is no code '" + code + "'; 'autocdc codes' lists all."));
    }
    return ErrorCode.valueOf(wanted);
  }

  private void print(ErrorCode shown) {
    if (format == OutputFormat.JSON) {
      console.out().println(ProblemJson.render(shown));
      return;
    }
    console.out().println(shown);
    console.out().println("  " + shown.explanation());
    console.out().println("  " + shown.remedy());
  }
}
