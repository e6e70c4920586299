// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.cli;

import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code completion}: the script with which a shell completes commands and options. */
@Command(
    name = "completion",
    description = "Print a script that completes commands and options in bash and zsh.")
final class CompletionCommand implements Callable<Integer> {

  private final Console console;

  @Mixin private HelpOptions help;

  @Spec private CommandSpec spec;

  CompletionCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    CommandSpec root = spec.parent();
    console.out().println(AutoComplete.bash(root.name(), root.commandLine()));
    return ExitCodes.FINE;
  }
}
