// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.check;

import io.autocdc.dsl.type.TableSchema;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Judges SQL texts of a declaration; made by whoever has a SQL planner. */
public interface SqlAnalyzer {

  /**
   * For places without a planner: texts are accepted as they stand, queries have no known schema.
   */
  SqlAnalyzer NONE =
      new SqlAnalyzer() {
        @Override
        public Optional<SqlError> checkCondition(String condition, TableSchema input) {
          return Optional.empty();
        }

        @Override
        public QueryResult analyzeQuery(String sql, Map<String, TableSchema> tables) {
          return new QueryResult(null, null);
        }

        @Override
        public boolean canViolate(
            String rule, String condition, TableSchema input, Set<String> notNull) {
          return false;
        }
      };

  /** What is wrong with a condition over rows of a schema, if anything. */
  Optional<SqlError> checkCondition(String condition, TableSchema input);

  /** The columns of a query over named tables, or what is wrong with it. */
  QueryResult analyzeQuery(String sql, Map<String, TableSchema> tables);

  /**
   * Whether a row can violate a rule while a condition is TRUE for it. What nobody can decide can
   * be; of texts that are not valid nothing is said.
   *
   * @param rule a condition; a row violates it if it is FALSE or NULL
   * @param condition another condition over the same rows
   * @param input columns of the rows
   * @param notNull columns of which only rows without null count
   */
  boolean canViolate(String rule, String condition, TableSchema input, Set<String> notNull);

  /**
   * A fault in a SQL text.
   *
   * @param kind what kind of fault
   * @param message the planner's words, one line
   * @param line line in the text, from 1; 0 if unknown
   * @param column column in the text, from 1; 0 if unknown
   * @param unknownName the name that does not exist; null unless that is the fault
   */
  record SqlError(Kind kind, String message, int line, int column, String unknownName) {}

  /** Kinds of faults. */
  enum Kind {
    /** The text does not parse or names something unknown. */
    INVALID,
    /** The text is a valid expression, but not a condition. */
    NOT_BOOLEAN
  }

  /**
   * What a query gives.
   *
   * @param schema its columns; null if unknown
   * @param error what is wrong with it; null if nothing
   */
  record QueryResult(TableSchema schema, SqlError error) {}
}
