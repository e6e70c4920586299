// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.files.typed;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.apache.avro.Schema;
import org.apache.avro.file.CodecFactory;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

/** Files as other programs write them. */
public final class WrittenFiles {

  private WrittenFiles() {}

  /** What was read of a file. */
  public record Read(RowType type, List<RowData> rows) {}

  /** Writes records of Avro, with a small block for every few of them. */
  public static void avro(Path file, Schema schema, String codec, List<GenericRecord> records)
      throws IOException {
    java.nio.file.Files.createDirectories(file.getParent());
    try (DataFileWriter<GenericRecord> writer =
        new DataFileWriter<>(new GenericDatumWriter<>(schema))) {
      writer.setCodec(CodecFactory.fromString(codec)).setSyncInterval(1_000);
      writer.create(schema, file.toFile());
      for (GenericRecord each : records) {
        writer.append(each);
      }
    }
  }

  /**
   * Writes groups of Parquet, with a row group for every few of them.
   *
   * @param fill sets the fields of the group of a number, from 0
   */
  public static void parquet(
      Path file,
      String message,
      CompressionCodecName codec,
      int groups,
      BiConsumer<Group, Integer> fill)
      throws IOException {
    java.nio.file.Files.createDirectories(file.getParent());
    MessageType type = MessageTypeParser.parseMessageType(message);
    try (ParquetWriter<Group> writer =
        ExampleParquetWriter.builder(new LocalOutputFile(file))
            .withConf(new PlainParquetConfiguration())
            .withType(type)
            .withCompressionCodec(codec)
            .withWriteMode(ParquetFileWriter.Mode.OVERWRITE)
            .withRowGroupSize(1_000L)
            .withMinRowCountForPageSizeCheck(1)
            .withMaxRowCountForPageSizeCheck(10)
            .build()) {
      for (int i = 0; i < groups; i++) {
        Group group = new SimpleGroup(type);
        fill.accept(group, i);
        writer.write(group);
      }
    }
  }

  /** Reads a file to its end, all columns. */
  public static Read read(TypedFormat format, Path file) throws IOException {
    org.apache.flink.core.fs.Path path = new org.apache.flink.core.fs.Path(file.toUri());
    FileSystem fileSystem = path.getFileSystem();
    try (TypedFile opened =
        format.open(
            fileSystem.open(path), fileSystem.getFileStatus(path).getLen(), column -> true)) {
      List<RowData> rows = new ArrayList<>();
      RowData row;
      while ((row = opened.next()) != null) {
        rows.add(row);
      }
      return new Read(opened.type(), rows);
    }
  }
}
