// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.files;

import io.autocdc.json.JsonRowReader;
import java.io.InputStream;
import org.apache.flink.table.types.logical.RowType;

/** One JSON object on a line. Blank lines are skipped. */
final class JsonLinesFormat implements RecordFormat {

  private static final long serialVersionUID = 1L;
  static final String LINE_TOO_LONG =
      "the line is longer than " + (LineReader.MAX_LINE_BYTES >> 20) + " MiB";

  private final RowType type;
  private final int room;

  /**
   * @param type columns of the data
   * @param room number of columns that the source adds
   */
  JsonLinesFormat(RowType type, int room) {
    this.type = type;
    this.room = room;
  }

  @Override
  public RecordReader reader(InputStream in, FileOrigin origin) {
    LineReader lines = new LineReader(in);
    return () -> {
      LineReader.Line line;
      do {
        line = lines.next();
      } while (line != null && line.isBlank());
      return line == null
          ? null
          : new FileRecord(line.text(), origin, line.number(), line.cut() ? LINE_TOO_LONG : null);
    };
  }

  @Override
  public RecordParser parser() {
    JsonRowReader reader = JsonRowReader.withRoom(type, room);
    return record -> reader.read(record.text());
  }
}
