// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.java;

import io.autocdc.dsl.Environment;
import io.autocdc.dsl.read.References;
import io.autocdc.dsl.read.References.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Writes texts as Java source has them, in ASCII alone: the encoding that a compiler takes for
 * granted must not matter.
 */
public final class JavaText {

  /** A constant of a class file has at most 65535 bytes; a character takes at most three. */
  private static final int MOST_OF_A_CONSTANT = 20_000;

  private static final int WIDTH = 76;
  private static final String INDENT = "    ";

  private JavaText() {}

  /**
   * An expression for a text. Where it has references, {@link Environment} is asked.
   *
   * @param indent spaces in front of the lines behind the first
   */
  public static String expression(String text, int indent) {
    List<Part> parts = References.split(text);
    if (parts.size() == 1 && !parts.get(0).isReference()) {
      return plain(text, indent);
    }
    return parts.stream()
        .map(part -> part.isReference() ? variable(part.variable()) : literal(part.text()))
        .collect(Collectors.joining(" + "));
  }

  /** An expression for the value of an environment variable. */
  public static String variable(String name) {
    return Environment.class.getSimpleName() + ".variable(" + literal(name) + ")";
  }

  private static String plain(String text, int indent) {
    if (text.length() > MOST_OF_A_CONSTANT) {
      return pieces(text, MOST_OF_A_CONSTANT).stream()
          .map(JavaText::literal)
          .collect(Collectors.joining(",\n" + " ".repeat(indent), "String.join(\"\", ", ")"));
    }
    if (fitsBlock(text)) {
      return block(text, indent);
    }
    return words(text).stream()
        .map(JavaText::literal)
        .collect(Collectors.joining("\n" + " ".repeat(indent) + INDENT + "+ "));
  }

  private static List<String> pieces(String text, int length) {
    List<String> pieces = new ArrayList<>();
    for (int i = 0; i < text.length(); i += length) {
      pieces.add(text.substring(i, Math.min(text.length(), i + length)));
    }
    return pieces;
  }

  /** The text in pieces of the width of a page, which end with a space where there is one. */
  private static List<String> words(String text) {
    List<String> pieces = new ArrayList<>();
    String rest = text;
    while (rest.length() > WIDTH) {
      int space = rest.lastIndexOf(' ', WIDTH - 1);
      if (space <= 0) {
        space = rest.indexOf(' ', WIDTH);
      }
      if (space < 0 || space == rest.length() - 1) {
        break;
      }
      pieces.add(rest.substring(0, space + 1));
      rest = rest.substring(space + 1);
    }
    pieces.add(rest);
    return pieces;
  }

  /** What is common to the starts of its lines is taken off a block, so the first has nothing. */
  private static boolean fitsBlock(String text) {
    return text.indexOf('\n') > 0 && !Character.isWhitespace(text.charAt(0));
  }

  private static String block(String text, int indent) {
    StringBuilder block = new StringBuilder("\"\"\"");
    for (String line : text.split("\n", -1)) {
      String escaped = escape(line, true);
      block.append('\n').append(escaped.isEmpty() ? "" : " ".repeat(indent)).append(escaped);
    }
    if (text.endsWith("\n")) {
      block.append(" ".repeat(indent));
    }
    return block.append("\"\"\"").toString();
  }

  static String literal(String text) {
    return '"' + escape(text, false) + '"';
  }

  /**
   * @param line true for a line of a block, which keeps quotes, and loses spaces at its end
   */
  private static String escape(String text, boolean line) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean last = i == text.length() - 1;
      switch (c) {
        case '\\' -> out.append("\\\\");
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        case '"' -> out.append(line && !last && text.charAt(i + 1) != '"' ? "\"" : "\\\"");
        case ' ' -> out.append(line && last ? "\\s" : " ");
        default -> appendCharacter(out, c);
      }
    }
    return out.toString();
  }

  /** Escapes of Unicode are read before anything else: one of a control character would be it. */
  private static void appendCharacter(StringBuilder out, char c) {
    if (c < 0x20 || c == 0x7F) {
      out.append(String.format("\\%03o", (int) c));
    } else if (c > 0x7F) {
      out.append(String.format("\\u%04x", (int) c));
    } else {
      out.append(c);
    }
  }
}
