// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.problem;

import java.io.Serializable;
import java.util.Collection;
import java.util.Comparator;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One thing that is wrong, or doubtful, in a declaration or at run time.
 *
 * @param location where it stands; null when it was declared in Java or found at run time
 * @param severity an error stops the pipeline, a warning does not
 * @param code the entry that {@code autocdc codes} explains
 * @param what what is wrong, with the names and values involved
 * @param why the rule that it breaks
 * @param remedy what the user can do
 */
public record Problem(
    Location location, Severity severity, ErrorCode code, String what, String why, String remedy)
    implements Serializable {

  /** The order of files, lines and columns; what has no place comes first. */
  public static final Comparator<Problem> BY_PLACE =
      Comparator.comparing(
          Problem::location,
          Comparator.nullsFirst(
              Comparator.comparing(Location::file)
                  .thenComparingInt(Location::line)
                  .thenComparingInt(Location::column)));

  private static final String HIDDEN = "***";
  private static final Comparator<String> LONGEST_FIRST =
      Comparator.comparing(String::length, Comparator.reverseOrder());
  private static final Pattern QUOTED_OR_SEMICOLON = Pattern.compile("'[^']*'|;");

  public enum Severity {
    ERROR,
    WARNING
  }

  public Problem {
    Objects.requireNonNull(severity);
    Objects.requireNonNull(code);
    Objects.requireNonNull(what);
    Objects.requireNonNull(why);
    Objects.requireNonNull(remedy);
  }

  public static Problem error(
      Location location, ErrorCode code, String what, String why, String remedy) {
    return new Problem(location, Severity.ERROR, code, what, why, remedy);
  }

  public static Problem warning(
      Location location, ErrorCode code, String what, String why, String remedy) {
    return new Problem(location, Severity.WARNING, code, what, why, remedy);
  }

  public boolean isError() {
    return severity == Severity.ERROR;
  }

  /** The same problem at another place. */
  public Problem at(Location place) {
    return new Problem(place, severity, code, what, why, remedy);
  }

  /** The same problem with secret texts made unreadable. */
  public Problem hiding(Collection<String> secrets) {
    UnaryOperator<String> hide = text -> hide(text, secrets);
    return new Problem(
        location, severity, code, hide.apply(what), hide.apply(why), hide.apply(remedy));
  }

  /** A text with secret texts made unreadable. */
  public static String hide(String text, Collection<String> secrets) {
    String safe = text;
    // A secret may have another one in it, such as a login with its password.
    for (String secret : secrets.stream().sorted(LONGEST_FIRST).toList()) {
      safe = secret.isEmpty() ? safe : safe.replace(secret, HIDDEN);
    }
    return safe;
  }

  /** One line: {@code file:line:column CODE what; why; what to do}. */
  @Override
  public String toString() {
    return (location == null ? "" : location + " ")
        + (isError() ? "" : "warning ")
        + code
        + " "
        + part(what)
        + "; "
        + part(why)
        + "; "
        + part(remedy);
  }

  /**
   * Texts of users and planners may have line breaks, and semicolons that would look like ours;
   * those in quotes may be what stands between the names of a list, and lose only the blank.
   */
  private static String part(String text) {
    return QUOTED_OR_SEMICOLON
        .matcher(text.strip().replaceAll("\\s*\\R\\s*", " "))
        .replaceAll(
            found ->
                found.group().equals(";")
                    ? ","
                    : Matcher.quoteReplacement(found.group().replaceAll(";\\s+", ";")));
  }
}
