// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.delta;

import io.autocdc.connector.delta.ChangesLog.Look;
import io.autocdc.connector.delta.SplitRows.PlacedRow;
import io.autocdc.connector.delta.kernel.DeltaFolder;
import io.autocdc.connector.delta.kernel.DeltaState;
import io.autocdc.connector.delta.kernel.TableColumns;
import io.autocdc.dsl.DeltaFeeds;
import io.autocdc.dsl.ReadMode;
import io.autocdc.dsl.Source;
import io.autocdc.dsl.SourceTypes;
import io.autocdc.dsl.type.TableSchema;
import io.autocdc.testing.TestRows;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.table.data.conversion.RowRowConverter;
import org.apache.flink.types.Row;

/** Reads a table as a source does, without a job: what the log has, or the rows of it. */
final class ReadLog {

  private final DeltaFolder folder;
  private final Map<String, String> options = new HashMap<>(Map.of(SourceTypes.TABLE, "a.b"));
  private TableSchema schema;
  private List<String> keys = List.of();

  private ReadLog(DeltaFolder folder) {
    this.folder = folder;
  }

  static ReadLog changes(DeltaFolder folder, String... keys) {
    ReadLog log = appended(folder).with(DeltaFeeds.READ_CHANGE_FEED, "true");
    log.keys = List.of(keys);
    return log;
  }

  static ReadLog appended(DeltaFolder folder) {
    return new ReadLog(folder);
  }

  ReadLog with(String option, String value) {
    options.put(option, value);
    return this;
  }

  ReadLog from(long version) {
    return with(DeltaFeeds.STARTING_VERSION, String.valueOf(version));
  }

  ReadLog columns(String columns) {
    schema = TableSchema.parse(columns);
    return this;
  }

  private Source source() {
    TableSchema columns =
        schema != null
            ? schema
            : new SourceTable("t", folder.location(), folder.newest().orElseThrow())
                .describe(null)
                .schema();
    return new Source("s", SourceTypes.DELTA, ReadMode.STREAM, options, columns, null);
  }

  private TableColumns stored(Source source) {
    return folder
        .newest()
        .orElseThrow()
        .columns(source.schema().names(), source.visibleSchema().columns().size());
  }

  ChangesLog log() {
    Source source = source();
    DeltaState newest = folder.newest().orElseThrow();
    return new ChangesLog(
        "s",
        folder.location(),
        newest.tableId(),
        new CommitRows(
            "s",
            DeltaFeeds.tellsChanges(source),
            DeltaFeeds.skipsChangeCommits(source),
            new ArrayList<>(keys)),
        stored(source),
        ChangesStart.of(source),
        newest.version());
  }

  RowFormat format() {
    Source source = source();
    return new RowFormat(
        stored(source),
        source.schema().asNullable().toRowType(),
        DeltaFeeds.tellsChanges(source),
        source.deletesUnpaired());
  }

  List<ChangesSplit> splits() throws IOException {
    ChangesLog log = log();
    Look look = log.begin();
    List<ChangesSplit> splits = new ArrayList<>(look.splits());
    while (!log.isDone(look.position())) {
      look = log.after(look.position(), 1);
      splits.addAll(look.splits());
    }
    return splits;
  }

  /** The rows with all columns but the time of the commit. */
  List<Row> rows(Path spillFolder) throws IOException {
    List<Row> rows = new ArrayList<>();
    for (ChangesSplit split : splits()) {
      try (SplitRows read = SplitRows.of(folder, split, format(), spillFolder)) {
        rows.addAll(rows(read));
      }
    }
    return rows;
  }

  List<Row> rows(SplitRows read) {
    RowRowConverter converter = TestRows.converter(source().visibleSchema().toRowType());
    List<Row> rows = new ArrayList<>();
    while (read.hasNext()) {
      PlacedRow next = read.next();
      Row row = converter.toExternal(next.row());
      Object[] values = new Object[row.getArity() - 1];
      for (int i = 0; i < values.length; i++) {
        values[i] = row.getField(i);
      }
      rows.add(Row.of(values));
    }
    return rows;
  }
}
