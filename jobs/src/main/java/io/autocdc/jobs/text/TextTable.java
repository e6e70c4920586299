// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.text;

import java.util.ArrayList;
import java.util.List;

/** Rows in aligned columns: a header, a rule, the rows. */
public final class TextTable {

  private static final String GAP = "  ";
  private static final String ELLIPSIS = "...";

  private final List<String> header;
  private final List<Boolean> rightAligned;
  private final List<List<String>> rows = new ArrayList<>();

  /**
   * @param header names of the columns
   * @param rightAligned which columns are numbers
   */
  public TextTable(List<String> header, List<Boolean> rightAligned) {
    this.header = List.copyOf(header);
    this.rightAligned = List.copyOf(rightAligned);
  }

  public TextTable add(List<String> row) {
    rows.add(row.stream().map(TextTable::onOneLine).toList());
    return this;
  }

  /**
   * The lines of the table.
   *
   * @param width the most columns that a line may take; wide columns are cut for it. Zero for any.
   */
  public List<String> render(int width) {
    int[] widths = widths();
    if (width > 0) {
      narrow(widths, width);
    }
    List<String> lines = new ArrayList<>();
    lines.add(line(header, widths));
    StringBuilder rule = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      rule.append(i == 0 ? "" : GAP).append("-".repeat(widths[i]));
    }
    lines.add(rule.toString());
    rows.forEach(row -> lines.add(line(row, widths)));
    return lines;
  }

  private int[] widths() {
    int[] widths = new int[header.size()];
    for (int i = 0; i < widths.length; i++) {
      widths[i] = length(header.get(i));
      for (List<String> row : rows) {
        widths[i] = Math.max(widths[i], length(row.get(i)));
      }
    }
    return widths;
  }

  /** Takes from the widest column until all fit, but leaves each one readable. */
  private static void narrow(int[] widths, int width) {
    int least = 8;
    int total = (widths.length - 1) * GAP.length();
    for (int w : widths) {
      total += w;
    }
    while (total > width) {
      int widest = 0;
      for (int i = 1; i < widths.length; i++) {
        widest = widths[i] > widths[widest] ? i : widest;
      }
      if (widths[widest] <= least) {
        return;
      }
      widths[widest]--;
      total--;
    }
  }

  private String line(List<String> cells, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      String cell = cut(cells.get(i), widths[i]);
      String padding = " ".repeat(widths[i] - length(cell));
      line.append(i == 0 ? "" : GAP);
      line.append(rightAligned.get(i) ? padding + cell : cell + padding);
    }
    return line.toString().stripTrailing();
  }

  private static String cut(String cell, int width) {
    if (length(cell) <= width) {
      return cell;
    }
    return cell.substring(0, cell.offsetByCodePoints(0, width - ELLIPSIS.length())) + ELLIPSIS;
  }

  private static int length(String cell) {
    return cell.codePointCount(0, cell.length());
  }

  private static String onOneLine(String cell) {
    return cell.replace("\\", "\\\\")
        .replace("\n", "\\n")
        .replace("\r", "\\r")
        .replace("\t", "\\t");
  }
}
