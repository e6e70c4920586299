// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.files.typed;

import static org.assertj.core.api.Assertions.assertThat;

import io.autocdc.json.JsonRowWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** Random rows in both formats, and what the project's own writer makes of what is read. */
class TypedRoundTripTest {

  private static final String AVRO =
      """
      {"type":"record","name":"R","fields":[
        {"name":"id","type":"long"},
        {"name":"name","type":["null","string"]},
        {"name":"score","type":["null","double"]},
        {"name":"day","type":["null",{"type":"int","logicalType":"date"}]},
        {"name":"at","type":["null",{"type":"long","logicalType":"timestamp-micros"}]},
        {"name":"tags","type":["null",{"type":"array","items":["null","string"]}]}]}
      """;

  private static final String PARQUET =
      """
      message m {
        required int64 id;
        optional binary name (STRING);
        optional double score;
        optional int32 day (DATE);
        optional int64 at (TIMESTAMP(MICROS,true));
        optional group tags (LIST) { repeated group list { optional binary element (STRING); } }
      }
      """;

  private static Path folder;

  /** A row; every component but the first can be null. */
  record Row(long id, String name, Double score, Integer day, Long at, List<String> tags) {}

  @BeforeContainer
  static void makeFolder() throws IOException {
    folder = Files.createTempDirectory("typed");
  }

  @AfterContainer
  static void removeFolder() throws IOException {
    try (var files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(folder);
  }

  @Provide
  Arbitrary<List<Row>> rows() {
    Arbitrary<String> text =
        Arbitraries.strings().withChars("aZ \"\\\n\u00e9\u65e5").ofMaxLength(5);
    return Combinators.combine(
            Arbitraries.longs(),
            text.injectNull(0.2),
            Arbitraries.integers().map(i -> i / 4.0).injectNull(0.2),
            Arbitraries.integers().between(-100_000, 100_000).injectNull(0.2),
            Arbitraries.longs()
                .between(-4_000_000_000_000_000L, 4_000_000_000_000_000L)
                .injectNull(0.2),
            text.injectNull(0.2).list().ofMaxSize(3).injectNull(0.2))
        .as(Row::new)
        .list()
        .ofMaxSize(20);
  }

  @Property(tries = 60)
  void avroGivesTheRowsThatWereWritten(@ForAll("rows") List<Row> rows) throws IOException {
    Schema schema = new Schema.Parser().parse(AVRO);
    Path file = folder.resolve("rows.avro");
    WrittenFiles.avro(
        file,
        schema,
        "deflate",
        rows.stream().map(row -> (GenericRecord) toRecord(row, schema)).toList());
    assertThat(read(TypedFormat.AVRO, file)).containsExactlyElementsOf(json(rows));
  }

  @Property(tries = 60)
  void parquetGivesTheRowsThatWereWritten(@ForAll("rows") List<Row> rows) throws IOException {
    Path file = folder.resolve("rows.parquet");
    WrittenFiles.parquet(
        file,
        PARQUET,
        CompressionCodecName.SNAPPY,
        rows.size(),
        (group, i) -> fill(group, rows.get(i)));
    assertThat(read(TypedFormat.PARQUET, file)).containsExactlyElementsOf(json(rows));
  }

  private static GenericData.Record toRecord(Row row, Schema schema) {
    GenericData.Record record = new GenericData.Record(schema);
    record.put("id", row.id());
    record.put("name", row.name());
    record.put("score", row.score());
    record.put("day", row.day());
    record.put("at", row.at());
    record.put("tags", row.tags());
    return record;
  }

  private static void fill(Group group, Row row) {
    group.add("id", row.id());
    if (row.name() != null) {
      group.add("name", row.name());
    }
    if (row.score() != null) {
      group.add("score", row.score());
    }
    if (row.day() != null) {
      group.add("day", row.day());
    }
    if (row.at() != null) {
      group.add("at", row.at());
    }
    if (row.tags() != null) {
      Group tags = group.addGroup("tags");
      for (String tag : row.tags()) {
        Group each = tags.addGroup("list");
        if (tag != null) {
          each.add("element", tag);
        }
      }
    }
  }

  private static List<String> read(TypedFormat format, Path file) throws IOException {
    WrittenFiles.Read read = WrittenFiles.read(format, file);
    JsonRowWriter writer = JsonRowWriter.of(read.type());
    return read.rows().stream().map(writer::write).toList();
  }

  /** What is expected, by the Java library alone. */
  private static List<String> json(List<Row> rows) {
    return rows.stream()
        .map(
            row ->
                "{\"id\":%d,\"name\":%s,\"score\":%s,\"day\":%s,\"at\":%s,\"tags\":%s}"
                    .formatted(
                        row.id(),
                        text(row.name()),
                        row.score(),
                        row.day() == null ? null : text(LocalDate.ofEpochDay(row.day()).toString()),
                        row.at() == null ? null : text(instant(row.at())),
                        row.tags() == null
                            ? null
                            : row.tags().stream()
                                .map(TypedRoundTripTest::text)
                                .collect(Collectors.joining(",", "[", "]"))))
        .toList();
  }

  private static String instant(long micros) {
    Instant instant =
        Instant.ofEpochSecond(
            Math.floorDiv(micros, 1_000_000L), Math.floorMod(micros, 1_000_000L) * 1_000);
    return new DateTimeFormatterBuilder()
            .appendPattern("uuuu-MM-dd'T'HH:mm:ss")
            .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
            .toFormatter(Locale.ROOT)
            .format(instant.atOffset(ZoneOffset.UTC))
        + "Z";
  }

  private static String text(String text) {
    return text == null
        ? "null"
        : '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
  }
}
