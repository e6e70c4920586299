// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.files;

import java.io.InputStream;
import java.util.Collection;
import java.util.HashSet;
import org.apache.flink.table.types.logical.RowType;

/** Comma-separated values. */
final class CsvFormat implements TextFormat, RowFormat {

  private static final long serialVersionUID = 1L;

  private final RowType type;
  private final HashSet<String> known;
  private final int room;
  private final CsvSyntax syntax;
  private final HeaderMode headerMode;

  /**
   * @param type columns of the data that files have
   * @param known names that a header can have: those of the data, wherever they stand
   * @param room number of columns that the source adds
   */
  CsvFormat(
      RowType type, Collection<String> known, int room, CsvSyntax syntax, HeaderMode headerMode) {
    this.type = type;
    this.known = new HashSet<>(known);
    this.room = room;
    this.syntax = syntax;
    this.headerMode = headerMode;
  }

  @Override
  public RecordReader reader(InputStream in, FileOrigin origin) {
    return new CsvRecordReader(in, origin, syntax, headerMode, known);
  }

  @Override
  public RecordParser parser() {
    return new CsvRowParser(type, room, syntax);
  }
}
