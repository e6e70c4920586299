// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.cdc;

import java.util.Map;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.cdc.connectors.shaded.org.apache.kafka.connect.data.Struct;
import org.apache.flink.cdc.connectors.shaded.org.apache.kafka.connect.json.JsonConverter;
import org.apache.flink.cdc.connectors.shaded.org.apache.kafka.connect.source.SourceRecord;
import org.apache.flink.cdc.debezium.DebeziumDeserializationSchema;
import org.apache.flink.util.Collector;

/**
 * Writes changes as the JSON that Debezium writes into topics, with a schema part. One reader then
 * serves databases, topics and files: what a value means is decided in one place.
 */
final class ChangesAsJson implements DebeziumDeserializationSchema<ChangeRecord> {

  private static final long serialVersionUID = 1L;

  private final String schema;
  private final String table;

  private transient JsonConverter converter;

  /**
   * @param schema name of the schema that the table is in; for MySQL, of the database
   * @param table other tables than this one are left out: Debezium takes names without case
   */
  ChangesAsJson(String schema, String table) {
    this.schema = schema;
    this.table = table;
  }

  @Override
  public void deserialize(SourceRecord record, Collector<ChangeRecord> out) {
    Struct value = (Struct) record.value();
    Struct source = value.getStruct("source");
    boolean postgres = source.schema().field("schema") != null;
    String in = source.getString(postgres ? "schema" : "db");
    if (!table.equals(source.getString("table")) || !schema.equals(in)) {
      return;
    }
    if (converter == null) {
      converter = new JsonConverter();
      converter.configure(Map.of("schemas.enable", true), false);
    }
    byte[] json = converter.fromConnectData(record.topic(), record.valueSchema(), value);
    Object position =
        postgres ? source.get("lsn") : source.getString("file") + ":" + source.get("pos");
    out.collect(new ChangeRecord(json, schema + "." + table + "@" + position));
  }

  @Override
  public TypeInformation<ChangeRecord> getProducedType() {
    return ChangeRecordSerializer.TYPE;
  }
}
