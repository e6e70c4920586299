// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.files.typed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.autocdc.dsl.type.TableSchema;
import io.autocdc.json.JsonRowWriter;
import java.io.EOFException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.flink.core.fs.FileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AvroFileTest {

  @TempDir private Path folder;

  @ParameterizedTest(name = "{0} is {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "\"boolean\" | BOOLEAN | true | true",
        "\"int\" | INT | -7 | -7",
        "\"long\" | BIGINT | 9223372036854775807 | 9223372036854775807",
        "\"float\" | FLOAT | 0.1 | 0.1",
        "\"double\" | DOUBLE | 0.1 | 0.1",
        "\"string\" | STRING | text | \"text\"",
        "{\"type\":\"enum\",\"name\":\"E\",\"symbols\":[\"A\",\"B\"]} | STRING | B | \"B\"",
        "{\"type\":\"int\",\"logicalType\":\"date\"} | DATE | -1 | \"1969-12-31\"",
        "{\"type\":\"int\",\"logicalType\":\"time-millis\"} | TIME(3) | 1001 | \"00:00:01.001\"",
        "{\"type\":\"long\",\"logicalType\":\"time-micros\"} | TIME(3) | 1001999 | \"00:00:01.001\"",
        "{\"type\":\"long\",\"logicalType\":\"timestamp-millis\"} | TIMESTAMP_LTZ(3) | -1"
            + " | \"1969-12-31T23:59:59.999Z\"",
        "{\"type\":\"long\",\"logicalType\":\"timestamp-micros\"} | TIMESTAMP_LTZ(6) | -1"
            + " | \"1969-12-31T23:59:59.999999Z\"",
        "{\"type\":\"long\",\"logicalType\":\"timestamp-nanos\"} | TIMESTAMP_LTZ(9) | -1"
            + " | \"1969-12-31T23:59:59.999999999Z\"",
        "{\"type\":\"long\",\"logicalType\":\"local-timestamp-millis\"} | TIMESTAMP(3) | 1"
            + " | \"1970-01-01T00:00:00.001\"",
        "{\"type\":\"long\",\"logicalType\":\"local-timestamp-micros\"} | TIMESTAMP(6) | -1"
            + " | \"1969-12-31T23:59:59.999999\"",
        "{\"type\":\"string\",\"logicalType\":\"uuid\"} | STRING | 0-0 | \"0-0\"",
      })
  void aTypeHasItsCounterpart(String type, String expected, String value, String json)
      throws Exception {
    Schema schema = new Schema.Parser().parse(type);
    Object object =
        switch (schema.getType()) {
          case BOOLEAN -> Boolean.valueOf(value);
          case INT -> Integer.valueOf(value);
          case LONG -> Long.valueOf(value);
          case FLOAT -> Float.valueOf(value);
          case DOUBLE -> Double.valueOf(value);
          case ENUM -> new GenericData.EnumSymbol(schema, value);
          default -> value;
        };
    assertThat(read(schema, object)).isEqualTo("v " + expected + ": {\"v\":" + json + "}");
    Schema nullable = Schema.createUnion(Schema.create(Schema.Type.NULL), schema);
    assertThat(read(nullable, null)).isEqualTo("v " + expected + ": {\"v\":null}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"12.34", "-12.34", "0.00", "-0.01"})
  void decimalsAreExact(String value) throws Exception {
    byte[] unscaled = new BigDecimal(value).unscaledValue().toByteArray();
    Schema bytes =
        new Schema.Parser()
            .parse("{\"type\":\"bytes\",\"logicalType\":\"decimal\",\"precision\":9,\"scale\":2}");
    assertThat(read(bytes, ByteBuffer.wrap(unscaled)))
        .isEqualTo("v DECIMAL(9, 2): {\"v\":" + value + "}");
    Schema fixed =
        new Schema.Parser()
            .parse(
                "{\"type\":\"fixed\",\"name\":\"F\",\"size\":8,"
                    + "\"logicalType\":\"decimal\",\"precision\":9,\"scale\":2}");
    byte[] padded = new byte[8];
    Arrays.fill(padded, (byte) (unscaled[0] < 0 ? -1 : 0));
    System.arraycopy(unscaled, 0, padded, 8 - unscaled.length, unscaled.length);
    assertThat(read(fixed, new GenericData.Fixed(fixed, padded)))
        .isEqualTo("v DECIMAL(9, 2): {\"v\":" + value + "}");
  }

  @Test
  void aDecimalThatIsTooLongForFlinkIsText() throws Exception {
    Schema schema =
        new Schema.Parser()
            .parse("{\"type\":\"bytes\",\"logicalType\":\"decimal\",\"precision\":50,\"scale\":2}");
    BigDecimal value = new BigDecimal("1" + "0".repeat(45) + ".25");
    assertThat(read(schema, ByteBuffer.wrap(value.unscaledValue().toByteArray())))
        .isEqualTo("v STRING: {\"v\":\"" + value.toPlainString() + "\"}");
  }

  @Test
  void bytesAndFixedAreBytes() throws Exception {
    byte[] bytes = "abc".getBytes(StandardCharsets.UTF_8);
    assertThat(read(Schema.create(Schema.Type.BYTES), ByteBuffer.wrap(bytes)))
        .isEqualTo("v BYTES: {\"v\":\"YWJj\"}");
    Schema fixed = Schema.createFixed("F", null, null, 3);
    assertThat(read(fixed, new GenericData.Fixed(fixed, bytes)))
        .isEqualTo("v BYTES: {\"v\":\"YWJj\"}");
  }

  @Test
  void recordsArraysAndMapsAreNested() throws Exception {
    Schema inner =
        SchemaBuilder.record("Inner").fields().optionalInt("a").requiredString("b").endRecord();
    Schema schema = Schema.createMap(Schema.createArray(inner));
    GenericRecord one = new GenericData.Record(inner);
    one.put("a", 1);
    one.put("b", "x");
    GenericRecord two = new GenericData.Record(inner);
    two.put("b", "y");
    assertThat(read(schema, Map.of("k", List.of(one, two))))
        .isEqualTo(
            "v MAP<STRING NOT NULL, ARRAY<ROW<`a` INT, `b` STRING>>>:"
                + " {\"v\":{\"k\":[{\"a\":1,\"b\":\"x\"},{\"a\":null,\"b\":\"y\"}]}}");
  }

  @Test
  void whatFlinkHasNoTypeForIsText() throws Exception {
    Schema union =
        Schema.createUnion(
            Schema.create(Schema.Type.NULL),
            Schema.create(Schema.Type.LONG),
            Schema.create(Schema.Type.STRING));
    assertThat(read(union, 7L)).isEqualTo("v STRING: {\"v\":\"7\"}");
    Schema tree =
        new Schema.Parser()
            .parse(
                "{\"type\":\"record\",\"name\":\"Tree\",\"fields\":[{\"name\":\"child\","
                    + "\"type\":[\"null\",\"Tree\"],\"default\":null}]}");
    GenericRecord leaf = new GenericData.Record(tree);
    GenericRecord root = new GenericData.Record(tree);
    root.put("child", leaf);
    assertThat(read(tree, root))
        .isEqualTo("v ROW<`child` STRING>: {\"v\":{\"child\":\"{\\\"child\\\": null}\"}}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "deflate", "snappy", "bzip2", "zstandard"})
  void everyCodecIsUnpacked(String codec) throws Exception {
    Path file = numbers(codec, 1_000);
    assertThat(WrittenFiles.read(TypedFormat.AVRO, file).rows()).hasSize(1_000);
  }

  @Test
  void rowsThatWereReadAreLeftOut() throws Exception {
    Path file = numbers("deflate", 1_000);
    for (int alreadyRead : new int[] {0, 1, 100, 499, 999, 1_000}) {
      try (TypedFile opened = open(file)) {
        assertThat(opened.skip(alreadyRead)).isEqualTo(alreadyRead);
        assertThat(alreadyRead == 1_000 ? opened.next() : opened.next().getInt(0))
            .isEqualTo(alreadyRead == 1_000 ? null : alreadyRead);
      }
    }
    try (TypedFile opened = open(file)) {
      assertThat(opened.skip(2_000)).isEqualTo(1_000);
    }
  }

  @Test
  void aFileThatIsCutOffIsNotTakenForAWholeOne() throws Exception {
    Path file = numbers("null", 1_000);
    byte[] whole = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(whole, whole.length - 20));
    assertThatThrownBy(() -> WrittenFiles.read(TypedFormat.AVRO, file))
        .isInstanceOf(EOFException.class)
        .hasMessage("its last block is cut off");
  }

  @Test
  void onlyColumnsThatAreAskedForAreRead() throws Exception {
    Schema schema =
        SchemaBuilder.record("R").fields().requiredInt("a").requiredInt("b").endRecord();
    GenericRecord each = new GenericData.Record(schema);
    each.put("a", 1);
    each.put("b", 2);
    Path file = folder.resolve("two.avro");
    WrittenFiles.avro(file, schema, "null", List.of(each));
    org.apache.flink.core.fs.Path path = new org.apache.flink.core.fs.Path(file.toUri());
    try (TypedFile opened =
        TypedFormat.AVRO.open(
            path.getFileSystem().open(path), Files.size(file), name -> name.equals("b"))) {
      assertThat(opened.type().getFieldNames()).containsExactly("b");
      assertThat(opened.next().getInt(0)).isEqualTo(2);
    }
  }

  private Path numbers(String codec, int count) throws Exception {
    Schema schema = SchemaBuilder.record("R").fields().requiredInt("id").endRecord();
    List<GenericRecord> records =
        IntStream.range(0, count)
            .mapToObj(
                i -> {
                  GenericRecord each = new GenericData.Record(schema);
                  each.put("id", i);
                  return each;
                })
            .toList();
    Path file = folder.resolve("numbers.avro");
    WrittenFiles.avro(file, schema, codec, records);
    return file;
  }

  private static TypedFile open(Path file) throws Exception {
    org.apache.flink.core.fs.Path path = new org.apache.flink.core.fs.Path(file.toUri());
    FileSystem fileSystem = path.getFileSystem();
    return TypedFormat.AVRO.open(
        fileSystem.open(path), fileSystem.getFileStatus(path).getLen(), column -> true);
  }

  private String read(Schema type, Object value) throws Exception {
    Schema schema = SchemaBuilder.record("R").fields().name("v").type(type).noDefault().endRecord();
    GenericRecord each = new GenericData.Record(schema);
    each.put("v", value);
    Path file = folder.resolve("one.avro");
    WrittenFiles.avro(file, schema, "null", List.of(each));
    WrittenFiles.Read read = WrittenFiles.read(TypedFormat.AVRO, file);
    return TableSchema.of(read.type())
        + ": "
        + JsonRowWriter.of(read.type()).write(read.rows().get(0));
  }
}
