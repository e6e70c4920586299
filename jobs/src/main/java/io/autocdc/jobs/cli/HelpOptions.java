// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.cli;

import picocli.CommandLine.Option;

/** Options that every command takes. */
final class HelpOptions {

  static final String DEBUG = "--debug";

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  boolean help;

  @Option(names = DEBUG, description = "Print stack traces and the log of Flink to stderr.")
  boolean debug;
}
