// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.autocdc.connector.files.typed.WrittenFiles;
import io.autocdc.dsl.FileOptions;
import io.autocdc.dsl.ReadMode;
import io.autocdc.dsl.Source;
import io.autocdc.dsl.SourceDescription;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.apache.avro.SchemaBuilder;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SchemaInferenceTest {

  @TempDir private Path project;

  @ParameterizedTest(name = "{0}, {1}: {2}")
  @CsvSource(
      delimiter = '|',
      value = {
        "1 | -9223372036854775808 | BIGINT",
        "1 | 1.5 | DOUBLE",
        "1 | 1e3 | DOUBLE",
        "1 | 9223372036854775808 | DECIMAL(38, 0)",
        "12345678901234567890123456789012345678 | 0.5 | DOUBLE",
        "123456789012345678901234567890123456789 | 1 | DOUBLE",
        "true | false | BOOLEAN",
        "true | 1 | STRING",
        "\"1\" | 1 | STRING",
        "\"2026-01-01\" | null | STRING",
        "null | null | STRING",
        "[] | null | ARRAY<STRING>",
        "[1] | [2.5,null] | ARRAY<DOUBLE>",
        "[1] | 1 | STRING",
        "{} | {} | STRING",
        "{\"a\":1} | {\"b\":[{\"c\":true}]} | ROW<`a` BIGINT, `b` ARRAY<ROW<`c` BOOLEAN>>>",
        "{\"a\":1} | {\"a\":\"x\"} | ROW<`a` STRING>",
        "{\"a\":1} | [1] | STRING",
      })
  void jsonHasTheTypeThatFitsAllValues(String one, String other, String type) throws IOException {
    write("data/a.json", "{\"v\":" + one + "}\n{\"v\":" + other + "}\n");
    assertThat(schema("json")).isEqualTo("v " + type);
    write("data/a.json", "{\"v\":" + other + "}\n{\"v\":" + one + "}\n");
    assertThat(schema("json").replaceAll("ROW<.*>", "ROW"))
        .isEqualTo(("v " + type).replaceAll("ROW<.*>", "ROW"));
  }

  @Test
  void columnsStandInTheOrderOfTheirFirstAppearance() throws IOException {
    write("data/2.json", "{\"c\":1,\"a\":1}\n");
    write("data/1.json", "{\"b\":1}\nthis is no JSON\n[1]\n{\"a\":1,\"b\":2}\n");
    assertThat(schema("json")).isEqualTo("b BIGINT, a BIGINT, c BIGINT");
  }

  @Test
  void fieldsWithoutANameAreNoColumns() throws IOException {
    write("data/a.json", "{\"a\":1,\"\":6,\" \":7,\"b\":{\"\":1,\"c\":2}}\n");
    assertThat(schema("json")).isEqualTo("a BIGINT, b ROW<`c` BIGINT>");
  }

  @Test
  void typesAreNotGuessedIfThatIsUnwanted() throws IOException {
    write("data/a.json", "{\"a\":1,\"b\":{\"c\":1}}\n");
    assertThat(schema("json", FileOptions.INFER_COLUMN_TYPES, "false"))
        .isEqualTo("a STRING, b STRING");
    write("data/a.json", "a,b\n1,true\n");
    assertThat(schema("csv", FileOptions.INFER_COLUMN_TYPES, "false"))
        .isEqualTo("a STRING, b STRING");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "id,name\\n1,Ada\\n2,\\n | id BIGINT, name STRING",
        "id,zip\\n1,01234\\n | id BIGINT, zip STRING",
        "id,ok\\n1,true\\n2.5,false\\n | id DOUBLE, ok BOOLEAN",
        "id,day\\n,2026-01-01\\n | id STRING, day STRING",
        "1,Ada\\n2,Bob\\n | _c0 BIGINT, _c1 STRING",
        "id,id,name\\n1,2,x\\n | _c0 STRING, _c1 STRING, _c2 STRING",
      })
  void csvHasTheColumnsOfItsHeaderOrOfItsPositions(String text, String schema) throws IOException {
    write("data/a.csv", text.replace("\\n", "\n"));
    assertThat(schema("csv")).isEqualTo(schema);
  }

  @Test
  void aHeaderCanBeDeclared() throws IOException {
    write("data/a.csv", "1;2\n3;4\n");
    assertThat(schema("csv", "header", "true", "delimiter", ";"))
        .isEqualTo("`1` BIGINT, `2` BIGINT");
    write("data/a.csv", "a,b\nc,d\n");
    assertThat(schema("csv", "header", "false")).isEqualTo("_c0 STRING, _c1 STRING");
  }

  @Test
  void packedFilesAreUnpacked() throws IOException {
    Files.createDirectories(project.resolve("data"));
    try (OutputStream out =
        new GZIPOutputStream(Files.newOutputStream(project.resolve("data/a.json.gz")))) {
      out.write("{\"a\":1}\n".getBytes(StandardCharsets.UTF_8));
    }
    assertThat(schema("json")).isEqualTo("a BIGINT");
  }

  @Test
  void foldersGiveTheirColumnsLast() throws IOException {
    write("data/dt=2026-01-01/hour=07/a.json", "{\"id\":1}\n");
    write("data/dt=2026-01-02/hour=__HIVE_DEFAULT_PARTITION__/b.json", "{\"id\":1}\n");
    assertThat(schema("json", FileOptions.PARTITION_COLUMNS, "dt, hour"))
        .isEqualTo("id BIGINT, dt STRING, hour STRING");
    write("data/dt=2026-01-01/hour=7/a.json", "{\"hour\":\"x\",\"id\":1}\n");
    Files.delete(project.resolve("data/dt=2026-01-01/hour=07/a.json"));
    assertThat(schema("json", FileOptions.PARTITION_COLUMNS, "dt, hour"))
        .isEqualTo("hour BIGINT, id BIGINT, dt STRING");
  }

  @Test
  void avroAndParquetSayTheirTypes() throws IOException {
    WrittenFiles.avro(
        project.resolve("data/a.avro"),
        SchemaBuilder.record("R").fields().requiredInt("a").optionalString("b").endRecord(),
        "null",
        List.of());
    WrittenFiles.avro(
        project.resolve("data/b.avro"),
        SchemaBuilder.record("R").fields().requiredLong("a").requiredFloat("c").endRecord(),
        "null",
        List.of());
    write("data/c.avro", "this is no Avro");
    assertThat(schema("avro")).isEqualTo("a BIGINT, b STRING, c FLOAT");
    WrittenFiles.parquet(
        project.resolve("other/a.parquet"),
        "message m { required int32 id; optional int64 at (TIMESTAMP(MICROS,true)); }",
        CompressionCodecName.SNAPPY,
        0,
        (group, i) -> {});
    assertThat(describe("other", "parquet").schema().toString())
        .isEqualTo("id INT, at TIMESTAMP_LTZ(6)");
  }

  @Test
  void filesThatDoNotAgreeAreAnError() throws IOException {
    WrittenFiles.avro(
        project.resolve("data/a.avro"),
        SchemaBuilder.record("R").fields().requiredInt("a").endRecord(),
        "null",
        List.of());
    WrittenFiles.avro(
        project.resolve("data/b.avro"),
        SchemaBuilder.record("R").fields().requiredString("a").endRecord(),
        "null",
        List.of());
    assertThatThrownBy(() -> schema("avro"))
        .hasMessageContaining("MISSING_SCHEMA")
        .hasMessageContaining("its files do not agree on the column 'a': INT and STRING")
        .hasMessageContaining("declare the schema");
  }

  @Test
  void aFeedHasTheColumnsOfItsSchemaPart() throws IOException {
    String image =
        """
        {"type":"struct","optional":true,"field":"%s","fields":[
          {"type":"int64","optional":false,"field":"id"},
          {"type":"int16","optional":true,"field":"small"},
          {"type":"bytes","optional":true,"name":"org.apache.kafka.connect.data.Decimal",
           "parameters":{"scale":"2","connect.decimal.precision":"10"},"field":"amount"},
          {"type":"int32","optional":true,"name":"io.debezium.time.Date","field":"day"},
          {"type":"int64","optional":true,"name":"io.debezium.time.MicroTimestamp","field":"at"},
          {"type":"string","optional":true,"name":"io.debezium.time.ZonedTimestamp","field":"tz"},
          {"type":"array","optional":true,"items":{"type":"string","optional":true},"field":"tags"}]}
        """
            .replace("\n", "");
    write(
        "data/a.json",
        "{\"schema\":{\"type\":\"struct\",\"fields\":["
            + image.formatted("before")
            + ","
            + image.formatted("after")
            + ",{\"type\":\"string\",\"field\":\"op\"}]},\"payload\":{\"op\":\"t\"}}\n");
    assertThat(schema("debezium-json"))
        .isEqualTo(
            "id BIGINT, small SMALLINT, amount DECIMAL(10, 2), day DATE, at TIMESTAMP(6),"
                + " tz TIMESTAMP_LTZ(6), tags ARRAY<STRING>");
  }

  @Test
  void aFeedWithoutSchemaPartHasTheColumnsOfItsRows() throws IOException {
    write(
        "data/a.json",
        "{\"before\":null,\"after\":{\"id\":1,\"name\":\"Ada\"},\"op\":\"c\"}\n"
            + "{\"payload\":{\"before\":{\"id\":1,\"old\":true},\"after\":null,\"op\":\"d\"}}\n");
    assertThat(schema("debezium-json")).isEqualTo("id BIGINT, name STRING, old BOOLEAN");
  }

  @Test
  void withoutFilesThereIsNoSchema() throws IOException {
    Files.createDirectories(project.resolve("data"));
    assertThatThrownBy(() -> schema("json"))
        .hasMessageContaining("MISSING_SCHEMA")
        .hasMessageContaining("there is no file yet that could tell it");
    write("data/a.json", "nothing of use\n");
    assertThatThrownBy(() -> schema("json"))
        .hasMessageContaining("none of the files that were looked at tells it");
    assertThatThrownBy(() -> describe("date", "json"))
        .hasMessageContaining("FILE_NOT_FOUND")
        .hasMessageContaining("did you mean 'data'?");
  }

  @Test
  void aLargeFolderIsSampled() throws IOException {
    for (int i = 0; i < FileSample.MAX_FILES + 10; i++) {
      write("data/%05d.json".formatted(i), "{\"n" + i + "\":1}\n");
      Files.setLastModifiedTime(
          project.resolve("data/%05d.json".formatted(i)), FileTime.fromMillis(1_000_000L + i));
    }
    List<String> columns = describe("data", "json").schema().names();
    assertThat(columns).hasSize(FileSample.MAX_FILES);
    assertThat(columns).startsWith("n0", "n1").endsWith("n1009").doesNotContain("n505");
    assertThat(describe("data", "json").schema().names()).isEqualTo(columns);
  }

  private String schema(String format, String... options) {
    return describe("data", format, options).schema().toString();
  }

  private SourceDescription describe(String path, String format, String... options) {
    Map<String, String> all = new HashMap<>(Map.of("path", path, "format", format));
    for (int i = 0; i < options.length; i += 2) {
      all.put(options[i], options[i + 1]);
    }
    Source source = new Source("s", "files", ReadMode.STREAM, all, null, null);
    return new FilesConnector().describe(source, project).orElseThrow();
  }

  private void write(String file, String text) throws IOException {
    Path path = project.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }
}
