// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.e2e;

import io.autocdc.dsl.check.SqlAnalyzer;
import io.autocdc.dsl.type.TableSchema;
import io.autocdc.jobs.sql.SqlAnalyzers;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;

/** What the analyzer says of texts, right and wrong ones, as text. */
public final class SqlVerdicts implements Supplier<Map<String, String>> {

  private static final TableSchema CHANGES =
      TableSchema.parse(
          "id BIGINT NOT NULL, op STRING, seq BIGINT, ratio DOUBLE, tags ARRAY<STRING>, `date` DATE");

  private static final List<String> CONDITIONS =
      List.of(
          "op = 'D'",
          "CASE WHEN op = 'D' THEN TRUE ELSE FALSE END",
          "",
          "op",
          "op == 'D'",
          "op = \"D\"",
          "operation = 'D'",
          "date > '2020'",
          "id + op > 1",
          "FOO(op) = 1",
          "SUM(id) > 3",
          "ROW_NUMBER() OVER () = 1",
          "id IN (SELECT 1)");

  private static final List<String> QUERIES =
      List.of(
          "SELECT id, UPPER(op) AS op FROM c",
          "SELECT id, tag FROM c CROSS JOIN UNNEST(tags) AS t (tag)",
          "SELECT a.id FROM c a JOIN c b ON a.id = b.seq",
          "SELECT op, COUNT(*) AS n FROM c GROUP BY op",
          "SELECT * FROM c ORDER BY id LIMIT 3",
          "SELECT * FROM nosuch",
          "SELECT nosuch FROM c",
          "SELEC 1");

  private static final List<String> RULES =
      List.of("op IS NOT NULL", "op <> 'D'", "ratio > 1 OR op = 'D'", "SUM(id) > 3");

  @Override
  public Map<String, String> get() {
    SqlAnalyzer sql = SqlAnalyzers.ofPlanner();
    Map<String, TableSchema> tables = Map.of("c", CHANGES);
    Map<String, String> verdicts = new TreeMap<>();
    CONDITIONS.forEach(
        condition ->
            verdicts.put("'" + condition + "'", sql.checkCondition(condition, CHANGES).toString()));
    QUERIES.forEach(
        query -> {
          SqlAnalyzer.QueryResult result = sql.analyzeQuery(query, tables);
          boolean rowByRow = result.error() == null && sql.isRowByRow(query, tables);
          verdicts.put(query, result + (rowByRow ? ", row by row" : ""));
        });
    RULES.forEach(
        rule ->
            verdicts.put(
                "op = 'D' can violate " + rule,
                String.valueOf(sql.canViolate(rule, "op = 'D'", CHANGES, Set.of("id")))));
    RULES.stream()
        .filter(rule -> sql.checkCondition(rule, CHANGES).isEmpty())
        .map(rule -> "SELECT * FROM c WHERE " + rule)
        .forEach(
            query ->
                verdicts.put(
                    query, sql.leftOut(query, tables, "c", "op = 'D'", Set.of("id")).toString()));
    return verdicts;
  }
}
