// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.graph;

import io.autocdc.jobs.graph.LineageGraph.Node;
import java.util.ArrayList;
import java.util.List;

/**
 * A node as a box with lines of text. Sizes are in px of the picture. Texts have fonts of one
 * width, so that their lengths are known whatever fonts the reader has.
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
  private static final double NAME_CHARACTER = 8;
  private static final double DETAIL_CHARACTER = 7.4;
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
      int limit = end(rest, most);
      int cut = limit;
      for (int i = limit; i > limit / 2; i--) {
        if (isJoint(rest.charAt(i - 1)) && !isJoint(rest.charAt(i))) {
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

  private static boolean isJoint(char c) {
    return " ._-/,".indexOf(c) >= 0;
  }

  /** Where the last character ends that fits into a length; never the start. */
  private static int end(String text, int most) {
    int end = text.offsetByCodePoints(0, 1);
    int length = cells(text.codePointAt(0));
    while (end < text.length()) {
      length += cells(text.codePointAt(end));
      if (length > most) {
        break;
      }
      end = text.offsetByCodePoints(end, 1);
    }
    return end;
  }

  /** How many characters of Latin letters the text is as long as. */
  private static int length(String text) {
    return text.codePoints().map(Card::cells).sum();
  }

  private static int cells(int c) {
    boolean wide = c >= 0x1100 && (Character.isIdeographic(c) || c >= 0x1F000 || isWideScript(c));
    return wide ? 2 : 1;
  }

  private static boolean isWideScript(int c) {
    Character.UnicodeScript script = Character.UnicodeScript.of(c);
    return script == Character.UnicodeScript.HANGUL
        || script == Character.UnicodeScript.HIRAGANA
        || script == Character.UnicodeScript.KATAKANA
        || c >= 0xFF01 && c <= 0xFF60;
  }
}
