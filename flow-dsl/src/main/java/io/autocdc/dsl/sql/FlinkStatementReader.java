// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.sql;

import io.autocdc.dsl.ReadMode;
import io.autocdc.dsl.Source;
import io.autocdc.dsl.SourceTypes;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Locations;
import io.autocdc.dsl.read.PipelineAssembly;
import io.autocdc.dsl.read.Places;
import io.autocdc.dsl.read.StreamCalls;
import io.autocdc.dsl.read.Text;
import java.util.List;
import java.util.Map;

/** Reads statements that are handed to Flink as they stand. */
final class FlinkStatementReader {

  private final Statement statement;
  private final PipelineAssembly assembly;

  FlinkStatementReader(Statement statement, PipelineAssembly assembly) {
    this.statement = statement;
    this.assembly = assembly;
  }

  void read(FlinkStatements.Kind kind) {
    Text sql =
        statement
            .script()
            .textAt(statement.tokens().get(0).getStartIndex(), statement.end())
            .stripped();
    switch (kind) {
      case INSERT -> assembly.addInsert(StreamCalls.removeFrom(sql));
      case DECLARATION -> assembly.addDeclaration(sql);
      case TABLE -> readTable(sql);
      default -> throw new IllegalStateException(kind.name());
    }
  }

  private void readTable(Text sql) {
    List<String> parts = FlinkStatements.createdTable(sql.value()).orElseThrow();
    String name = String.join(".", parts);
    String path = assembly.nextPath(Locations.source(name));
    Locations locations = assembly.locations();
    locations.put(path, sql.location());
    Places.put(locations, path + "/options/" + SourceTypes.DEFINITION, sql);
    if (FlinkStatements.isFilled(statement.tokens())) {
      assembly
          .builder()
          .problems()
          .error(
              sql.location(),
              ErrorCode.NOT_AVAILABLE,
              "the table '" + name + "' is filled by a query",
              "a table of Flink is declared, and written by a statement of its own",
              "write CREATE TABLE with columns, and INSERT INTO " + name + " SELECT ...");
      locations.markBroken(path + "/options/" + SourceTypes.DEFINITION);
    }
    assembly.add(
        new Source(
            name,
            SourceTypes.SQL,
            ReadMode.STREAM,
            Map.of(SourceTypes.DEFINITION, sql.value()),
            null,
            null),
        false);
  }
}
