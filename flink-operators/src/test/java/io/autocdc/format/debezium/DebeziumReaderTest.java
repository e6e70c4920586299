// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.format.debezium;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.autocdc.format.debezium.DebeziumReader.Kind;
import io.autocdc.spi.InvalidReason;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DebeziumReaderTest {

  private static final String PLACEHOLDER = "__debezium_unavailable_value";

  private final Feed feed = new Feed("id INT, name STRING NOT NULL", "id", Map.of());

  @ParameterizedTest
  @ValueSource(strings = {"c", "r", "u"})
  void createsReadsAndUpdatesAreUpserts(String op) throws Exception {
    Kind kind =
        feed.read("{\"before\":null,\"after\":{\"id\":1,\"name\":\"a\"},\"op\":\"" + op + "\"}");
    assertThat(kind).isEqualTo(Kind.CHANGE);
    assertThat(feed.rows()).containsExactly(op + " {\"id\":1,\"name\":\"a\"}");
  }

  @Test
  void theOrderOfFieldsMeansNothing() throws Exception {
    feed.read(
        "{\"payload\":{\"op\":\"c\",\"source\":{\"lsn\":7},\"after\":{\"name\":\"ä€😀\",\"id\":1}},"
            + "\"schema\":{\"type\":\"struct\",\"fields\":[]}}");
    feed.read("{\"op\":\"c\",\"after\":{\"name\":\"b\",\"id\":2}}");
    feed.read(
        "{\"schema\":{\"type\":\"struct\",\"fields\":[]},"
            + "\"payload\":{\"after\":{\"name\":\"c\",\"id\":3},\"op\":\"c\"}}");
    assertThat(feed.rows())
        .containsExactly(
            "c {\"id\":1,\"name\":\"ä€😀\"}",
            "c {\"id\":2,\"name\":\"b\"}",
            "c {\"id\":3,\"name\":\"c\"}");
  }

  @Test
  void aRecordThatBeginsLikeTheLastIsReadLikeAnyOther() throws Exception {
    String head = "{\"schema\":{\"type\":\"struct\",\"fields\":[]},\"payload\":";
    feed.read(head + "{\"after\":{\"name\":\"a\",\"id\":1},\"op\":\"c\"}}");
    feed.read(head + "{\"after\":{\"name\":\"b\",\"id\":2},\"op\":\"c\"} } ");
    assertThat(feed.read(head + "null}")).isEqualTo(Kind.TOMBSTONE);
    feed.read(head + "{\"after\":{\"name\":\"c\",\"id\":3},\"op\":\"c\"},\"more\":[{}]}");
    assertThat(feed.rows())
        .containsExactly(
            "c {\"id\":1,\"name\":\"a\"}",
            "c {\"id\":2,\"name\":\"b\"}",
            "c {\"id\":3,\"name\":\"c\"}");
    for (String tail : new String[] {"", "}x", "}}", "]"}) {
      assertThatThrownBy(() -> feed.read(head + "{\"op\":\"t\"}" + tail))
          .as(tail)
          .isInstanceOf(InvalidChangeException.class);
    }
  }

  @Test
  void aDeleteTakesItsKeyFromBeforeAndNothingElse() throws Exception {
    feed.read("{\"before\":{\"id\":1,\"name\":\"made up\"},\"after\":null,\"op\":\"d\"}");
    feed.read("{\"before\":{\"id\":2},\"op\":\"d\"}");
    assertThat(feed.rows())
        .containsExactly("d {\"id\":1,\"name\":null}", "d {\"id\":2,\"name\":null}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"id\":5}",
        "{\"payload\":{\"id\":5}}",
        "{\"schema\":{\"type\":\"struct\",\"fields\":[{\"type\":\"int32\",\"field\":\"id\"}]},\"payload\":{\"id\":5}}",
        "5",
        "\"5\""
      })
  void aDeleteWithoutBeforeTakesItsKeyFromTheKeyOfTheRecord(String key) throws Exception {
    feed.read("{\"before\":null,\"after\":null,\"op\":\"d\"}", key);
    assertThat(feed.rows()).containsExactly("d {\"id\":5,\"name\":null}");
  }

  @Test
  void aDeleteThatDoesNotSayWhichRowIsInvalid() {
    assertThatThrownBy(() -> feed.read("{\"before\":null,\"op\":\"d\"}"))
        .hasMessageContaining("does not say which row")
        .hasMessageContaining("id");
  }

  @Test
  void anUpdateThatChangesTheKeyDeletesTheOldOneAtTheSamePlace() throws Exception {
    feed.read(
        "{\"before\":{\"id\":1,\"name\":\"a\"},\"after\":{\"id\":2,\"name\":\"a\"},"
            + "\"op\":\"u\",\"source\":{\"lsn\":9}}");
    assertThat(feed.rows())
        .containsExactly("d {\"id\":1,\"name\":null}", "u {\"id\":2,\"name\":\"a\"}");
    feed.read(
        "{\"before\":{\"id\":2,\"name\":\"a\"},\"after\":{\"id\":2,\"name\":\"b\"},\"op\":\"u\"}");
    assertThat(feed.rows()).containsExactly("u {\"id\":2,\"name\":\"b\"}");
  }

  @Test
  void aTruncateNeedsNothingElse() throws Exception {
    assertThat(feed.read("{\"before\":null,\"after\":null,\"op\":\"t\"}", null))
        .isEqualTo(Kind.CHANGE);
    assertThat(feed.rows()).containsExactly("t {\"id\":null,\"name\":null}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "null | TOMBSTONE",
        "{\"schema\":null,\"payload\":null} | TOMBSTONE",
        "{\"op\":\"m\",\"message\":{\"prefix\":\"p\",\"content\":\"\"}} | MESSAGE",
        "{\"ddl\":\"ALTER TABLE t\",\"source\":{},\"ts_ms\":1} | SCHEMA_CHANGE",
        "{\"payload\":{\"databaseName\":\"d\",\"tableChanges\":[]}} | SCHEMA_CHANGE",
        "{\"status\":\"BEGIN\",\"id\":\"571:53195832\",\"ts_ms\":1} | TRANSACTION",
        "{\"ts_ms\":1565685137352} | HEARTBEAT"
      })
  void whatIsNoChangeIsToldAndGivesNoRows(String record, Kind kind) throws Exception {
    assertThat(feed.read(record)).isEqualTo(kind);
    assertThat(feed.rows()).isEmpty();
  }

  @Test
  void aTombstoneDeletesItsKeyIfTheSourceSaysSo() throws Exception {
    Feed deleting = new Feed("id INT, name STRING", "id", Map.of("tombstones", "delete"));
    assertThat(deleting.read(null, "{\"id\":3}")).isEqualTo(Kind.TOMBSTONE);
    assertThat(deleting.rows()).containsExactly("d {\"id\":3,\"name\":null}");
    assertThat(deleting.read(null, null)).isEqualTo(Kind.TOMBSTONE);
    assertThat(deleting.rows()).isEmpty();
    assertThat(feed.read(null, "{\"id\":3}")).isEqualTo(Kind.TOMBSTONE);
    assertThat(feed.rows()).isEmpty();
  }

  @Test
  void anUnknownOperationIsNoUpsert() {
    assertThatThrownBy(() -> feed.read("{\"op\":\"x\",\"after\":{\"id\":1,\"name\":\"a\"}}"))
        .isInstanceOfSatisfying(
            InvalidChangeException.class,
            e -> assertThat(e.reason()).isEqualTo(InvalidReason.UNKNOWN_OPERATION))
        .hasMessageContaining("'x'");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "1",
        "[]",
        "{",
        "{}",
        "{\"op\":\"c\"}",
        "{\"op\":\"c\",\"after\":[1]}",
        "{\"op\":\"c\",\"after\":{\"id\":1}}",
        "{\"op\":\"c\",\"after\":{\"id\":1,\"name\":\"a\"}} {}",
        "{\"id\":1,\"name\":\"a\",\"__deleted\":\"false\"}",
        "{\"schema\":7,\"payload\":{\"op\":\"c\",\"after\":[]}}",
        "{\"schema\":{},\"payload\":7}"
      })
  void whatIsNoRecordIsInvalid(String record) {
    assertThatThrownBy(() -> feed.read(record)).isInstanceOf(InvalidChangeException.class);
    assertThat(feed.rows()).isEmpty();
  }

  @Test
  void otherEncodingsThanUtf8AreInvalid() {
    String record = "{\"op\":\"t\"}";
    for (Charset other :
        List.of(StandardCharsets.UTF_16, StandardCharsets.UTF_16LE, Charset.forName("UTF-32BE"))) {
      assertThatThrownBy(() -> feed.read(record.getBytes(other)))
          .as(other.name())
          .isInstanceOf(InvalidChangeException.class)
          .hasMessageContaining("UTF-8");
    }
  }

  @Test
  void unavailableValuesAreNamedAndNullsStayNulls() throws Exception {
    Feed all =
        new Feed(
            "id INT, doc STRING NOT NULL, raw BYTES, tags ARRAY<STRING>, counts ARRAY<INT>,"
                + " attributes MAP<STRING, STRING>, price DECIMAL(10, 2), note STRING",
            "id",
            Map.of());
    String text = "\"" + PLACEHOLDER + "\"";
    String base64 =
        "\""
            + Base64.getEncoder().encodeToString(PLACEHOLDER.getBytes(StandardCharsets.UTF_8))
            + "\"";
    String bytes = PLACEHOLDER.chars().mapToObj(Integer::toString).collect(Collectors.joining(","));
    all.read(
        "{\"op\":\"u\",\"after\":{\"id\":1,\"doc\":"
            + text
            + ",\"raw\":"
            + base64
            + ",\"tags\":["
            + text
            + "],\"counts\":["
            + bytes
            + "],\"attributes\":{"
            + text
            + ":"
            + text
            + "},\"price\":"
            + text
            + ",\"note\":null}}");
    assertThat(all.rows())
        .containsExactly(
            "u {\"id\":1,\"doc\":null,\"raw\":null,\"tags\":null,\"counts\":null,"
                + "\"attributes\":null,\"price\":null,\"note\":null}"
                + " without doc, raw, tags, counts, attributes, price");
    all.read(
        "{\"op\":\"u\",\"after\":{\"id\":1,\"doc\":\"d\",\"tags\":["
            + text
            + ","
            + text
            + "],"
            + "\"counts\":[95,95],\"attributes\":{},\"note\":\"n\"}}");
    assertThat(all.rows())
        .containsExactly(
            "u {\"id\":1,\"doc\":\"d\",\"raw\":null,\"tags\":["
                + text
                + ","
                + text
                + "],\"counts\":[95,95],\"attributes\":{},\"price\":null,\"note\":\"n\"}");
  }

  @Test
  void thePlaceholderIsAnOption() throws Exception {
    Feed other = new Feed("id INT, doc STRING", "id", Map.of("unavailable_value_placeholder", "?"));
    other.read("{\"op\":\"u\",\"after\":{\"id\":1,\"doc\":\"?\"}}");
    other.read("{\"op\":\"u\",\"after\":{\"id\":1,\"doc\":\"" + PLACEHOLDER + "\"}}");
    assertThat(other.rows())
        .containsExactly(
            "u {\"id\":1,\"doc\":null} without doc",
            "u {\"id\":1,\"doc\":\"" + PLACEHOLDER + "\"}");
  }

  @Test
  void controlColumnsTellWhereAChangeComesFrom() throws Exception {
    String after = "\"after\":{\"id\":1,\"name\":\"a\"},\"ts_ms\":11,";
    feed.read(
        "{" + after + "\"op\":\"c\",\"source\":{\"ts_ms\":10,\"lsn\":33,\"snapshot\":\"false\"}}");
    assertThat(feed.controls()).isEqualTo(Arrays.asList("c", 11L, 10L, 33L, null, false, null));
    feed.read(
        "{"
            + after
            + "\"op\":\"u\",\"source\":{\"ts_ms\":10,\"file\":\"mysql-bin.000003\",\"pos\":154,"
            + "\"row\":2}}");
    assertThat(feed.controls())
        .isEqualTo(
            Arrays.asList(
                "u", 11L, 10L, null, "0000000003:0000000000000000154:0000000002", false, null));
    feed.read("{" + after + "\"op\":\"r\",\"source\":{\"snapshot\":\"last\"}}");
    assertThat(feed.controls()).isEqualTo(Arrays.asList("r", 11L, null, 0L, "", true, null));
  }

  @Test
  void positionsOfMySqlHaveTheOrderOfTheLog() throws Exception {
    String[] sources = {
      "{}", // Of a snapshot.
      "{\"file\":\"bin.000009\",\"pos\":4000000000,\"row\":0}",
      "{\"file\":\"bin.000010\",\"pos\":4,\"row\":0}",
      "{\"file\":\"bin.000010\",\"pos\":4,\"row\":1}",
      "{\"file\":\"bin.000010\",\"pos\":30,\"row\":0}",
      "{\"file\":\"bin.1000000\",\"pos\":4,\"row\":0}"
    };
    String before = null;
    for (String source : sources) {
      feed.read(
          "{\"op\":\""
              + (before == null ? "r" : "u")
              + "\",\"after\":{\"id\":1,\"name\":\"a\"},\"source\":"
              + source
              + "}");
      String position = (String) feed.controls().get(4);
      assertThat(position).isNotNull();
      if (before != null) {
        assertThat(position).isGreaterThan(before);
      }
      before = position;
    }
  }
}
