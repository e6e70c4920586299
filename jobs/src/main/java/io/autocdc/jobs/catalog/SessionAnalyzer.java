// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.catalog;

import io.autocdc.dsl.Source;
import io.autocdc.dsl.check.SqlAnalyzer;
import io.autocdc.dsl.type.TableSchema;
import io.autocdc.jobs.sql.FlinkTable;
import io.autocdc.jobs.sql.SqlAnalyzers;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;

/** Finds the tables of sources in a session, whatever catalogs that has. */
final class SessionAnalyzer implements SqlAnalyzer {

  private final SqlAnalyzer planner = SqlAnalyzers.ofPlanner();
  private final StreamTableEnvironment session;

  SessionAnalyzer(StreamTableEnvironment session) {
    this.session = session;
  }

  @Override
  public Optional<SqlError> checkCondition(String condition, TableSchema input) {
    return planner.checkCondition(condition, input);
  }

  @Override
  public QueryResult analyzeQuery(String sql, Map<String, TableSchema> tables) {
    return planner.analyzeQuery(sql, tables);
  }

  @Override
  public SourceResult analyzeSource(Source source, boolean read) {
    try {
      FlinkTable table = FlinkTable.of(source, session);
      return new SourceResult(table.schema(), table.isChangelog(), false, false, null);
    } catch (RuntimeException e) {
      String reason = FlinkTable.failure(source, e).problems().get(0).why();
      return new SourceResult(
          null, false, false, false, new SqlError(Kind.INVALID, reason, 0, 0, null));
    }
  }

  @Override
  public boolean canViolate(String rule, String condition, TableSchema input, Set<String> notNull) {
    return planner.canViolate(rule, condition, input, notNull);
  }
}
