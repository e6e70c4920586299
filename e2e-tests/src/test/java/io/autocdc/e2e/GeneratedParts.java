// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.e2e;

import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.jobs.catalog.Argument;
import io.autocdc.jobs.catalog.Functions;
import io.autocdc.jobs.catalog.Procedures;
import io.autocdc.operators.ledger.RunEvent;
import io.autocdc.spi.FlowCounter;
import io.autocdc.spi.InvalidReason;
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

  private static final String OPERATORS = "flink-operators/src/main/java/io/autocdc/";
  private static final String COUNTERS = OPERATORS + "spi/FlowCounter.java";
  private static final String EVENTS = OPERATORS + "operators/ledger/RunEvent.java";

  private GeneratedParts() {}

  /** The lines of a part. */
  static List<String> lines(String name) throws IOException {
    return switch (name) {
      case "error-codes" -> errorCodes();
      case "metrics" -> metrics();
      case "event-types" -> eventTypes();
      case "commands" -> CommandTables.commands();
      case "common-options" -> CommandTables.commonOptions();
      case "procedures" -> procedures();
      case "procedure-arguments" -> procedureArguments();
      case "functions" -> functions();
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

  private static List<String> metrics() throws IOException {
    List<String> lines =
        new ArrayList<>(
            List.of("| where | name | unit | what it counts |", "| --- | --- | --- | --- |"));
    for (FlowCounter counter : FlowCounter.values()) {
      String where = counter.isGauge() ? "`flow.FLOW` (gauge)" : "`flow.FLOW`";
      lines.add(metric(where, counter.metricName(), counter.unit(), comment(counter, COUNTERS)));
    }
    for (InvalidReason reason : InvalidReason.values()) {
      lines.add(
          metric(
              "`flow.FLOW.reason." + reason.metricName() + "`",
              "num_invalid_rows",
              "rows",
              "Rows that could not be applied: " + reason.text() + "."));
    }
    String rule = "`view.VIEW.expectation.RULE`";
    lines.add(metric(rule, "num_passed_rows", "rows", "Rows that kept the rule."));
    lines.add(metric(rule, "num_failed_rows", "rows", "Rows that violated the rule."));
    return lines;
  }

  private static String metric(String where, String name, String unit, String meaning) {
    return "| %s | `%s` | %s | %s |".formatted(where, name, unit, escape(meaning));
  }

  private static List<String> eventTypes() throws IOException {
    List<String> lines = new ArrayList<>(List.of("| type | what it tells |", "| --- | --- |"));
    for (RunEvent.Type type : RunEvent.Type.values()) {
      lines.add("| `%s` | %s |".formatted(type.text(), escape(comment(type, EVENTS))));
    }
    return lines;
  }

  private static List<String> procedures() {
    List<String> lines = new ArrayList<>(List.of("| procedure | what it does |", "| --- | --- |"));
    for (Procedures procedure : Procedures.values()) {
      lines.add("| `%s` | %s |".formatted(procedure.procedure(), procedure.description()));
    }
    return lines;
  }

  private static List<String> procedureArguments() {
    List<String> changes = Procedures.CREATE_AUTO_CDC_FLOW.arguments();
    List<String> snapshots = Procedures.CREATE_AUTO_CDC_FROM_SNAPSHOT_FLOW.arguments();
    List<String> lines =
        new ArrayList<>(
            List.of(
                "| argument | type | changes | snapshots | option | what it is |",
                "| --- | --- | --- | --- | --- | --- |"));
    for (Argument argument : Argument.values()) {
      lines.add(
          "| `%s` | %s | %s | %s | %s | %s |"
              .formatted(
                  argument.argument(),
                  argument.form() == Argument.Form.LIST
                      ? "list of columns"
                      : argument.form().type(),
                  changes.contains(argument.argument()) ? "yes" : "",
                  snapshots.contains(argument.argument()) ? "yes" : "",
                  Argument.options().contains(argument) ? "`" + argument.option() + "`" : "",
                  escape(argument.description())));
    }
    return lines;
  }

  private static List<String> functions() {
    List<String> lines = new ArrayList<>(List.of("| function | what it gives |", "| --- | --- |"));
    for (Functions function : Functions.values()) {
      lines.add("| `%s` | %s |".formatted(function.signature(), escape(function.description())));
    }
    return lines;
  }

  /** The comment of a constant says what it means. */
  private static String comment(Enum<?> constant, String file) throws IOException {
    String source = Files.readString(Path.of(Cli.ROOT.toString(), file));
    Matcher comment =
        Pattern.compile("/\\*\\*([^/]*?)\\*/\\s+" + constant.name() + "[(,;]").matcher(source);
    if (!comment.find()) {
      throw new AssertionError(constant + " has no comment");
    }
    return comment.group(1).replaceAll("\\R\\s*\\*", " ");
  }

  static String escape(String text) {
    return text.replace("|", "\\|").replace("<", "&lt;").replaceAll("\\s+", " ").strip();
  }

  /** The name behind {@link #START}. */
  static String nameOf(String line) {
    return line.substring(START.length()).replace("-->", "").strip().toLowerCase(Locale.ROOT);
  }
}
