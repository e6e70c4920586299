// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.cli;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;

/** What a command did that was run in the process of the test. */
record Result(int code, String out, String err) {

  /** Of a command in a folder, which also takes what commands remember of each other. */
  static Result of(Path folder, String... arguments) {
    return of(folder, remembering(folder), null, arguments);
  }

  /**
   * @param environment variables of the process
   * @param answer what a user types; null if nobody is there
   */
  static Result of(
      Path folder, Map<String, String> environment, String answer, String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Console console =
        new Console(
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            0,
            false,
            answer == null ? null : new BufferedReader(new StringReader(answer)),
            environment,
            folder);
    int code = AutoCdcMain.run(console, arguments);
    return new Result(
        code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  /** The environment of commands that remember in a folder which warehouses were used. */
  static Map<String, String> remembering(Path folder) {
    return Map.of("XDG_STATE_HOME", folder.resolve("state").toString());
  }
}
