// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.files.typed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.autocdc.dsl.type.TableSchema;
import io.autocdc.json.JsonRowWriter;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Consumer;
import org.apache.flink.core.fs.FileSystem;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.api.Binary;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ParquetFileTest {

  private static final int ROWS = 2_000;

  @TempDir private Path folder;

  @ParameterizedTest(name = "{0} {1} is {2}")
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        "boolean | - | BOOLEAN | true | true",
        "int32 | - | INT | -7 | -7",
        "int32 | (INTEGER(8,true)) | TINYINT | -128 | -128",
        "int32 | (INTEGER(16,true)) | SMALLINT | -32768 | -32768",
        "int32 | (INTEGER(8,false)) | SMALLINT | 255 | 255",
        "int32 | (INTEGER(16,false)) | INT | 65535 | 65535",
        "int32 | (INTEGER(32,false)) | BIGINT | -1 | 4294967295",
        "int64 | (INTEGER(64,false)) | DECIMAL(20, 0) | -1 | 18446744073709551615",
        "int64 | - | BIGINT | -9223372036854775808 | -9223372036854775808",
        "float | - | FLOAT | 0.1 | 0.1",
        "double | - | DOUBLE | 0.1 | 0.1",
        "binary | (STRING) | STRING | text | \"text\"",
        "binary | (ENUM) | STRING | A | \"A\"",
        "binary | (JSON) | STRING | {} | \"{}\"",
        "binary | - | BYTES | abc | \"YWJj\"",
        "int32 | (DATE) | DATE | -1 | \"1969-12-31\"",
        "int32 | (TIME(MILLIS,true)) | TIME(3) | 1001 | \"00:00:01.001\"",
        "int64 | (TIME(MICROS,true)) | TIME(3) | 1001999 | \"00:00:01.001\"",
        "int64 | (TIME(NANOS,true)) | TIME(3) | 1001999999 | \"00:00:01.001\"",
        "int64 | (TIMESTAMP(MILLIS,true)) | TIMESTAMP_LTZ(3) | -1 | \"1969-12-31T23:59:59.999Z\"",
        "int64 | (TIMESTAMP(MICROS,true)) | TIMESTAMP_LTZ(6) | -1"
            + " | \"1969-12-31T23:59:59.999999Z\"",
        "int64 | (TIMESTAMP(NANOS,true)) | TIMESTAMP_LTZ(9) | -1"
            + " | \"1969-12-31T23:59:59.999999999Z\"",
        "int64 | (TIMESTAMP(MICROS,false)) | TIMESTAMP(6) | 1 | \"1970-01-01T00:00:00.000001\"",
        "int32 | (DECIMAL(9,2)) | DECIMAL(9, 2) | -1 | -0.01",
        "int64 | (DECIMAL(18,2)) | DECIMAL(18, 2) | 1234 | 12.34",
      })
  void aTypeHasItsCounterpart(
      String physical, String annotation, String expected, String value, String json)
      throws Exception {
    String field = "optional " + physical + " v" + (annotation == null ? "" : " " + annotation);
    Consumer<Group> fill =
        group -> {
          switch (physical) {
            case "boolean" -> group.add("v", Boolean.parseBoolean(value));
            case "int32" -> group.add("v", Integer.parseInt(value));
            case "int64" -> group.add("v", Long.parseLong(value));
            case "float" -> group.add("v", Float.parseFloat(value));
            case "double" -> group.add("v", Double.parseDouble(value));
            default -> group.add("v", Binary.fromString(value));
          }
        };
    assertThat(read(field + ";", fill)).isEqualTo("v " + expected + ": {\"v\":" + json + "}");
    assertThat(read(field + ";", group -> {})).isEqualTo("v " + expected + ": {\"v\":null}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"12.34", "-12.34", "-0.01"})
  void decimalsInBytesAreExact(String value) throws Exception {
    byte[] unscaled = new BigDecimal(value).unscaledValue().toByteArray();
    String expected = "v DECIMAL(38, 2): {\"v\":" + value + "}";
    assertThat(
            read(
                "required binary v (DECIMAL(38,2));",
                group -> group.add("v", Binary.fromConstantByteArray(unscaled))))
        .isEqualTo(expected);
    byte[] padded = new byte[16];
    Arrays.fill(padded, (byte) (unscaled[0] < 0 ? -1 : 0));
    System.arraycopy(unscaled, 0, padded, 16 - unscaled.length, unscaled.length);
    assertThat(
            read(
                "required fixed_len_byte_array(16) v (DECIMAL(38,2));",
                group -> group.add("v", Binary.fromConstantByteArray(padded))))
        .isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "2440588, 1000, 1970-01-01T00:00:00.000001Z",
    "2440587, 86399999999999, 1969-12-31T23:59:59.999999999Z",
    "2299161, 0, 1582-10-15T00:00:00Z"
  })
  void timestampsOfOldWritersAreInstants(int day, long nanos, String expected) throws Exception {
    byte[] bytes =
        ByteBuffer.allocate(12).order(ByteOrder.LITTLE_ENDIAN).putLong(nanos).putInt(day).array();
    assertThat(
            read("required int96 v;", group -> group.add("v", Binary.fromConstantByteArray(bytes))))
        .startsWith("v TIMESTAMP_LTZ(9)")
        .contains(expected.substring(0, expected.length() - 1));
  }

  @ParameterizedTest
  @CsvSource({
    "0x3C00, 1.0",
    "0xC000, -2.0",
    "0x0001, 5.9604645E-8",
    "0x7C00, \"Infinity\"",
    "0x7E00, \"NaN\""
  })
  void halfFloatsAreFloats(String bits, String expected) throws Exception {
    short value = (short) Integer.decode(bits).intValue();
    byte[] bytes = ByteBuffer.allocate(2).order(ByteOrder.LITTLE_ENDIAN).putShort(value).array();
    assertThat(
            read(
                "required fixed_len_byte_array(2) v (FLOAT16);",
                group -> group.add("v", Binary.fromConstantByteArray(bytes))))
        .isEqualTo("v FLOAT: {\"v\":" + expected + "}");
  }

  @Test
  void uuidsAreText() throws Exception {
    byte[] bytes = new byte[16];
    bytes[15] = 1;
    assertThat(
            read(
                "required fixed_len_byte_array(16) v (UUID);",
                group -> group.add("v", Binary.fromConstantByteArray(bytes))))
        .isEqualTo("v STRING: {\"v\":\"00000000-0000-0000-0000-000000000001\"}");
  }

  @Test
  void groupsListsAndMapsAreNested() throws Exception {
    assertThat(
            read(
                "optional group v (MAP) { repeated group key_value { required binary key (STRING);"
                    + " optional group value (LIST) { repeated group list { optional group element"
                    + " { optional int32 a; } } } } }",
                group -> {
                  Group entry = group.addGroup("v").addGroup("key_value");
                  entry.add("key", "k");
                  Group list = entry.addGroup("value");
                  list.addGroup("list").addGroup("element").add("a", 1);
                  list.addGroup("list");
                  list.addGroup("list").addGroup("element");
                }))
        .isEqualTo(
            "v MAP<STRING NOT NULL, ARRAY<ROW<`a` INT>>>:"
                + " {\"v\":{\"k\":[{\"a\":1},null,{\"a\":null}]}}");
    assertThat(
            read(
                "optional group v (LIST) { repeated group list { optional int32 element; } }",
                group -> group.addGroup("v")))
        .isEqualTo("v ARRAY<INT>: {\"v\":[]}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "repeated int32 v;",
        "optional group v (LIST) { repeated int32 element; }",
        "optional group v (LIST) { repeated group list { required int32 element; } }",
        "optional group v (LIST) { repeated group bag { optional int32 array_element; } }"
      })
  void listsHaveManyForms(String form) throws Exception {
    assertThat(
            read(
                form,
                group -> {
                  for (int i = 1; i <= 2; i++) {
                    if (form.startsWith("repeated")) {
                      group.add("v", i);
                    } else {
                      Group list = i == 1 ? group.addGroup("v") : group.getGroup("v", 0);
                      if (list.getType().getType(0).isPrimitive()) {
                        list.add(0, i);
                      } else {
                        list.addGroup(0).add(0, i);
                      }
                    }
                  }
                }))
        .isEqualTo("v ARRAY<INT>: {\"v\":[1,2]}");
  }

  @ParameterizedTest
  @EnumSource(
      value = CompressionCodecName.class,
      names = {"UNCOMPRESSED", "SNAPPY", "GZIP", "ZSTD", "LZ4_RAW"})
  void everyUsualCodecIsUnpacked(CompressionCodecName codec) throws Exception {
    assertThat(WrittenFiles.read(TypedFormat.PARQUET, numbers(codec)).rows()).hasSize(ROWS);
  }

  @Test
  void rowsThatWereReadAreLeftOut() throws Exception {
    Path file = numbers(CompressionCodecName.SNAPPY);
    for (int alreadyRead : new int[] {0, 1, 100, 999, ROWS - 1, ROWS}) {
      try (TypedFile opened = open(file)) {
        assertThat(opened.skip(alreadyRead)).isEqualTo(alreadyRead);
        assertThat(alreadyRead == ROWS ? opened.next() : opened.next().getInt(0))
            .isEqualTo(alreadyRead == ROWS ? null : alreadyRead);
      }
    }
    try (TypedFile opened = open(file)) {
      assertThat(opened.skip(2 * ROWS)).isEqualTo(ROWS);
    }
  }

  @Test
  void rowsWithoutAColumnThatIsAskedForAreCounted() throws Exception {
    Path file = numbers(CompressionCodecName.SNAPPY);
    org.apache.flink.core.fs.Path path = new org.apache.flink.core.fs.Path(file.toUri());
    try (TypedFile opened =
        TypedFormat.PARQUET.open(
            path.getFileSystem().open(path), Files.size(file), column -> false)) {
      int rows = 0;
      while (opened.next() != null) {
        rows++;
      }
      assertThat(rows).isEqualTo(ROWS);
      assertThat(opened.type().getFieldCount()).isZero();
    }
  }

  @Test
  void aFileThatIsCutOffIsBroken() throws Exception {
    Path file = numbers(CompressionCodecName.SNAPPY);
    byte[] whole = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(whole, whole.length - 20));
    assertThatThrownBy(() -> WrittenFiles.read(TypedFormat.PARQUET, file))
        .hasMessageContaining("is not a Parquet file");
  }

  private Path numbers(CompressionCodecName codec) throws Exception {
    Path file = folder.resolve("numbers.parquet");
    WrittenFiles.parquet(
        file, "message m { required int32 id; }", codec, ROWS, (group, i) -> group.add("id", i));
    return file;
  }

  private static TypedFile open(Path file) throws Exception {
    org.apache.flink.core.fs.Path path = new org.apache.flink.core.fs.Path(file.toUri());
    FileSystem fileSystem = path.getFileSystem();
    return TypedFormat.PARQUET.open(
        fileSystem.open(path), fileSystem.getFileStatus(path).getLen(), column -> true);
  }

  private String read(String field, Consumer<Group> fill) throws Exception {
    Path file = folder.resolve("one.parquet");
    WrittenFiles.parquet(
        file,
        "message m { " + field + " }",
        CompressionCodecName.UNCOMPRESSED,
        1,
        (group, i) -> fill.accept(group));
    WrittenFiles.Read read = WrittenFiles.read(TypedFormat.PARQUET, file);
    return TableSchema.of(read.type())
        + ": "
        + JsonRowWriter.of(read.type()).write(read.rows().get(0));
  }
}
