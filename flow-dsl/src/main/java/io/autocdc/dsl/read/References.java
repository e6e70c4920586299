// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.read;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Texts that say where a value comes from instead of having it: what is written into files must not
 * show secrets, nor what the environment of one process happened to be. A reference stands between
 * two code points that are no characters.
 */
public final class References {

  private static final String START = "\uFDD0";
  private static final String END = "\uFDD1";
  private static final String SECRET = "secret:";
  private static final String VARIABLE = "env:";
  private static final String SECRET_VARIABLE_PREFIX = "AUTOCDC_SECRET_";
  private static final Pattern REFERENCE =
      Pattern.compile(START + "((?:secret|env):[^" + END + "]*)" + END);

  private References() {}

  /**
   * A part of a text.
   *
   * @param text the characters; of a reference, those between the braces of its token
   * @param isReference true if the part stands for a value
   */
  public record Part(String text, boolean isReference) {

    /** True if the value must not be shown. */
    public boolean isSecret() {
      return isReference && text.startsWith(SECRET);
    }

    /** The environment variable that has the value. */
    public String variable() {
      return isSecret()
          ? secretVariable(text.substring(SECRET.length()))
          : text.substring(VARIABLE.length());
    }
  }

  /**
   * @param secret {@code scope/key}, or {@code key}
   */
  public static String ofSecret(String secret) {
    return START + SECRET + secret + END;
  }

  /** A reference to an environment variable. */
  public static String ofVariable(String name) {
    return START + VARIABLE + name + END;
  }

  /**
   * The environment variable that has a secret which no file has.
   *
   * @param secret {@code scope/key}, or {@code key}
   */
  public static String secretVariable(String secret) {
    return SECRET_VARIABLE_PREFIX + secret.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "_");
  }

  /** True if the text has a reference. */
  public static boolean isIn(String text) {
    return REFERENCE.matcher(text).find();
  }

  /** The text, with references as the tokens that files have. */
  public static String asTokens(String text) {
    return REFERENCE
        .matcher(text)
        .replaceAll(found -> Matcher.quoteReplacement("${" + found.group(1) + "}"));
  }

  /** The variables of the secrets that a text refers to, in order. */
  public static Set<String> secretVariables(String text) {
    Set<String> variables = new LinkedHashSet<>();
    split(text).stream().filter(Part::isSecret).map(Part::variable).forEach(variables::add);
    return variables;
  }

  /** The parts of a text, none of them empty unless the text is. */
  public static List<Part> split(String text) {
    List<Part> parts = new ArrayList<>();
    int end = 0;
    for (MatchResult found : REFERENCE.matcher(text).results().toList()) {
      if (found.start() > end) {
        parts.add(new Part(text.substring(end, found.start()), false));
      }
      parts.add(new Part(found.group(1), true));
      end = found.end();
    }
    if (end < text.length() || parts.isEmpty()) {
      parts.add(new Part(text.substring(end), false));
    }
    return parts;
  }
}
