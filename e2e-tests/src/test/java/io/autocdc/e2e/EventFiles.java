// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.file.CodecFactory;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

/** Writes rows as files that say of what types they are, as other programs do. */
final class EventFiles {

  /** The types of columns that can be written: of Flink, Avro and Parquet. */
  private static final Map<String, String> PARQUET =
      Map.of("BIGINT", "int64 %s", "STRING", "binary %s (STRING)");

  private EventFiles() {}

  /** True if all columns are of types that can be written. */
  static boolean canHold(Map<String, String> schema) {
    return PARQUET.keySet().containsAll(schema.values());
  }

  /**
   * @param format avro or parquet
   * @param schema types of the columns by name, in order
   */
  static void write(Path file, String format, Map<String, String> schema, List<List<Object>> rows) {
    try {
      Files.createDirectories(file.getParent());
      if (format.equals("avro")) {
        writeAvro(file, schema, rows);
      } else {
        writeParquet(file, schema, rows);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void writeAvro(Path file, Map<String, String> schema, List<List<Object>> rows)
      throws IOException {
    SchemaBuilder.FieldAssembler<Schema> fields = SchemaBuilder.record("event").fields();
    schema.forEach(
        (name, type) ->
            fields
                .name(name)
                .type()
                .optional()
                .type(type.equals("BIGINT") ? "long" : type.toLowerCase(Locale.ROOT)));
    Schema record = fields.endRecord();
    try (DataFileWriter<GenericRecord> writer =
        new DataFileWriter<>(new GenericDatumWriter<>(record))) {
      writer.setCodec(CodecFactory.fromString("zstandard"));
      writer.create(record, file.toFile());
      for (List<Object> row : rows) {
        GenericRecord each = new GenericData.Record(record);
        for (int i = 0; i < row.size(); i++) {
          each.put(i, row.get(i) instanceof Number n ? (Object) n.longValue() : row.get(i));
        }
        writer.append(each);
      }
    }
  }

  private static void writeParquet(Path file, Map<String, String> schema, List<List<Object>> rows)
      throws IOException {
    String fields =
        schema.entrySet().stream()
            .map(e -> "optional " + PARQUET.get(e.getValue()).formatted(e.getKey()) + ";")
            .collect(Collectors.joining(" "));
    MessageType type = MessageTypeParser.parseMessageType("message event { " + fields + " }");
    try (ParquetWriter<Group> writer =
        ExampleParquetWriter.builder(new LocalOutputFile(file))
            .withConf(new PlainParquetConfiguration())
            .withType(type)
            .withCompressionCodec(CompressionCodecName.SNAPPY)
            .build()) {
      for (List<Object> row : rows) {
        Group group = new SimpleGroup(type);
        for (int i = 0; i < row.size(); i++) {
          if (row.get(i) instanceof Number number) {
            group.add(i, number.longValue());
          } else if (row.get(i) != null) {
            group.add(i, row.get(i).toString());
          }
        }
        writer.write(group);
      }
    }
  }
}
