// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl;

/** Sources that Flink's planner resolves: queries over its tables, and tables that it knows. */
public final class FlinkSql {

  private FlinkSql() {}

  /** The rows of a query over tables of Flink's catalogs. */
  public static SourceSpec query(String sql) {
    return new SourceSpec(SourceTypes.SQL).option(SourceTypes.QUERY, sql.strip());
  }

  /**
   * The rows of a table.
   *
   * @param definition one {@code CREATE TABLE} of Flink
   */
  public static SourceSpec table(String definition) {
    return new SourceSpec(SourceTypes.SQL).option(SourceTypes.DEFINITION, definition.strip());
  }
}
