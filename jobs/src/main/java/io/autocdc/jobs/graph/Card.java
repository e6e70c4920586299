// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.graph;

import io.autocdc.jobs.graph.LineageGraph.Node;
import java.util.ArrayList;
import java.util.List;

/**
 * A node as a box with lines of text. Sizes are in px of the picture; widths of texts are estimated
 * from above, since nobody here knows the fonts of the reader.
 *
 * @param node what the box shows
 * @param name lines of its name
 * @param details lines below the name
 */
record Card(Node node, List<String> name, List<String> details) {

  static final int PADDING = 12;
  private static final int KIND_HEIGHT = 18;
  private static final int NAME_HEIGHT = 17;
  private static final int DETAIL_HEIGHT = 15;
  private static final int BOTTOM = 8;
  private static final double NAME_CHARACTER = 7.9;
  private static final double DETAIL_CHARACTER = 6.6;
  private static final int SHORTEST = 96;
  private static final int MOST_LINES_OF_A_DETAIL = 3;

  /**
   * @param width room for text in px, padding included
   */
  static Card of(Node node, int width) {
    int room = width - 2 * PADDING;
    List<String> details = new ArrayList<>();
    for (String detail : node.details()) {
      List<String> lines = wrap(detail, (int) (room / DETAIL_CHARACTER));
      if (lines.size() > MOST_LINES_OF_A_DETAIL) {
        lines = new ArrayList<>(lines.subList(0, MOST_LINES_OF_A_DETAIL));
        lines.set(lines.size() - 1, lines.get(lines.size() - 1) + "…");
      }
      details.addAll(lines);
    }
    return new Card(node, wrap(node.name(), (int) (room / NAME_CHARACTER)), details);
  }

  int width() {
    double widest = SHORTEST;
    for (String line : name) {
      widest = Math.max(widest, length(line) * NAME_CHARACTER);
    }
    for (String line : details) {
      widest = Math.max(widest, length(line) * DETAIL_CHARACTER);
    }
    return (int) Math.ceil(widest) + 2 * PADDING;
  }

  int height() {
    return PADDING / 2
        + KIND_HEIGHT
        + name.size() * NAME_HEIGHT
        + details.size() * DETAIL_HEIGHT
        + BOTTOM;
  }

  /** Adds the box to a picture. */
  void draw(Svg svg, double x, double y, int width) {
    String kind = node.kind().text();
    svg.open("g", "class", "card " + kind);
    List<String> full = new ArrayList<>(List.of(kind + " " + node.name()));
    full.addAll(node.details());
    svg.text("title", String.join("\n", full));
    svg.empty("rect", "x", x, "y", y, "width", width, "height", height(), "rx", 6, "class", "box");
    svg.empty("rect", "x", x, "y", y, "width", 4, "height", height(), "rx", 2, "class", "mark");
    double line = y + PADDING / 2.0 + KIND_HEIGHT - 5;
    svg.text("text", kind, "x", x + PADDING, "y", line, "class", "kind");
    for (String text : name) {
      line += NAME_HEIGHT;
      svg.text("text", text, "x", x + PADDING, "y", line, "class", "name");
    }
    for (String text : details) {
      line += DETAIL_HEIGHT;
      svg.text("text", text, "x", x + PADDING, "y", line, "class", "detail");
    }
    svg.close("g");
  }

  /** Breaks a text behind spaces and the usual joints of names, and anywhere if there is none. */
  static List<String> wrap(String text, int most) {
    List<String> lines = new ArrayList<>();
    String rest = text.replaceAll("\\s+", " ").strip();
    while (length(rest) > most) {
      int limit = rest.offsetByCodePoints(0, most);
      int cut = limit;
      for (int i = limit; i > limit / 2; i--) {
        if (" ._-/,".indexOf(rest.charAt(i - 1)) >= 0) {
          cut = i;
          break;
        }
      }
      lines.add(rest.substring(0, cut).stripTrailing());
      rest = rest.substring(cut).stripLeading();
    }
    lines.add(rest);
    return lines;
  }

  private static int length(String text) {
    return text.codePointCount(0, text.length());
  }
}
