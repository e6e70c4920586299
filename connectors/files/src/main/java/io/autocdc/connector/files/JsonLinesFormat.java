// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.files;

import io.autocdc.json.JsonRowReader;
import java.io.InputStream;
import org.apache.flink.table.types.logical.RowType;

/** One JSON object on a line. Blank lines are skipped. */
final class JsonLinesFormat implements TextFormat, RowFormat {

  private static final long serialVersionUID = 1L;

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
    return JsonLines.reader(in, origin);
  }

  @Override
  public RecordParser parser() {
    JsonRowReader reader = JsonRowReader.withRoom(type, room);
    return record -> reader.read(record.text());
  }
}
