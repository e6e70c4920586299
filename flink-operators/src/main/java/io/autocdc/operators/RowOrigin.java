// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators;

import io.autocdc.dsl.KafkaOptions;
import io.autocdc.dsl.SourceTypes;
import io.autocdc.dsl.type.Column;
import io.autocdc.dsl.type.TableSchema;
import io.autocdc.spi.InvalidRows;
import org.apache.flink.table.data.RowData;

/** Tells where a row came from, if its source has added that to the row. */
final class RowOrigin {

  private static final int NONE = -1;

  private final int filePath;
  private final int topic;
  private final int partition;
  private final int offset;

  RowOrigin(TableSchema schema) {
    filePath = position(schema, SourceTypes.FILE_PATH);
    partition = position(schema, KafkaOptions.PARTITION);
    offset = position(schema, KafkaOptions.OFFSET);
    topic = partition == NONE || offset == NONE ? NONE : position(schema, KafkaOptions.TOPIC);
  }

  private static int position(TableSchema schema, String column) {
    return schema.find(column).filter(Column::metadata).isPresent() ? schema.indexOf(column) : NONE;
  }

  /** A file path, or topic, partition and offset; null if nothing is known. */
  String of(RowData row) {
    if (topic != NONE && !row.isNullAt(topic)) {
      return InvalidRows.placeInTopic(
          row.getString(topic).toString(), row.getInt(partition), row.getLong(offset));
    }
    return filePath == NONE || row.isNullAt(filePath) ? null : row.getString(filePath).toString();
  }
}
