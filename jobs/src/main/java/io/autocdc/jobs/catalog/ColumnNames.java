// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.catalog;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads lists of column names: {@code id, `odd, name`}. In backticks, of which two stand for one in
 * a name, everything is part of the name.
 */
final class ColumnNames {

  private static final Pattern STRUCT =
      Pattern.compile("\\s*STRUCT\\s*\\((.*)\\)\\s*", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  private final String text;
  private final char separator;
  private final List<String> names = new ArrayList<>();

  private ColumnNames(String text, char separator) {
    this.text = text;
    this.separator = separator;
  }

  /**
   * The names; none for a blank text.
   *
   * @throws IllegalArgumentException if it is no list; the message says why
   */
  static List<String> parse(String text, char separator) {
    return text.isBlank() ? List.of() : new ColumnNames(text, separator).parse();
  }

  /** The same, also in the form {@code STRUCT(a, b)} of Lakeflow's sequences. */
  static List<String> parseSequence(String text, char separator) {
    Matcher struct = STRUCT.matcher(text);
    return struct.matches() ? parse(struct.group(1), ',') : parse(text, separator);
  }

  private List<String> parse() {
    int start = 0;
    boolean quoted = false;
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) == '`') {
        quoted = !quoted;
      } else if (text.charAt(i) == separator && !quoted) {
        add(text.substring(start, i).strip());
        start = i + 1;
      }
    }
    if (quoted) {
      throw new IllegalArgumentException("a backtick is not closed");
    }
    add(text.substring(start).strip());
    return List.copyOf(names);
  }

  private void add(String part) {
    boolean quoted = part.length() > 1 && part.startsWith("`") && part.endsWith("`");
    String name = quoted ? part.substring(1, part.length() - 1) : part;
    if (name.isEmpty()) {
      throw new IllegalArgumentException(
          "a name is missing before or behind a '" + separator + "'");
    }
    if (quoted ? name.replace("``", "").contains("`") : name.contains("`")) {
      throw new IllegalArgumentException("backticks stand around a whole name: " + part);
    }
    names.add(quoted ? name.replace("``", "`") : name);
  }
}
