// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.e2e;

import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Compares what a page says with what was printed. Everything has to be equal, except
 *
 * <ul>
 *   <li>the duration of a run, behind {@code pipeline NAME: first run,}
 *   <li>{@code <now>}, which stands for a time of today, and {@code <path>}, which stands for the
 *       folder of the commands; in an output that has one, widths of columns are not compared
 *   <li>in the summary of a run of changes the counters that depend on the order in which files are
 *       read. Both tables must add up: every row that was read is counted once as what became of
 *       it. Neither holds for snapshots, which are read in their order and counted by their
 *       differences.
 * </ul>
 */
final class PrintedText {

  private static final Pattern DURATION = Pattern.compile("(?<=^pipeline .{1,80}, )\\d+\\.\\d s$");
  private static final String TIME_OF_DAY = "T\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z";
  private static final Set<String> DEPEND_ON_ORDER =
      Set.of("UPSERTED", "DELETED", "LATE", "STALE", "DUPLICATES", "HISTORY REWRITTEN");
  private static final Set<String> OUTCOMES =
      Set.of(
          "UPSERTED",
          "DELETED",
          "TRUNCATES",
          "STALE",
          "DUPLICATES",
          "TIES LOST",
          "QUARANTINED",
          "DROPPED");

  private static final Pattern PROGRESS = Pattern.compile("\\S+: \\d+ rows read, .* rows/s");

  private PrintedText() {}

  /** What the runs whose summaries are compared have read. */
  enum Input {
    CHANGES,
    SNAPSHOTS
  }

  static boolean matches(List<String> expected, List<String> printed, Input input) {
    return comparable(expected, input).equals(comparable(printed, input));
  }

  /** What a command printed, without what it says about its progress. */
  static List<String> withoutProgress(List<String> printed) {
    return printed.stream().filter(line -> !PROGRESS.matcher(line).matches()).toList();
  }

  /** What was printed, with placeholders for what differs from day to day. */
  static List<String> withPlaceholders(List<String> printed, String folder) {
    String today = LocalDate.now(ZoneOffset.UTC).toString();
    return printed.stream()
        .map(line -> line.replace(folder, "<path>"))
        .map(line -> line.replaceAll(today + TIME_OF_DAY, "<now>"))
        .toList();
  }

  private static List<String> comparable(List<String> lines, Input input) {
    boolean placeholders =
        lines.stream().anyMatch(l -> l.contains("<now>") || l.contains("<path>"));
    List<String> result = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      if (line.startsWith("FLOW ") && input == Input.CHANGES) {
        i = addSummary(lines, i, result);
      } else {
        String timeless = DURATION.matcher(line).replaceAll("<duration>");
        result.add(
            placeholders ? timeless.replaceAll(" +", " ").replaceAll("-{2,}", "--") : timeless);
      }
    }
    return result;
  }

  /** Adds the rows of a summary, and gives the index of its last line. */
  private static int addSummary(List<String> lines, int start, List<String> result) {
    List<String> header = List.of(lines.get(start).strip().split(" {2,}"));
    int i = start + 2;
    for (; i < lines.size() && !lines.get(i).isBlank(); i++) {
      List<String> cells = List.of(lines.get(i).strip().split(" {2,}"));
      Map<String, String> row = new TreeMap<>();
      for (int c = 0; c < header.size(); c++) {
        row.put(header.get(c), cells.get(c));
      }
      int outcomes =
          OUTCOMES.stream().mapToInt(name -> Integer.parseInt(row.getOrDefault(name, "0"))).sum();
      if (outcomes != Integer.parseInt(row.get("READ"))) {
        throw new AssertionError("the summary does not add up: " + row);
      }
      row.keySet().removeAll(DEPEND_ON_ORDER);
      result.add(row.toString());
    }
    return i - 1;
  }
}
