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
import org.apache.logging.log4j.core.layout.PatternLayout;

/**
 * Where the words of Flink, Paimon and Hadoop go: nowhere, unless a run has a log file, or a user
 * asks for them with {@code --debug}. What a user must know is said by the program itself.
 */
public final class RunLog {

  private static final String PATTERN = "%d{ISO8601} %-5p %-40.40c{1.} [%t] %m%n";
  private static final String FILE_APPENDER = "run-log";

  private RunLog() {}

  /** Sends warnings to a file; the file of the run before is kept beside it. */
  static void toFile(Path file) {
    try {
      Files.createDirectories(file.getParent());
      if (Files.exists(file)) {
        Path previous = file.resolveSibling(file.getFileName() + ".previous");
        Files.move(file, previous, StandardCopyOption.REPLACE_EXISTING);
      }
    } catch (IOException e) {
      // A run does without its log rather than fail for it.
      return;
    }
    LoggerContext context = context();
    Configuration configuration = context.getConfiguration();
    detach(configuration, FILE_APPENDER);
    attach(
        context,
        FileAppender.newBuilder()
            .setName(FILE_APPENDER)
            .setConfiguration(configuration)
            .withFileName(file.toString())
            .setLayout(layout(configuration))
            .build(),
        Level.WARN);
  }

  /** Sends everything of interest to stderr, as {@code --debug} asks. */
  public static void toStderr() {
    LoggerContext context = context();
    Configuration configuration = context.getConfiguration();
    attach(
        context,
        ConsoleAppender.newBuilder()
            .setName("stderr")
            .setConfiguration(configuration)
            .setTarget(ConsoleAppender.Target.SYSTEM_ERR)
            .setLayout(layout(configuration))
            .build(),
        Level.INFO);
  }

  static void warn(String message, Throwable cause) {
    LogManager.getLogger(RunLog.class).warn(message, cause);
  }

  private static LoggerContext context() {
    return (LoggerContext) LogManager.getContext(false);
  }

  private static PatternLayout layout(Configuration configuration) {
    return PatternLayout.newBuilder().withPattern(PATTERN).withConfiguration(configuration).build();
  }

  private static void attach(LoggerContext context, Appender appender, Level level) {
    Configuration configuration = context.getConfiguration();
    appender.start();
    configuration.addAppender(appender);
    configuration.getRootLogger().addAppender(appender, level, null);
    if (configuration.getRootLogger().getLevel().isMoreSpecificThan(level)) {
      configuration.getRootLogger().setLevel(level);
    }
    context.updateLoggers();
  }

  private static void detach(Configuration configuration, String name) {
    Appender appender = configuration.getAppenders().get(name);
    if (appender != null) {
      configuration.getRootLogger().removeAppender(name);
      appender.stop();
    }
  }
}
