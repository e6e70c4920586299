// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.e2e;

import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.spi.FlowCounter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parts of pages that are made from the code. They stand between {@code <!-- generated: NAME -->}
 * and {@code <!-- end of generated -->}.
 */
final class GeneratedParts {

  static final String START = "<!-- generated: ";
  static final String END = "<!-- end of generated -->";

  private static final String COUNTERS =
      "flink-operators/src/main/java/io/autocdc/spi/FlowCounter.java";

  private GeneratedParts() {}

  /** The lines of a part. */
  static List<String> lines(String name) throws IOException {
    return switch (name) {
      case "error-codes" -> errorCodes();
      case "counters" -> counters();
      default -> throw new AssertionError("there is no part '" + name + "' to generate");
    };
  }

  private static List<String> errorCodes() {
    List<String> lines =
        new ArrayList<>(List.of("| code | meaning | what to do |", "| --- | --- | --- |"));
    for (ErrorCode code : ErrorCode.values()) {
      lines.add(
          "| `%s` | %s | %s |".formatted(code, escape(code.explanation()), escape(code.remedy())));
    }
    return lines;
  }

  /** The comments of the constants say what is counted. */
  private static List<String> counters() throws IOException {
    String source = Files.readString(Path.of(Cli.ROOT.toString(), COUNTERS));
    List<String> lines = new ArrayList<>(List.of("| counter | what it counts |", "| --- | --- |"));
    for (FlowCounter counter : FlowCounter.values()) {
      Matcher comment =
          Pattern.compile("/\\*\\* ([^/]*?) \\*/\\s+" + counter.name() + "\\(").matcher(source);
      if (!comment.find()) {
        throw new AssertionError(counter + " has no comment");
      }
      lines.add("| `%s` | %s |".formatted(counter.metricName(), escape(comment.group(1))));
    }
    return lines;
  }

  private static String escape(String text) {
    return text.replace("|", "\\|").replace("<", "&lt;").replaceAll("\\s+", " ").strip();
  }

  /** The name behind {@link #START}. */
  static String nameOf(String line) {
    return line.substring(START.length()).replace("-->", "").strip().toLowerCase(Locale.ROOT);
  }
}
