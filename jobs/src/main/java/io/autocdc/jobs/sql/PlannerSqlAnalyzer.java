// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.sql;

import io.autocdc.dsl.Source;
import io.autocdc.dsl.SourceTypes;
import io.autocdc.dsl.check.SqlAnalyzer;
import io.autocdc.dsl.type.TableSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.core.Union;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexUtil;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.Table;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.table.planner.operations.PlannerQueryOperation;

/**
 * Judges SQL texts with Flink's own planner. The planner is loaded with the first text:
 * declarations without SQL do not wait for it. Not for concurrent use.
 */
public final class PlannerSqlAnalyzer implements SqlAnalyzer {

  /** Options of Flink's catalogs that sources may name, by the names of the catalogs. */
  private final Map<String, Map<String, String>> catalogs;

  private final StreamExecutionEnvironment env =
      new StreamExecutionEnvironment(new Configuration());

  private final List<String> declarations = new ArrayList<>();
  private SqlPlanner planner;

  /** Knows the tables of sources, and nothing of views. */
  private StreamTableEnvironment session;

  /** Sources can name no catalog. */
  public PlannerSqlAnalyzer() {
    this(Map.of());
  }

  /**
   * @param catalogs options of Flink's catalogs that queries of sources may name, by their names
   */
  public PlannerSqlAnalyzer(Map<String, Map<String, String>> catalogs) {
    this.catalogs = catalogs;
  }

  @Override
  public Optional<SqlError> checkCondition(String condition, TableSchema input) {
    try {
      return Optional.ofNullable(Conditions.check(planner(), condition, input.toRowType()).error());
    } catch (RuntimeException e) {
      return Optional.of(PlannerMessages.toError(e, input.names()));
    }
  }

  @Override
  public QueryResult analyzeQuery(String sql, Map<String, TableSchema> tables) {
    return analyzeQuery(sql, tables, Set.of());
  }

  @Override
  public QueryResult analyzeQuery(
      String sql, Map<String, TableSchema> tables, Set<String> changelogs) {
    try {
      Table query = planner().query(sql, tables, changelogs);
      FlinkTable result = new FlinkTable(planner().tables(), query);
      // Only the optimizer knows whether a query takes back rows that it gave.
      boolean changelog =
          !(changelogs.isEmpty() && isPlainlyAppendOnly(query)) && result.isChangelog();
      return new QueryResult(result.schema(), changelog, changelog && isFiltered(query), null);
    } catch (RuntimeException | AssertionError e) {
      return new QueryResult(null, PlannerMessages.toError(e, columns(tables)));
    }
  }

  @Override
  public void begin() {
    session = null;
    if (!declarations.isEmpty()) {
      planner = null;
      declarations.clear();
    }
  }

  /** Both what sources and what views use is declared. */
  @Override
  public Optional<SqlError> declare(String statement) {
    try {
      FlinkSessions.declare(statement, session());
      FlinkSessions.declare(statement, planner().tables());
      declarations.add(statement);
      return Optional.empty();
    } catch (RuntimeException | AssertionError e) {
      return Optional.of(PlannerMessages.toError(e, List.of()));
    }
  }

  @Override
  public Optional<SqlError> checkInsert(
      String sql, Map<String, TableSchema> inputs, Set<String> changelogs) {
    StreamTableEnvironment tables = session();
    inputs.forEach(
        (name, schema) ->
            SqlPlanner.register(env, tables, name, schema, changelogs.contains(name)));
    try {
      tables.explainSql(sql);
      return Optional.empty();
    } catch (RuntimeException | AssertionError e) {
      return Optional.of(PlannerMessages.toError(e, columns(inputs)));
    } finally {
      inputs.keySet().forEach(name -> tables.dropTemporaryView(SqlPlanner.quote(name)));
    }
  }

  @Override
  public SourceResult analyzeSource(Source source, boolean read) {
    try {
      FlinkTable.define(source, session());
      FlinkTable table = FlinkTable.of(source, session());
      boolean changelog = read && table.isChangelog();
      boolean bounded = read && FlinkTable.isBounded(table.rows(changelog));
      String query = source.options().get(SourceTypes.QUERY);
      boolean filtered = changelog && query != null && isFiltered(session().sqlQuery(query));
      return new SourceResult(table.schema(), changelog, filtered, bounded, null);
    } catch (RuntimeException | AssertionError e) {
      return new SourceResult(null, false, false, false, PlannerMessages.toError(e, List.of()));
    }
  }

  private StreamTableEnvironment session() {
    if (session == null) {
      session = FlinkSessions.open(env, catalogs);
    }
    return session;
  }

  /** True if a filter stands behind everything that brings rows together. */
  private static boolean isFiltered(Table query) {
    return query.getQueryOperation() instanceof PlannerQueryOperation planned
        && isFiltered(planned.getCalciteTree());
  }

