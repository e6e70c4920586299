// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.cli;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.apache.flink.client.program.ProgramParametrizationException;
import picocli.CommandLine;

/**
 * What {@code flink run autocdc-flink.jar PATH [options]} starts: {@code ./autocdc run} on the
 * cluster that Flink's command line names.
 */
public final class FlinkRunMain {

  private FlinkRunMain() {}

  /**
   * @throws ProgramParametrizationException with all that went wrong, as Flink prints its message
   *     and nothing else. The process is not ours to end.
   */
  public static void main(String[] args) {
    Console console =
        new Console(
            new PrintStream(new BufferedOutputStream(System.out), false, StandardCharsets.UTF_8),
            System.err,
            0,
            false,
            null,
            System.getenv(),
            Path.of("").toAbsolutePath());
    ByteArrayOutputStream errors = new ByteArrayOutputStream();
    CommandLine run =
        new CommandLine(new RunCommand(console, TargetChooser::ofFlinkRun))
            .setCommandName("flink run autocdc-flink.jar");
    int code =
        AutoCdcMain.configured(run, console, new PrintStream(errors, true, StandardCharsets.UTF_8))
            .execute(args);
    console.out().flush();
    if (code != ExitCodes.FINE) {
      throw new ProgramParametrizationException(
          errors.size() == 0
              ? "Nothing was run; see the problems above."
              : errors.toString(StandardCharsets.UTF_8).strip());
    }
  }
}
