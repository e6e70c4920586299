// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.check;

import io.autocdc.dsl.FlinkInsert;
import io.autocdc.dsl.Pipeline;
import io.autocdc.dsl.Source;
import io.autocdc.dsl.SourceTypes;
import io.autocdc.dsl.StreamingTable;
import io.autocdc.dsl.TableName;
import io.autocdc.dsl.check.SchemaResolver.Relations;
import io.autocdc.dsl.check.SqlAnalyzer.SqlError;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Locations;
import io.autocdc.dsl.type.TableSchema;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Rules about what is handed to Flink as it stands: declarations and inserts. */
final class FlinkStatementChecks {

  private final Pipeline pipeline;
  private final SqlAnalyzer sql;
  private final Reporter reporter;
  private final Relations relations;
  private final WrittenTables written;

  FlinkStatementChecks(
      Pipeline pipeline,
      SqlAnalyzer sql,
      Reporter reporter,
      Relations relations,
      WrittenTables written) {
    this.pipeline = pipeline;
    this.sql = sql;
    this.reporter = reporter;
    this.relations = relations;
    this.written = written;
  }

  void check(ViewOrder order) {
    relations
        .declarationErrors()
        .forEach(
            (index, error) ->
                reporter.sqlError(
                    Locations.declaration(index) + "/sql",
                    error,
                    ErrorCode.INVALID_QUERY,
                    "a statement for Flink fails",
                    error.message(),
                    "correct it, it is handed to Flink as it stands"));
    List<String> paths =
        Locations.paths(
            pipeline.inserts().stream().map(FlinkInsert::target).toList(), Locations::insert);
    for (int i = 0; i < paths.size(); i++) {
      check(pipeline.inserts().get(i), order, paths.get(i));
    }
  }

  private void check(FlinkInsert insert, ViewOrder order, String path) {
    if (insert.target().isEmpty()) {
      reporter.error(
          path + "/sql",
          ErrorCode.INVALID_QUERY,
          "the statement writes nothing",
          "it is no INSERT",
          "write INSERT INTO table SELECT ...");
      return;
    }
    Optional<StreamingTable> table =
        pipeline.tables().stream()
            .filter(t -> t.name().toString().endsWith(insert.target()))
            .filter(t -> isNameOf(insert.target(), t))
            .findFirst();
    if (table.isPresent()) {
      reporter.error(
          path + "/sql",
          ErrorCode.CONFLICTING_OPTIONS,
          "INSERT INTO '" + insert.target() + "' writes a streaming table",
          "what is in it is kept by flows alone",
          "write CREATE FLOW f AS INSERT INTO " + insert.target() + " BY NAME SELECT ...");
      return;
    }
    Optional<Source> ours =
        pipeline.sources().stream()
            .filter(s -> s.name().equals(insert.target()) && !s.type().equals(SourceTypes.SQL))
            .findFirst();
    if (ours.isPresent()) {
      reporter.error(
          path + "/sql",
          ErrorCode.CONFLICTING_OPTIONS,
          "INSERT INTO '" + insert.target() + "' writes a source of type " + ours.get().type(),
          "such a source is only read",
          "declare a table of Flink, such as one with 'connector' = 'filesystem'");
      return;
    }
    Set<String> read = order.inputsOf(insert);
    Map<String, TableSchema> inputs = new LinkedHashMap<>();
    read.stream()
        .filter(relations.schemas()::containsKey)
        .forEach(name -> inputs.put(name, relations.schemas().get(name)));
    boolean isBroken =
        relations.sourceErrors().keySet().stream()
            .anyMatch(source -> source.name().equals(insert.target()));
    if (inputs.keySet().containsAll(read) && !isBroken) {
      sql.checkInsert(insert.sql(), inputs, relations.changelogs())
          .ifPresent(error -> report(insert, error, path));
    }
  }

  private static boolean isNameOf(String name, StreamingTable table) {
    String full = table.name().toString();
    return full.length() == name.length() || full.charAt(full.length() - name.length() - 1) == '.';
  }

  private void report(FlinkInsert insert, SqlError error, String path) {
    Optional<TableName> table =
        error.unknownName() == null ? Optional.empty() : written.readBy(insert.sql());
    if (table.isPresent()) {
      written.report(path + "/sql", error, "INSERT INTO '" + insert.target() + "'", table.get());
      return;
    }
    reporter.sqlError(
        path + "/sql",
        error,
        ErrorCode.INVALID_QUERY,
        "INSERT INTO '" + insert.target() + "' cannot be planned",
        error.message(),
        "correct it, it is handed to Flink as it stands");
  }
}
