// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.e2e;

import io.autocdc.jobs.cli.AutoCdcMain;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** What the program says about its commands and their options, as parts of a page. */
final class CommandTables {

  private static final List<String> OPTIONS_HEAD = List.of("| option | meaning |", "| --- | --- |");

  private CommandTables() {}

  /** Every command with its own options. */
  static List<String> commands() {
    List<String> lines = new ArrayList<>();
    AutoCdcMain.spec()
        .subcommands()
        .forEach(
            (name, command) -> {
              CommandSpec spec = command.getCommandSpec();
              if (!lines.isEmpty()) {
                lines.add("");
              }
              lines.add("### " + name);
              lines.add("");
              lines.add(String.join(" ", spec.usageMessage().description()));
              Set<OptionSpec> shared = shared(spec);
              List<ArgSpec> own = new ArrayList<>(spec.positionalParameters());
              spec.options().stream().filter(o -> !shared.contains(o)).forEach(own::add);
              if (!own.isEmpty()) {
                lines.add("");
                lines.addAll(OPTIONS_HEAD);
                own.forEach(argument -> lines.add(row(argument)));
              }
            });
    return lines;
  }

  /** The options that commands have in common. */
  static List<String> commonOptions() {
    List<String> lines = new ArrayList<>(OPTIONS_HEAD);
    CommandSpec run = AutoCdcMain.spec().subcommands().get("run").getCommandSpec();
    shared(run).forEach(option -> lines.add(row(option)));
    return lines;
  }

  private static Set<OptionSpec> shared(CommandSpec spec) {
    Set<OptionSpec> shared = new LinkedHashSet<>();
    spec.mixins().values().forEach(mixin -> shared.addAll(mixin.options()));
    return shared;
  }

  private static String row(ArgSpec argument) {
    String name =
        argument instanceof OptionSpec option
            ? String.join("`, `", option.names())
                + (option.arity().max() == 0 ? "" : " " + option.paramLabel())
            : argument.paramLabel();
    return "| `%s` | %s |"
        .formatted(name, GeneratedParts.escape(String.join(" ", argument.description())));
  }
}
