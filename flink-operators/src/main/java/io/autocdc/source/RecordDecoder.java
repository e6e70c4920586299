// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.source;

import io.autocdc.format.debezium.DebeziumReader;
import io.autocdc.format.debezium.DebeziumReader.Kind;
import io.autocdc.format.debezium.InvalidChangeException;
import io.autocdc.json.InvalidTextException;
import io.autocdc.json.JsonRowReader;
import java.util.function.Consumer;
import org.apache.flink.table.data.GenericRowData;

/** Makes rows of records. One for each subtask. */
@FunctionalInterface
public interface RecordDecoder<R extends RawRecord> {

  /**
   * @param record a record without a problem
   * @param rows takes new rows
   * @return what the record is if it gives no rows and is valid nevertheless; else null
   * @throws InvalidTextException if the record is no row of the schema
   * @throws InvalidChangeException if it is no change of the table
   */
  String decode(R record, Consumer<GenericRowData> rows)
      throws InvalidTextException, InvalidChangeException;

  /** Records that are JSON objects, one row each. A record without a value is skipped. */
  static <R extends RawRecord> RecordDecoder<R> json(JsonRowReader reader) {
    return (record, rows) -> {
      if (record.value() == null) {
        return Kind.TOMBSTONE.text();
      }
      rows.accept(reader.read(record.value()));
      return null;
    };
  }

  /** Records of Debezium. */
  static <R extends RawRecord> RecordDecoder<R> debezium(DebeziumReader reader) {
    return (record, rows) -> {
      Kind kind = reader.read(record.value(), record.key(), rows);
      return kind == Kind.CHANGE ? null : kind.text();
    };
  }
}
