// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.read;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Databricks marks a streaming read in a query: {@code FROM STREAM(v)}, {@code FROM STREAM v}. Here
 * every read streams, so the mark is blanked out; all other characters keep their places.
 */
public final class StreamCalls {

  private static final String NAME = "`(?:[^`]|``)+`|[\\p{L}_][\\p{L}\\p{N}_]*";
  private static final Pattern QUOTED_OR_CALL =
      Pattern.compile(
          "'(?:[^']|'')*'|--[^\\n]*|/\\*(?s:.*?)\\*/"
              + "|(?i:(\\b(?:from|join)\\s+|,\\s*)(stream\\s*\\(\\s*)("
              + NAME
              + ")(\\s*\\)))"
              + "|(?i:(\\b(?:from|join)\\s+)(stream\\s+)(?!as\\b|on\\b|where\\b|join\\b)("
              + NAME
              + ")"
              + "(?=\\s*(?:[,);]|$|\\s(?:as|on|where|join|left|right|full|inner|cross|group|order"
              + "|union|limit|having)\\b)))");

  private StreamCalls() {}

  /** The text with its place, see {@link #remove}. */
  public static Text removeFrom(Text sql) {
    return new Text(remove(sql.value()), sql.location(), sql.place());
  }

  public static String remove(String sql) {
    return QUOTED_OR_CALL
        .matcher(sql)
        .replaceAll(
            found -> {
              String kept = found.group();
              if (found.group(2) != null) {
                kept =
                    found.group(1) + blank(found.group(2)) + found.group(3) + blank(found.group(4));
              } else if (found.group(6) != null) {
                kept = found.group(5) + blank(found.group(6)) + found.group(7);
              }
              return Matcher.quoteReplacement(kept);
            });
  }

  private static String blank(String text) {
    return text.replaceAll("\\S", " ");
  }
}
