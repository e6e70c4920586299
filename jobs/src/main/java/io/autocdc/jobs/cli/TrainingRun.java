// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Does once what users do, in a project that is thrown away, so that the launcher can keep the
 * classes that were loaded in an archive for fast starts.
 */
final class TrainingRun {

  private static final String HISTORY = "silver.customers_history";

  private TrainingRun() {}

  /**
   * @param args the folder for the project; it must not exist
   */
  public static void main(String[] args) {
    String project = Path.of(args[0]).toAbsolutePath().toString();
    String warehouse = project + "/warehouse";
    Console process = Console.ofProcess();
    Console console =
        new Console(
            process.out(),
            process.err(),
            0,
            false,
            null,
            Map.of("XDG_STATE_HOME", project + "/state"),
            process.workingDirectory());
    List<String[]> commands =
        List.of(
            new String[] {"init", project},
            new String[] {"codes", "NO_KEYS"},
            new String[] {"validate", project},
            new String[] {"explain", project},
            new String[] {"run", project},
            new String[] {"show", HISTORY, "--warehouse", warehouse},
            new String[] {
              "show",
              HISTORY,
              "--warehouse",
              warehouse,
              "--format",
              "json",
              "--where",
              "__END_AT IS NULL AND name LIKE 'A%'"
            });
    int worst = 0;
    for (String[] command : commands) {
      worst = Math.max(worst, AutoCdcMain.run(console, command));
    }
    console.out().flush();
    System.exit(worst);
  }
}
