// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.cli;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Option;

/** Options that every command on a project or warehouse takes. */
final class CommonOptions extends LocalOptions {

  /** Where jobs run. */
  enum Target {
    LOCAL,
    REMOTE;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Option(
      names = "--env",
      paramLabel = "NAME",
      description = "Environment: values of tokens come from substitutions/NAME.yaml.")
  String env;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "Value of a token; wins over files. May be repeated.")
  Map<String, String> set = new LinkedHashMap<>();

  @Option(
      names = "--target",
      paramLabel = "WHERE",
      description = "Where jobs run: local (default, in this process) or remote.")
  Target target = Target.LOCAL;

  @Option(
      names = "--address",
      paramLabel = "HOST:PORT",
      description = "REST address of the remote cluster.")
  String address;
}