  private static boolean isFiltered(RelNode node) {
    if (node instanceof Filter filter) {
      boolean ranks =
          filter.getInput() instanceof Project project
              && project.getProjects().stream().anyMatch(RexOver::containsOver);
      return !ranks;
    }
    boolean rowByRow =
        node instanceof Project || node instanceof Union || node instanceof Correlate;
    return rowByRow && node.getInputs().stream().anyMatch(PlannerSqlAnalyzer::isFiltered);
  }

  @Override
  public boolean isRowByRow(String sql, Map<String, TableSchema> tables) {
    return planner().query(sql, tables, Set.of()).getQueryOperation()
            instanceof PlannerQueryOperation planned
        && isRowByRow(planned.getCalciteTree());
  }

  private static boolean isRowByRow(RelNode node) {
    if (node instanceof TableScan) {
      return true;
    }
    boolean keepsOrder =
        node instanceof Filter filter && isPlain(filter.getCondition())
            || node instanceof Project project
                && project.getProjects().stream().allMatch(PlannerSqlAnalyzer::isPlain)
            || node instanceof Correlate correlate && !scans(correlate.getRight());
    return keepsOrder && isRowByRow(node.getInput(0));
  }

  private static boolean scans(RelNode node) {
    return node instanceof TableScan
        || node.getInputs().stream().anyMatch(PlannerSqlAnalyzer::scans);
  }

  @Override
  public boolean canViolate(String rule, String condition, TableSchema input, Set<String> notNull) {
    Optional<RexNode> claimed = expression(rule, input);
    Optional<RexNode> given = expression(condition, input);
    return claimed.isPresent()
        && given.isPresent()
        && !follows(given.get(), claimed.get(), input, notNull);
  }

  private static boolean follows(
      RexNode given, RexNode claimed, TableSchema input, Set<String> notNull) {
    Set<Integer> present =
        notNull.stream()
            .map(input.names()::indexOf)
            .filter(index -> index >= 0)
            .collect(Collectors.toSet());
    try {
      return new Implication(present).holds(given, claimed);
    } catch (RuntimeException | AssertionError e) {
      // Calcite cannot cope with the expressions, so nothing is proven.
      return false;
    }
  }

  @Override
  public LeftOut leftOut(
      String query,
      Map<String, TableSchema> tables,
      String table,
      String kept,
      Set<String> notNull) {
    TableSchema input = tables.get(table);
    RelNode planned = tree(planner().query(query, tables, Set.of()));
    RelNode rows = tree(planner().tables().sqlQuery("SELECT * FROM " + SqlPlanner.quote(table)));
    List<RexNode> filters = RowFilters.of(planned, rows);
    Set<String> columns =
        RowFilters.columns(filters).stream().map(input.names()::get).collect(Collectors.toSet());
    boolean canLeaveOut =
        expression(kept, input)
            .filter(given -> filters.stream().anyMatch(f -> !follows(given, f, input, notNull)))
            .isPresent();
    return new LeftOut(columns, canLeaveOut);
  }

  @Override
  public List<String> unrepeatableFunctions(String condition, TableSchema input) {
    return expression(condition, input).map(UnrepeatableFunctions::in).orElse(List.of());
  }

  @Override
  public List<String> unrepeatableFunctions(String query, Map<String, TableSchema> tables) {
    return planner().query(query, tables, Set.of()).getQueryOperation()
            instanceof PlannerQueryOperation planned
        ? UnrepeatableFunctions.in(planned.getCalciteTree())
        : List.of();
  }

  private static RelNode tree(Table query) {
    return ((PlannerQueryOperation) query.getQueryOperation()).getCalciteTree();
  }

  /** The condition; empty if something is wrong with it. */
  private Optional<RexNode> expression(String condition, TableSchema input) {
    try {
      return Optional.ofNullable(
          Conditions.check(planner(), condition, input.toRowType()).expression());
    } catch (RuntimeException e) {
      return Optional.empty();
    }
  }

  private static List<String> columns(Map<String, TableSchema> tables) {
    return tables.values().stream().flatMap(schema -> schema.names().stream()).toList();
  }

  private SqlPlanner planner() {
    if (planner == null) {
      planner = new SqlPlanner();
    }
    return planner;
  }

  /** True for the common queries of which one need not ask the optimizer, which takes a second. */
  private static boolean isPlainlyAppendOnly(Table query) {
    return query.getQueryOperation() instanceof PlannerQueryOperation planned
        && isPlainlyAppendOnly(planned.getCalciteTree());
  }

  private static boolean isPlainlyAppendOnly(RelNode node) {
    boolean plain =
        node instanceof TableScan
            || node instanceof Values
            || (node instanceof Union union && union.all)
            || (node instanceof Filter filter && isPlain(filter.getCondition()))
            || (node instanceof Project project
                && project.getProjects().stream().allMatch(PlannerSqlAnalyzer::isPlain));
    return plain && node.getInputs().stream().allMatch(PlannerSqlAnalyzer::isPlainlyAppendOnly);
  }

  private static boolean isPlain(RexNode expression) {
    return !RexOver.containsOver(expression) && RexUtil.SubQueryFinder.find(expression) == null;
  }
}
