// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.check;

import io.autocdc.dsl.Source;
import io.autocdc.dsl.type.TableSchema;
import java.util.List;
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
   * The same over tables of which some are changelogs.
   *
   * @param changelogs names of the tables that take back rows
   */
  default QueryResult analyzeQuery(
      String sql, Map<String, TableSchema> tables, Set<String> changelogs) {
    return analyzeQuery(sql, tables);
  }

  /** Forgets what was declared, before anything is asked about a pipeline. */
  default void begin() {}

  /** What is wrong with a statement that declares something for what is asked from now on. */
  default Optional<SqlError> declare(String statement) {
    return Optional.empty();
  }

  /**
   * What is wrong with an INSERT of Flink, if anything.
   *
   * @param inputs columns of the sources and views that it reads
   * @param changelogs names of those that take back rows
   */
  default Optional<SqlError> checkInsert(
      String sql, Map<String, TableSchema> inputs, Set<String> changelogs) {
    return Optional.empty();
  }

  /**
   * The columns of a source of type {@link io.autocdc.dsl.SourceTypes#SQL}, or what is wrong with
   * it; unknown where there is no planner.
   *
   * @param read true if something reads it; a table that is only written need not be readable
   */
  default SourceResult analyzeSource(Source source, boolean read) {
    return new SourceResult(null, false, false, false, null);
  }

  /**
   * True if a valid query makes its rows one by one, each from a row of the same table, in the
   * order of that table: it filters, projects and unnests. True also where there is no planner.
   */
  default boolean isRowByRow(String sql, Map<String, TableSchema> tables) {
    return true;
  }

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
   * What a valid query can leave out of a table whose rows it lets through one by one; nothing
   * where there is no planner.
   *
   * @param table name of the table, among the others
   * @param kept a condition over the table that tells which rows must not be left out
   * @param notNull columns that are never null in these
   */
  default LeftOut leftOut(
      String query,
      Map<String, TableSchema> tables,
      String table,
      String kept,
      Set<String> notNull) {
    return LeftOut.NOTHING;
  }

  /**
   * What the filters of a query do.
   *
   * @param columns names of the columns of the table that they look at
   * @param canLeaveOut true if they can leave out one of the rows in question
   */
  record LeftOut(Set<String> columns, boolean canLeaveOut) {

    public static final LeftOut NOTHING = new LeftOut(Set.of(), false);
  }

  /**
   * Names of the functions in a condition whose values chance or the clock decides, so that they
   * are not the same in another run over the same rows. None of a condition that is not valid, or
   * where there is no planner.
   */
  default List<String> unrepeatableFunctions(String condition, TableSchema input) {
    return List.of();
  }

  /** The same of a valid query. */
  default List<String> unrepeatableFunctions(String query, Map<String, TableSchema> tables) {
    return List.of();
  }

  /**
   * A fault in a SQL text.
   *
   * @param kind what kind of fault
   * @param message the planner's words, one line
   * @param line line in the text, from 1; 0 if unknown
   * @param column column in the text, from 1; 0 if unknown
   * @param unknownName the name that does not exist; null unless that is the fault
   */
  record SqlError(Kind kind, String message, int line, int column, String unknownName) {

    /** What an analyzer says of a text between double quotes, which name things in SQL. */
    public static final String DOUBLE_QUOTED =
        "a double quote does not start a text in SQL; put texts between single quotes";

    /** True if a text stands between double quotes. */
    public boolean doubleQuoted() {
      return message.equals(DOUBLE_QUOTED);
    }

    /** True if a connector or format is named that no jar on the class path has. */
    public boolean lacksJar() {
      return message.startsWith("Could not find any factory");
    }
  }

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
   * @param changelog true if it takes back rows that it gave
   * @param filtered true if it is a changelog that is filtered row by row at its end: a row that
   *     changes so that it does not match any more is taken back, and not deleted
   * @param error what is wrong with it; null if nothing
   */
  record QueryResult(TableSchema schema, boolean changelog, boolean filtered, SqlError error) {

    /** A query whose rows stay. */
    public QueryResult(TableSchema schema, SqlError error) {
      this(schema, false, false, error);
    }
  }

  /**
   * What a source gives.
   *
   * @param schema its columns; null if unknown
   * @param changelog true if it takes back rows that it gave
   * @param filtered as {@link QueryResult#filtered}
   * @param bounded true if it has an end
   * @param error what is wrong with it; null if nothing
   */
  record SourceResult(
      TableSchema schema, boolean changelog, boolean filtered, boolean bounded, SqlError error) {}
}
