// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.autocdc.dsl.type.TableSchema;
import io.autocdc.json.InvalidTextException;
import io.autocdc.json.JsonRowWriter;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.table.types.logical.RowType;
import org.junit.jupiter.api.Test;

class CsvFormatTest {

  private static final CsvSyntax PLAIN = syntax(",", '"', CsvSyntax.NONE, "");

  @Test
  void readsQuotedCellsWithDelimitersQuotesAndLineEnds() throws Exception {
    assertThat(
            rows("a STRING, b STRING", "\"x,y\",\"say \"\"hi\"\"\"\r\n\"two\r\nlines\n\",\"\"\n"))
        .containsExactly(
            "{\"a\":\"x,y\",\"b\":\"say \\\"hi\\\"\"}", "{\"a\":\"two\\r\\nlines\\n\",\"b\":\"\"}");
  }

  @Test
  void anEmptyCellIsNullAndAQuotedEmptyOneIsText() throws Exception {
    assertThat(rows("a STRING, b INT, c STRING", "\"\",,\n\n , 7 ,x"))
        .containsExactly("{\"a\":\"\",\"b\":null,\"c\":null}", "{\"a\":\" \",\"b\":7,\"c\":\"x\"}");
  }

  @Test
  void theNullLiteralIsNullUnlessQuoted() throws Exception {
    CsvSyntax syntax = syntax(";", '\'', '\\', "\\N");
    assertThat(rows("a STRING, b STRING, c STRING", "\\N;'\\\\N';a\\;b\n'it\\'s';'';x''y", syntax))
        .containsExactly(
            "{\"a\":null,\"b\":\"\\\\N\",\"c\":\"a;b\"}",
            "{\"a\":\"it's\",\"b\":\"\",\"c\":\"x''y\"}");
  }

  @Test
  void delimitersMayBeLongAndQuotesAbsent() throws Exception {
    CsvSyntax syntax = syntax("||", CsvSyntax.NONE, CsvSyntax.NONE, "");
    assertThat(rows("a STRING, b STRING", "\"x|y||z", syntax))
        .containsExactly("{\"a\":\"\\\"x|y\",\"b\":\"z\"}");
  }

  @Test
  void convertsCellsAsJsonTextAndNestedOnesAsJson() throws Exception {
    assertThat(
            rows(
                "a DECIMAL(5,2), b ROW<x INT, y ARRAY<STRING>>, c TIMESTAMP(3), d BOOLEAN",
                "1.005,\"{\"\"x\"\":1,\"\"y\"\":[\"\"p,q\"\"]}\",2024-01-01 00:00:00,TRUE"))
        .containsExactly(
            "{\"a\":1.01,\"b\":{\"x\":1,\"y\":[\"p,q\"]},\"c\":\"2024-01-01T00:00:00\",\"d\":true}");
  }

  @Test
  void aHeaderIsSeenByItsNamesAndMatchesByName() throws Exception {
    assertThat(rows("a INT, b INT, c INT", "\uFEFF\"c\", a\n3,1\n"))
        .containsExactly("{\"a\":1,\"b\":null,\"c\":3}");
    assertThat(rows("a STRING, b STRING", "a,other\n1,2"))
        .containsExactly("{\"a\":\"a\",\"b\":\"other\"}", "{\"a\":\"1\",\"b\":\"2\"}");
  }

  @Test
  void aHeaderThatMustBeThereMayNameOtherColumns() throws Exception {
    assertThat(rows("a INT, b INT", "x,b,a\nno number,2,1", PLAIN, HeaderMode.TRUE))
        .containsExactly("{\"a\":1,\"b\":2}");
    assertThat(rows("a STRING", "a", PLAIN, HeaderMode.FALSE)).containsExactly("{\"a\":\"a\"}");
  }

  @Test
  void everyRowBehindAHeaderWithoutSenseIsInvalid() throws Exception {
    assertThat(rows("a INT", "x,y\n1,2", PLAIN, HeaderMode.TRUE))
        .containsExactly("2: the header of the file, [x, y], names no column of the schema");
    assertThat(rows("a INT, b INT", "a,a\n1,2", PLAIN, HeaderMode.TRUE))
        .containsExactly("2: the header of the file names the column 'a' twice");
    assertThat(rows("a INT, b INT", "\"a\"x,b\n1,2", PLAIN, HeaderMode.TRUE))
        .containsExactly(
            "1: there is text between a closing quote and the next delimiter",
            "2: the header of the file, [], names no column of the schema");
  }

