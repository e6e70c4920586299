// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.e2e;

import java.util.ArrayList;
import java.util.List;

/**
 * The text of a {@code console} block: {@code $ command} lines, lines that continue a command
 * behind {@code > }, and below each command what it prints.
 */
final class Transcript {

  /**
   * A command.
   *
   * @param command what is typed, with line ends
   * @param output what the page says it prints
   */
  record Step(String command, List<String> output) {}

  private Transcript() {}

  static List<Step> read(List<String> lines, String place) {
    List<Step> steps = new ArrayList<>();
    int i = 0;
    while (i < lines.size()) {
      if (!lines.get(i).startsWith("$ ")) {
        throw new AssertionError(place + ": a console block starts with '$ command'");
      }
      StringBuilder command = new StringBuilder(lines.get(i++).substring(2));
      while (i < lines.size() && lines.get(i).startsWith("> ")) {
        command.append('\n').append(lines.get(i++).substring(2));
      }
      List<String> output = new ArrayList<>();
      while (i < lines.size() && !lines.get(i).startsWith("$ ")) {
        output.add(lines.get(i++));
      }
      steps.add(new Step(command.toString(), withoutBlankEnd(output)));
    }
    return steps;
  }

  static List<String> write(Step step) {
    List<String> lines = new ArrayList<>();
    String[] command = step.command().split("\n");
    for (int i = 0; i < command.length; i++) {
      lines.add((i == 0 ? "$ " : "> ") + command[i]);
    }
    lines.addAll(step.output());
    return lines;
  }

  /** Lines without spaces at their ends and without blank lines at the end. */
  static List<String> withoutBlankEnd(List<String> output) {
    List<String> lines = new ArrayList<>(output.stream().map(String::stripTrailing).toList());
    while (!lines.isEmpty() && lines.get(lines.size() - 1).isEmpty()) {
      lines.remove(lines.size() - 1);
    }
    return lines;
  }
}
