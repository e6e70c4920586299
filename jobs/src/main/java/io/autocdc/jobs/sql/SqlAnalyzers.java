// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.sql;

import io.autocdc.dsl.check.SqlAnalyzer;
import java.lang.reflect.InvocationTargetException;
import java.util.Map;
import org.apache.flink.util.FlinkRuntimeException;

/**
 * Makes analyzers that ask Flink's planner. On clusters and in the SQL client Flink hides the
 * planner's classes behind a class loader of its own; there the analyzer is loaded beside them, so
 * that it is the same code, and says the same, everywhere.
 */
public final class SqlAnalyzers {

  private static final String PLANNER_CLASS =
      "org.apache.flink.table.planner.expressions.RexNodeExpression";

  private SqlAnalyzers() {}

  /** A {@link PlannerSqlAnalyzer} whose sources can name no catalog. Not for concurrent use. */
  public static SqlAnalyzer ofPlanner() {
    return ofPlanner(Map.of());
  }

  /**
   * A {@link PlannerSqlAnalyzer}. Not for concurrent use.
   *
   * @param catalogs options of Flink's catalogs that queries of sources may name, by their names
   */
  public static SqlAnalyzer ofPlanner(Map<String, Map<String, String>> catalogs) {
    return seesPlanner() ? new PlannerSqlAnalyzer(catalogs) : besidePlanner(catalogs);
  }

  private static boolean seesPlanner() {
    try {
      Class.forName(PLANNER_CLASS, false, SqlAnalyzers.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  private static SqlAnalyzer besidePlanner(Map<String, Map<String, String>> catalogs) {
    try {
      return (SqlAnalyzer)
          BesidePlanner.LOADER
              .loadClass(SqlAnalyzers.class.getPackageName() + ".PlannerSqlAnalyzer")
              .getConstructor(Map.class)
              .newInstance(catalogs);
    } catch (InvocationTargetException e) {
      throw new FlinkRuntimeException("The SQL analyzer does not start.", e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new FlinkRuntimeException("The SQL analyzer cannot be loaded.", e);
    }
  }

  /** One for all analyzers; made when it is needed, since it starts the planner. */
  private static final class BesidePlanner {
    private static final ClassLoader LOADER =
        new PlannerClassLoader(SqlAnalyzers.class.getClassLoader(), new SqlPlanner().classLoader());
  }
}
