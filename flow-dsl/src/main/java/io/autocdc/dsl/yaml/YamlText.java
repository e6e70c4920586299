// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.yaml;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Writes lines of YAML; every text comes back as it was, whatever characters it has. */
final class YamlText {

  private static final Pattern PLAIN = Pattern.compile("[A-Za-z_][A-Za-z0-9_./-]*");

  /** Words that YAML readers take for something else than a text. */
  private static final Set<String> WORDS =
      Set.of("null", "true", "false", "yes", "no", "on", "off", "y", "n");

  private final StringBuilder out = new StringBuilder();

  /** A line of its own, such as {@code source:}. */
  YamlText line(int indent, String text) {
    out.append(" ".repeat(indent)).append(text).append('\n');
    return this;
  }

  /** A key of a mapping that follows. */
  YamlText key(int indent, String key) {
    return line(indent, quote(key) + ":");
  }

  /** A key with a text, in several lines if it has them. */
  YamlText text(int indent, String key, String value) {
    String safe = escapeTokens(value);
    if (!fitsBlock(safe)) {
      return line(indent, quote(key) + ": " + quote(safe));
    }
    boolean endsWithBreak = safe.endsWith("\n");
    line(indent, quote(key) + (endsWithBreak ? ": |" : ": |-"));
    safe.lines().forEach(l -> line(l.isEmpty() ? 0 : indent + 2, l));
    return this;
  }

  /** The first key of an item of a list, with a text. */
  YamlText item(int indent, String key, String value) {
    return line(indent, "- " + key + ": " + quote(escapeTokens(value)));
  }

  /** A key with a list in one line. */
  YamlText list(int indent, String key, List<String> values) {
    return line(
        indent,
        key
            + ": "
            + values.stream()
                .map(value -> quote(escapeTokens(value)))
                .collect(Collectors.joining(", ", "[", "]")));
  }

  private static String escapeTokens(String text) {
    return text.replace("${", "$${");
  }

  private static String quote(String text) {
    if (PLAIN.matcher(text).matches() && !WORDS.contains(text.toLowerCase(Locale.ROOT))) {
      return text;
    }
    StringBuilder quoted = new StringBuilder("\"");
    text.codePoints().forEach(c -> appendEscaped(quoted, c));
    return quoted.append('"').toString();
  }

  private static void appendEscaped(StringBuilder quoted, int c) {
    switch (c) {
      case '"' -> quoted.append("\\\"");
      case '\\' -> quoted.append("\\\\");
      case '\n' -> quoted.append("\\n");
      case '\t' -> quoted.append("\\t");
      case '\r' -> quoted.append("\\r");
      default -> {
        if (isPrintable(c)) {
          quoted.appendCodePoint(c);
        } else if (c <= 0xFFFF) {
          quoted.append(String.format("\\u%04x", c));
        } else {
          quoted.append(String.format("\\U%08x", c));
        }
      }
    }
  }

  /** A literal block keeps a text only if its edges are no white space. */
  private static boolean fitsBlock(String text) {
    return text.indexOf('\n') > 0
        && !Character.isWhitespace(text.charAt(0))
        && !Character.isWhitespace(lastButBreak(text))
        && text.codePoints().allMatch(c -> c == '\n' || isPrintable(c));
  }

  private static char lastButBreak(String text) {
    int end = text.endsWith("\n") ? text.length() - 2 : text.length() - 1;
    return text.charAt(end);
  }

  private static boolean isPrintable(int c) {
    return c >= 0x20 && c <= 0x7E
        || c >= 0xA0 && c <= 0xD7FF && c != 0x2028 && c != 0x2029
        || c >= 0xE000 && c <= 0xFFFD && c != 0xFEFF
        || c >= 0x10000 && c <= 0x10FFFF;
  }

  @Override
  public String toString() {
    return out.toString();
  }
}
