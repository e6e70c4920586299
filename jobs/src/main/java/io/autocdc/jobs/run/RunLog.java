// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.appender.ConsoleAppender;
import org.apache.logging.log4j.core.appender.FileAppender;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.apache.logging.log4j.core.layout.PatternLayout;

/**
 * Where the words of Flink, Paimon and Hadoop go: nowhere, unless a run has a log file, or a user
 * asks for them with {@code --debug}. What a user must know is said by the program itself.
 */
public final class RunLog implements JobTarget.Log {

  private static final String PATTERN = "%d{ISO8601} %-5p %-40.40c{1.} [%t] %m%n";

  /** Null if nothing can be written. */
  private final Appender appender;

  private RunLog(Appender appender) {
    this.appender = appender;
  }

  /**
   * Sends warnings to a file until closed; the file of the run before is kept beside it. Several
   * runs in one process hear the same words, as Flink does not say which job they are about.
   */
  static RunLog toFile(Path file) {
    try {
      Files.createDirectories(file.getParent());
      if (Files.exists(file)) {
        Path previous = file.resolveSibling(file.getFileName() + ".previous");
        Files.move(file, previous, StandardCopyOption.REPLACE_EXISTING);
      }
    } catch (IOException e) {
      // A run does without its log rather than fail for it.
      return new RunLog(null);
    }
    Configuration configuration = context().getConfiguration();
    Appender appender =
        FileAppender.newBuilder()
            .setName("run-log " + file)
            .setConfiguration(configuration)
            .withFileName(file.toString())
            .setLayout(layout(configuration))
            .build();
    attach(appender, Level.WARN);
    return new RunLog(appender);
  }

  @Override
  public void close() {
    if (appender != null) {
      context().getConfiguration().getRootLogger().removeAppender(appender.getName());
      appender.stop();
    }
  }

  /** Sends everything of interest to stderr, as {@code --debug} asks. */
  public static void toStderr() {
    Configuration configuration = context().getConfiguration();
    attach(
        ConsoleAppender.newBuilder()
            .setName("stderr")
            .setConfiguration(configuration)
            .setTarget(ConsoleAppender.Target.SYSTEM_ERR)
            .setLayout(layout(configuration))
            .build(),
        Level.INFO);
  }

  private static LoggerContext context() {
    return (LoggerContext) LogManager.getContext(false);
  }

  private static PatternLayout layout(Configuration configuration) {
    return PatternLayout.newBuilder().withPattern(PATTERN).withConfiguration(configuration).build();
  }

  private static synchronized void attach(Appender appender, Level level) {
    LoggerContext context = context();
    LoggerConfig root = context.getConfiguration().getRootLogger();
    appender.start();
    root.addAppender(appender, level, null);
    if (root.getLevel().isMoreSpecificThan(level)) {
      root.setLevel(level);
    }
    context.updateLoggers();
  }
}
