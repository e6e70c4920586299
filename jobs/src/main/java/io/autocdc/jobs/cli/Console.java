// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.cli;

import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;

/**
 * What a command has to do with the world around it.
 *
 * @param out where data goes
 * @param err where notes, progress and errors go
 * @param width columns of the terminal behind {@code out}; zero if there is none
 * @param errIsTerminal true if there is a terminal behind {@code err}
 * @param answers what a user types; null if nobody is there to type, or to read the question
 * @param environment environment variables
 * @param workingDirectory relative paths of the user start here
 */
public record Console(
    PrintStream out,
    PrintStream err,
    int width,
    boolean errIsTerminal,
    BufferedReader answers,
    Map<String, String> environment,
    Path workingDirectory) {

  /** Columns of the terminal behind stdout, as the launcher found out. */
  private static final String WIDTH = "autocdc.terminal.width";

  /** True if the launcher found a terminal behind stderr. */
  private static final String ERR_IS_TERMINAL = "autocdc.terminal.err";

  /** True if the launcher found a terminal behind stdin. */
  private static final String IN_IS_TERMINAL = "autocdc.terminal.in";

  /** The console of this process. Texts are UTF-8 whatever the locale. */
  static Console ofProcess() {
    boolean errIsTerminal = Boolean.getBoolean(ERR_IS_TERMINAL) || System.console() != null;
    return new Console(
        new PrintStream(
            new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), 1 << 16),
            false,
            StandardCharsets.UTF_8),
        new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8),
        Integer.getInteger(WIDTH, 0),
        errIsTerminal,
        errIsTerminal && (Boolean.getBoolean(IN_IS_TERMINAL) || System.console() != null)
            ? new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))
            : null,
        System.getenv(),
        Path.of("").toAbsolutePath());
  }

  /** A path as the user typed it, if the process is where the user is; else an absolute one. */
  Path path(String typed) {
    boolean here = workingDirectory.equals(Path.of("").toAbsolutePath());
    return here ? Path.of(typed) : workingDirectory.resolve(typed).normalize();
  }
}
