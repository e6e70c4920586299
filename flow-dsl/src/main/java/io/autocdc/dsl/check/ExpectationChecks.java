// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.check;

import io.autocdc.dsl.Expectation;
import io.autocdc.dsl.check.SqlAnalyzer.SqlError;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Locations;
import io.autocdc.dsl.type.TableSchema;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Rules about the expectations of views and tables. */
final class ExpectationChecks {

  private final Reporter reporter;
  private final Conditions conditions;
  private final Map<String, TableSchema> schemas;

  /**
   * @param schemas columns of the sources and views whose columns are known
   */
  ExpectationChecks(Reporter reporter, Conditions conditions, Map<String, TableSchema> schemas) {
    this.reporter = reporter;
    this.conditions = conditions;
    this.schemas = schemas;
  }

  /**
   * @param owner what has the rules, for messages: {@code view 'v'}
   * @param path path of that
   * @param sources names of the sources and views whose rows the rules judge
   */
  void check(List<Expectation> rules, String owner, String path, Set<String> sources) {
    Set<String> names = new HashSet<>();
    for (int i = 0; i < rules.size(); i++) {
      Expectation rule = rules.get(i);
      String at = Locations.expectation(path, i);
      if (!names.add(rule.name())) {
        reporter.error(
            at + "/name",
            ErrorCode.DUPLICATE_NAME,
            owner + " has two expectations '" + rule.name() + "'",
            "violations are counted by name",
            "rename one of them");
      }
      checkCondition(rule, at + "/expression", sources);
      checkRepeatable(rule, at + "/expression", sources);
    }
  }

  /** What is wrong whatever the columns are is reported once. */
  private void checkCondition(Expectation rule, String path, Set<String> sources) {
    String subject = "expectation '" + rule.name() + "'";
    if (!conditions.isThere(rule.condition(), path, subject)) {
      return;
    }
    Set<SqlError> reported = new HashSet<>();
    for (String source : sources) {
      TableSchema input = schemas.get(source);
      conditions
          .find(rule.condition(), input)
          .filter(error -> reported.add(error) || error.unknownName() != null)
          .ifPresent(
              error -> conditions.report(error, rule.condition(), path, subject, source, input));
    }
  }

  /** A rule that only counts takes nothing out of a table. */
  private void checkRepeatable(Expectation rule, String path, Set<String> sources) {
    if (rule.action() != Expectation.Action.WARN) {
      sources.stream()
          .map(schemas::get)
          .filter(Objects::nonNull)
          .findFirst()
          .ifPresent(
              input ->
                  conditions.checkRepeatable(
                      rule.condition(), path, "expectation '" + rule.name() + "'", input));
    }
  }
}
