// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.yaml;

import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Location;
import io.autocdc.dsl.problem.Problems;
import io.autocdc.dsl.problem.Suggestions;
import io.autocdc.dsl.read.References;
import io.autocdc.dsl.read.Text;
import io.autocdc.dsl.read.Tokens;
import io.autocdc.dsl.yaml.YamlNode.Scalar;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Replaces tokens in the texts of files: <code>${token}</code>, <code>${token:default}</code>,
 * <code>${env:NAME}</code>, <code>${secret:scope/key}</code>, and <code>%{name}</code> for the
 * variables of a flowgroup. <code>$${</code> stands for <code>${</code>.
 */
final class TokenResolver implements Tokens {

  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_.-]*");

  /** Lakehouse Plumber's older form; it counts only for tokens that have a value. */
  private static final Pattern OLD_FORM = Pattern.compile("(?<![$%{])\\{([A-Za-z_]\\w*)}(?!})");

  private final TokenValues values;
  private final Map<String, String> variables;

  TokenResolver(TokenValues values) {
    this(values, null);
  }

  private TokenResolver(TokenValues values, Map<String, String> variables) {
    this.values = values;
    this.variables = variables;
  }

  /** A resolver that knows the variables of a flowgroup, too. */
  TokenResolver withVariables(Map<String, String> ofFlowgroup) {
    return new TokenResolver(values, ofFlowgroup);
  }

  /** The text with its tokens replaced; null if one has no value, which is reported. */
  Text resolve(Scalar scalar, Problems problems) {
    return resolve(written(scalar), problems);
  }

  @Override
  public Text resolve(Text text, Problems problems) {
    return resolve(text, text.value(), problems);
  }

  /** Like {@link #resolve}, with the older form <code>{token}</code> accepted as well. */
  Text resolveOldForm(Scalar scalar, Problems problems) {
    String current =
        OLD_FORM
            .matcher(scalar.text())
            .replaceAll(
                found ->
                    Matcher.quoteReplacement(
                        values.find(found.group(1)) == null
                            ? found.group()
                            : "${" + found.group(1) + "}"));
    return resolve(written(scalar), current, problems);
  }

  private static Text written(Scalar scalar) {
    return new Text(scalar.text(), scalar.location(), scalar.place());
  }

  private Text resolve(Text written, String text, Problems problems) {
    Expansion expansion = new Expansion(written, problems);
    String value = expansion.expand(text, 0, true);
    if (expansion.failed) {
      return null;
    }
    boolean unchanged = value.equals(written.value());
    return new Text(value, written.location(), unchanged ? written.place() : null);
  }

  /** The replacement of the tokens of one text. */
  private final class Expansion {

    private final Text written;
    private final Problems problems;
    private final Deque<String> open = new ArrayDeque<>();
    private boolean failed;

    Expansion(Text written, Problems problems) {
      this.written = written;
      this.problems = problems;
    }

    /**
     * @param offset where problems are reported: position in the text
     * @param outer true for the text of the file, whose own positions count
     */
    String expand(String text, int offset, boolean outer) {
      StringBuilder out = new StringBuilder();
      int i = 0;
      while (i < text.length()) {
        int at = outer ? i : offset;
        boolean token = text.startsWith("${", i);
        boolean variable = variables != null && text.startsWith("%{", i);
        if (text.startsWith("$${", i)) {
          out.append("${");
          i += 3;
        } else if (token || variable) {
          int end = Tokens.closingBrace(text, i + 2);
          if (end < 0) {
            fail(at, "'" + text.substring(i) + "' is not closed", "a token ends with }", escape());
            return text;
          }
          String inside = text.substring(i + 2, end);
          out.append(token ? token(inside, at) : variable(inside, at));
          i = end + 1;
        } else {
          out.append(text.charAt(i));
          i++;
        }
      }
      return out.toString();
    }

    private String token(String inside, int at) {
      int colon = inside.indexOf(':');
      String head = colon < 0 ? inside : inside.substring(0, colon);
      String rest = colon < 0 ? null : inside.substring(colon + 1);
      if (head.equals("secret") && rest != null) {
        return secret(rest, at);
      }
      if (head.equals("env") && rest != null) {
        return environmentVariable(rest, at);
      }
      if (!NAME.matcher(head).matches()) {
        return fail(at, "'${" + inside + "}' is not a token", "a token is a name", escape());
      }
      String value = values.find(head);
      if (value != null) {
        return nested(head, value, at);
      }
      if (rest != null) {
        return expand(rest, at, false);
      }
      return fail(
          at,
          "the token '" + head + "' has no value",
          "it is not in " + values.places(),
          Suggestions.nearest(head, values.names())
              .map(name -> "did you mean '" + name + "'?")
              .orElse("pass --set " + head + "=VALUE, or write ${" + head + ":default}"));
    }

    private String variable(String name, int at) {
      String value = variables.get(name);
      return value != null
          ? nested("%" + name, value, at)
          : fail(
              at,
              "the variable '" + name + "' has no value",
              "the flowgroup does not define it",
              Suggestions.didYouMean(name, variables.keySet()));
    }

    private String environmentVariable(String reference, int at) {
      int colon = reference.indexOf(':');
      String name = colon < 0 ? reference : reference.substring(0, colon);
      String value = values.environmentVariable(name);
      if (value != null) {
        return values.textOfVariable(name, value);
      }
      return colon >= 0
          ? expand(reference.substring(colon + 1), at, false)
          : fail(
              at,
              "the environment variable '" + name + "' is not set",
              "a text needs it",
              "set it, or write ${env:" + name + ":default}");
    }

    private String secret(String reference, int at) {
      String value = values.findSecret(reference);
      if (value == null) {
        return fail(
            at,
            "the secret '" + reference + "' has no value",
            "it is not among the secrets of the substitutions",
            "set the environment variable " + References.secretVariable(reference));
      }
      return values.textOfSecret(reference, nested("secret:" + reference, value, at));
    }

    private String nested(String name, String value, int at) {
      if (open.contains(name)) {
        return fail(
            at,
            "the token '" + name + "' stands in its own value",
            "it has no end",
            "give it a value without itself");
      }
      open.push(name);
      String expanded = expand(value, at, false);
      open.pop();
      return expanded;
    }

    private String fail(int at, String what, String why, String remedy) {
      failed = true;
      problems.error(placeOf(at), ErrorCode.UNRESOLVED_TOKEN, what, why, remedy);
      return "";
    }

    private Location placeOf(int offset) {
      String before = written.value().substring(0, Math.min(offset, written.value().length()));
      int line = (int) before.chars().filter(c -> c == '\n').count() + 1;
      int lineStart = before.lastIndexOf('\n') + 1;
      int column = before.codePointCount(lineStart, before.length()) + 1;
      Location exact = written.place() == null ? null : written.place().at(line, column);
      return exact == null ? written.location() : exact;
    }

    private String escape() {
      return "write $${ if the characters themselves are meant";
    }
  }
}