  @Test
  void namesColumnAndCountOfWhatIsWrong() throws Exception {
    assertThat(rows("a INT, b INT NOT NULL", "x,1\n1\n1,2,3\n1,\n\"1\"2,3\n4,5"))
        .containsExactly(
            "1: column 'a': 'x' is not a valid INT",
            "2: the record has 1 cells, expected are 2",
            "3: the record has 3 cells, expected are 2",
            "4: column 'b': null is not a valid INT NOT NULL",
            "5: there is text between a closing quote and the next delimiter",
            "{\"a\":4,\"b\":5}");
  }

  @Test
  void aQuoteThatIsNeverClosedCostsOneLineOnly() throws Exception {
    StringBuilder text = new StringBuilder("1,\"open\n");
    for (int i = 2; i <= 2500; i++) {
      text.append(i).append(",x\n");
    }
    List<String> rows = rows("a INT, b STRING", text.toString());
    assertThat(rows).hasSize(2500);
    assertThat(rows.get(0)).isEqualTo("1: a quote is not closed");
    assertThat(rows.get(2499)).isEqualTo("{\"a\":2500,\"b\":\"x\"}");
    assertThat(rows("a INT, b STRING", "1,\"open\n2,x\n"))
        .containsExactly("1: a quote is not closed", "{\"a\":2,\"b\":\"x\"}");
  }

  @Test
  void aStrayQuoteDoesNotEatTheQuotedLinesBehindIt() throws Exception {
    assertThat(rows("a INT, b STRING", "1,\"open\n2,\"x\"\n3,y"))
        .containsExactly(
            "1: there is text between a closing quote and the next delimiter",
            "{\"a\":2,\"b\":\"x\"}",
            "{\"a\":3,\"b\":\"y\"}");
  }

  @Test
  void refusesCellsThatAreNotUtf8() throws Exception {
    byte[] text = "1,é\n2,\uFFFD\n".getBytes(StandardCharsets.UTF_8);
    text[3] = 'x';
    assertThat(rows("a INT, b STRING", text, PLAIN, HeaderMode.AUTO))
        .containsExactly("1: column 'b': a cell is not UTF-8", "{\"a\":2,\"b\":\"\uFFFD\"}");
  }

  private static List<String> rows(String schema, String text) throws Exception {
    return rows(schema, text, PLAIN);
  }

  private static List<String> rows(String schema, String text, CsvSyntax syntax) throws Exception {
    return rows(schema, text, syntax, HeaderMode.AUTO);
  }

  private static List<String> rows(
      String schema, String text, CsvSyntax syntax, HeaderMode headerMode) throws Exception {
    return rows(schema, text.getBytes(StandardCharsets.UTF_8), syntax, headerMode);
  }

  /** Rows as JSON, and problems behind the number of their line. */
  private static List<String> rows(
      String schema, byte[] text, CsvSyntax syntax, HeaderMode headerMode) throws Exception {
    RowType type = TableSchema.parse(schema).toRowType();
    CsvFormat format = new CsvFormat(type, type.getFieldNames(), 2, syntax, headerMode);
    TextFormat.RecordReader reader =
        format.reader(new ByteArrayInputStream(text), new FileOrigin("f.csv", 1, null));
    RecordParser parser = format.parser();
    JsonRowWriter writer = JsonRowWriter.of(type);
    List<String> rows = new ArrayList<>();
    for (FileRecord record; (record = reader.next()) != null; ) {
      if (record.problem() != null) {
        rows.add(record.line() + ": " + record.problem());
        continue;
      }
      try {
        rows.add(writer.write(parser.parse(record)));
      } catch (InvalidTextException e) {
        rows.add(record.line() + ": " + e.getMessage());
      }
    }
    return rows;
  }

  private static CsvSyntax syntax(String delimiter, int quote, int escape, String nullLiteral) {
    return new CsvSyntax(
        delimiter.getBytes(StandardCharsets.UTF_8),
        quote,
        escape,
        nullLiteral.getBytes(StandardCharsets.UTF_8));
  }
}
