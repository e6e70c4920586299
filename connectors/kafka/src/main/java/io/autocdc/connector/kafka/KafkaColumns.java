// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.kafka;

import io.autocdc.source.OriginColumns;
import java.util.HashMap;
import java.util.Map;
import org.apache.flink.table.data.GenericMapData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.MapData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;

/** The columns of {@link io.autocdc.dsl.KafkaOptions#COLUMNS}. One for each subtask. */
final class KafkaColumns implements OriginColumns<KafkaRecord> {

  private static final long serialVersionUID = 1L;
  private static final MapData NO_HEADERS = new GenericMapData(Map.of());

  private final int position;

  private transient String topic;
  private transient StringData topicText;

  /**
   * @param position of the first of them in a row
   */
  KafkaColumns(int position) {
    this.position = position;
  }

  @Override
  public void set(GenericRowData row, KafkaRecord record) {
    if (!record.topic().equals(topic)) {
      topic = record.topic();
      topicText = StringData.fromString(topic);
    }
    int next = position;
    row.setField(next++, topicText);
    row.setField(next++, record.partition());
    row.setField(next++, record.offset());
    row.setField(
        next++, record.timestamp() < 0 ? null : TimestampData.fromEpochMillis(record.timestamp()));
    row.setField(next++, record.key());
    row.setField(next, headers(record.headers()));
  }

  private static MapData headers(Map<String, byte[]> headers) {
    if (headers.isEmpty()) {
      return NO_HEADERS;
    }
    Map<StringData, byte[]> map = new HashMap<>();
    headers.forEach((name, value) -> map.put(StringData.fromString(name), value));
    return new GenericMapData(map);
  }
}
