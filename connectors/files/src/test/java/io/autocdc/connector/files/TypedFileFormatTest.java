// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.autocdc.connector.files.typed.TypedFormat;
import io.autocdc.connector.files.typed.WrittenFiles;
import io.autocdc.dsl.type.TableSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.file.src.FileSourceSplit;
import org.apache.flink.connector.file.src.reader.BulkFormat;
import org.apache.flink.connector.file.src.util.CheckpointedPosition;
import org.apache.flink.connector.file.src.util.RecordAndPosition;
import org.apache.flink.core.fs.FSDataInputStream;
import org.apache.flink.core.fs.local.LocalDataInputStream;
import org.apache.flink.table.types.logical.RowType;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TypedFileFormatTest {

  private static final int ROWS = 3_000;
  private static final RowType TYPE = TableSchema.parse("id SMALLINT").toRowType();

  @TempDir private Path folder;

  @ParameterizedTest(name = "{0}, cut off: {1}, a snapshot: {2}")
  @CsvSource({
    "AVRO, false, false",
    "AVRO, false, true",
    "AVRO, true, false",
    "AVRO, true, true",
    "PARQUET, false, false",
    "PARQUET, false, true",
    "PARQUET, true, false"
  })
  void aReaderGoesOnBehindAnyRecord(TypedFormat format, boolean cutOff, boolean marksEnd)
      throws IOException {
    Path file = write(format);
    if (cutOff) {
      byte[] whole = Files.readAllBytes(file);
      Files.write(file, Arrays.copyOf(whole, whole.length * 2 / 3));
    }
    TypedFileFormat typed = format(format);
    List<RecordAndPosition<FileRecord>> all = read(typed, file, null, marksEnd);
    List<String> texts = texts(all);
    if (format == TypedFormat.AVRO || !cutOff) {
      assertThat(texts).hasSizeGreaterThan(ROWS / 3);
    }
    assertThat(texts.get(texts.size() - 1))
        .startsWith(cutOff ? "BROKEN_FILE" : marksEnd ? "END_OF_FILE" : "RECORD 3000");
    for (int i = 0; i < all.size(); i += i < 3 || i > all.size() - 4 ? 1 : 97) {
      CheckpointedPosition position =
          new CheckpointedPosition(all.get(i).getOffset(), all.get(i).getRecordSkipCount());
      List<RecordAndPosition<FileRecord>> rest = read(typed, file, position, marksEnd);
      assertThat(texts(rest)).isEqualTo(texts.subList(i + 1, texts.size()));
      assertThat(rest.isEmpty() || rest.get(rest.size() - 1).getRecordSkipCount() == all.size())
          .as("positions count from the start of the file")
          .isTrue();
    }
  }

  @Test
  void aFileSystemThatFailsIsNoBrokenFile() throws IOException {
    Path file = write(TypedFormat.AVRO);
    FSDataInputStream failing =
        new LocalDataInputStream(file.toFile()) {
          @Override
          public int read(byte[] buffer, int offset, int length) throws IOException {
            if (getPos() > 1_000) {
              throw new IOException("connection lost");
            }
            return super.read(buffer, offset, Math.min(length, 500));
          }
        };
    FileOrigin origin = new FileOrigin("data/a", 0, null);
    TypedRecordReader reader =
        new TypedRecordReader(
            failing,
            in -> new TypedRows(TypedFormat.AVRO, in, Files.size(file), TYPE, origin, null),
            origin,
            "Avro",
            false,
            0);
    assertThatThrownBy(
            () -> {
              while (reader.readBatch() != null) {
                // Until it fails.
              }
            })
        .isInstanceOf(IOException.class)
        .hasMessage("could not read data/a")
        .hasRootCauseMessage("connection lost");
  }

  private static TypedFileFormat format(TypedFormat format) {
    return new TypedFileFormat(format, TYPE, 0, new PartitionColumns(new RowType(List.of())));
  }

  private static List<RecordAndPosition<FileRecord>> read(
      TypedFileFormat format, Path file, CheckpointedPosition position, boolean marksEnd)
      throws IOException {
    org.apache.flink.core.fs.Path path = new org.apache.flink.core.fs.Path(file.toUri());
    long length = Files.size(file);
    FileSourceSplit split =
        new FileSourceSplit("id", path, 0, length, 0, length, new String[0], position);
    BulkFormat<FileRecord, FileSourceSplit> records =
        format.records(new FileOrigin("data/a", 0, null), marksEnd);
    Configuration config = new Configuration();
    List<RecordAndPosition<FileRecord>> read = new ArrayList<>();
    try (BulkFormat.Reader<FileRecord> reader =
        position == null
            ? records.createReader(config, split)
            : records.restoreReader(config, split)) {
      BulkFormat.RecordIterator<FileRecord> batch;
      while ((batch = reader.readBatch()) != null) {
        RecordAndPosition<FileRecord> each;
        while ((each = batch.next()) != null) {
          read.add(
              new RecordAndPosition<>(
                  each.getRecord(), each.getOffset(), each.getRecordSkipCount()));
        }
      }
    }
    return read;
  }

  private static List<String> texts(List<RecordAndPosition<FileRecord>> records) {
    return records.stream()
        .map(each -> each.getRecord().kind() + " " + each.getRecord().line())
        .toList();
  }

  private Path write(TypedFormat format) throws IOException {
    Path file = folder.resolve("file");
    if (format == TypedFormat.PARQUET) {
      WrittenFiles.parquet(
          file,
          "message m { required int32 id; }",
          CompressionCodecName.SNAPPY,
          ROWS,
          (group, i) -> group.add("id", i));
      return file;
    }
    Schema schema = SchemaBuilder.record("R").fields().requiredInt("id").endRecord();
    List<GenericRecord> rows =
        IntStream.range(0, ROWS)
            .mapToObj(
                i -> {
                  GenericRecord row = new GenericData.Record(schema);
                  row.put("id", 1_000 + i);
                  return row;
                })
            .toList();
    WrittenFiles.avro(file, schema, "null", rows);
    return file;
  }
}
