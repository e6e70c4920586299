// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.files;

import io.autocdc.dsl.Source;
import io.autocdc.dsl.type.TableSchema;
import io.autocdc.format.debezium.DebeziumOptions;
import io.autocdc.format.debezium.DebeziumReader;
import java.io.InputStream;
import java.util.List;

/** One record of Debezium on a line. Blank lines are skipped. */
final class DebeziumJsonFormat implements TextFormat {

  private static final long serialVersionUID = 1L;

  private final TableSchema columns;
  private final List<String> keys;
  private final int room;
  private final DebeziumOptions options;

  /**
   * @param keys columns that identify a row of the table
   */
  DebeziumJsonFormat(Source source, List<String> keys) {
    this.columns = source.schema();
    this.keys = List.copyOf(keys);
    this.room = source.addedColumns().size();
    this.options = DebeziumOptions.of(source);
  }

  @Override
  public RecordReader reader(InputStream in, FileOrigin origin) {
    return JsonLines.reader(in, origin);
  }

  /** A reader for one subtask; it leaves the columns alone that every source of files adds. */
  DebeziumReader changes() {
    return new DebeziumReader(
        columns.toRowType(), keys, room, columns.columns().size() + FileColumns.COUNT, options);
  }
}
