// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.files;

import java.io.InputStream;
import java.util.Set;
import org.apache.flink.table.types.logical.RowType;

/** Comma-separated values. */
final class CsvFormat implements RowFormat {

  private static final long serialVersionUID = 1L;

  private final RowType type;
  private final int room;
  private final CsvSyntax syntax;
  private final HeaderMode headerMode;

  /**
   * @param type columns of the data
   * @param room number of columns that the source adds
   */
  CsvFormat(RowType type, int room, CsvSyntax syntax, HeaderMode headerMode) {
    this.type = type;
    this.room = room;
    this.syntax = syntax;
    this.headerMode = headerMode;
  }

  @Override
  public RecordReader reader(InputStream in, FileOrigin origin) {
    return new CsvRecordReader(in, origin, syntax, headerMode, Set.copyOf(type.getFieldNames()));
  }

  @Override
  public RecordParser parser() {
    return new CsvRowParser(type, room, syntax);
  }
}
