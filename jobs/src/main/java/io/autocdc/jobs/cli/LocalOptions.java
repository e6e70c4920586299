// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Option;

/** Options of runs in this process, whatever declares what is run. */
class LocalOptions {

  @Option(
      names = "--warehouse",
      paramLabel = "DIR",
      description = "Folder of the tables. Default: the project's, or 'warehouse' beside it.")
  String warehouse;

  @Option(
      names = "-D",
      paramLabel = "KEY=VALUE",
      description = "Option of Flink, such as state.backend.type=rocksdb. May be repeated.")
  Map<String, String> flinkOptions = new LinkedHashMap<>();

  @Option(
      names = "--parallelism",
      paramLabel = "N",
      description = "Subtasks of each operator. Default: 2, or 1 on one core.")
  Integer parallelism;
}
