// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.graph;

import java.util.Locale;

/** Writes elements that are well-formed as HTML and as XML. */
final class Svg {

  private final StringBuilder out = new StringBuilder();

  /**
   * @param attributes names and values in turns
   */
  Svg open(String element, Object... attributes) {
    start(element, attributes);
    out.append(">\n");
    return this;
  }

  Svg close(String element) {
    out.append("</").append(element).append(">\n");
    return this;
  }

  Svg empty(String element, Object... attributes) {
    start(element, attributes);
    out.append("/>\n");
    return this;
  }

  Svg text(String element, String text, Object... attributes) {
    start(element, attributes);
    out.append('>').append(escape(text)).append("</").append(element).append(">\n");
    return this;
  }

  /** Text of ours that is markup already. */
  Svg raw(String markup) {
    out.append(markup);
    return this;
  }

  private void start(String element, Object... attributes) {
    out.append('<').append(element);
    for (int i = 0; i < attributes.length; i += 2) {
      out.append(' ')
          .append(attributes[i])
          .append("=\"")
          .append(value(attributes[i + 1]))
          .append('"');
    }
  }

  private static String value(Object value) {
    return value instanceof Double number ? number(number) : escape(value.toString());
  }

  /** A coordinate, with no more digits than can be seen. */
  static String number(double value) {
    String text = String.format(Locale.ROOT, "%.1f", value);
    return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
  }

  /** A text as it may stand between tags and in attributes. */
  static String escape(String text) {
    StringBuilder escaped = new StringBuilder();
    text.codePoints()
        .forEach(
            c -> {
              switch (c) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&quot;");
                case '\'' -> escaped.append("&#39;");
                default -> escaped.appendCodePoint(isCharacter(c) ? c : '\uFFFD');
              }
            });
    return escaped.toString();
  }

  /** What XML 1.0 allows in a document. */
  private static boolean isCharacter(int c) {
    return c == '\t'
        || c == '\n'
        || c >= 0x20 && c < 0xD800
        || c > 0xDFFF && c < 0xFFFE
        || c >= 0x10000;
  }

  @Override
  public String toString() {
    return out.toString();
  }
}
