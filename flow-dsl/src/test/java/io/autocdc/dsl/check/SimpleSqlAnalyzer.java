// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.check;

import io.autocdc.dsl.type.Column;
import io.autocdc.dsl.type.TableSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An analyzer for tests that understands a little SQL: comparisons of columns with literals or
 * {@code RAND()}, and {@code SELECT a, b FROM t} or {@code SELECT * FROM t}. It reports positions
 * as Flink does.
 */
public final class SimpleSqlAnalyzer implements SqlAnalyzer {

  private static final Pattern WORD = Pattern.compile("'[^']*'|[A-Za-z_]\\w*");
  private static final List<String> KEYWORDS =
      List.of("IS", "NOT", "NULL", "AND", "OR", "TRUE", "FALSE", "IN", "RAND");
  private static final Pattern QUERY =
      Pattern.compile("(?s)\\s*SELECT\\s+(.+?)\\s+FROM\\s+(\\w+).*");

  @Override
  public Optional<SqlError> checkCondition(String condition, TableSchema input) {
    if (condition.chars().filter(c -> c == '(').count()
        != condition.chars().filter(c -> c == ')').count()) {
      return Optional.of(
          new SqlError(Kind.INVALID, "Encountered \"<EOF>\"", 1, condition.length(), null));
    }
    int quote = condition.indexOf('"');
    if (quote >= 0) {
      return Optional.of(new SqlError(Kind.INVALID, SqlError.DOUBLE_QUOTED, 1, quote + 1, null));
    }
    Matcher word = WORD.matcher(condition);
    while (word.find()) {
      String name = word.group();
      if (!name.startsWith("'") && !KEYWORDS.contains(name) && !input.contains(name)) {
        return Optional.of(unknown(name, condition, word.start()));
      }
    }
    boolean comparison = condition.matches("(?s).*([=<>]| IS | IN ).*");
    return comparison
        ? Optional.empty()
        : Optional.of(new SqlError(Kind.NOT_BOOLEAN, "it is of type STRING", 0, 0, null));
  }

  @Override
  public QueryResult analyzeQuery(String sql, Map<String, TableSchema> tables) {
    Matcher query = QUERY.matcher(sql);
    if (!query.matches()) {
      return new QueryResult(null, new SqlError(Kind.INVALID, "Encountered \"SELEC\"", 1, 1, null));
    }
    TableSchema input = tables.get(query.group(2));
    if (input == null) {
      return new QueryResult(null, unknown(query.group(2), sql, query.start(2)));
    }
    if (query.group(1).equals("*")) {
      return new QueryResult(input, null);
    }
    List<Column> columns = new ArrayList<>();
    for (String name : query.group(1).split("\\s*,\\s*")) {
      if (!input.contains(name)) {
        return new QueryResult(null, unknown(name, sql, sql.indexOf(name)));
      }
      columns.add(input.find(name).orElseThrow());
    }
    return new QueryResult(new TableSchema(columns), null);
  }

  @Override
  public List<String> unrepeatableFunctions(String condition, TableSchema input) {
    return condition.contains("RAND()") ? List.of("RAND") : List.of();
  }

  @Override
  public List<String> unrepeatableFunctions(String query, Map<String, TableSchema> tables) {
    return query.contains("RAND()") ? List.of("RAND") : List.of();
  }

  @Override
  public boolean isRowByRow(String sql, Map<String, TableSchema> tables) {
    return !sql.contains("UNION");
  }

  @Override
  public boolean canViolate(String rule, String condition, TableSchema input, Set<String> notNull) {
    boolean valid =
        checkCondition(rule, input).isEmpty() && checkCondition(condition, input).isEmpty();
    return valid
        && !rule.contains("OR " + condition)
        && notNull.stream().noneMatch(column -> rule.equals(column + " IS NOT NULL"));
  }

  private static SqlError unknown(String name, String sql, int at) {
    String before = sql.substring(0, at);
    int line = (int) before.chars().filter(c -> c == '\n').count() + 1;
    return new SqlError(
        Kind.INVALID, "'" + name + "' not found", line, at - before.lastIndexOf('\n'), name);
  }
}
