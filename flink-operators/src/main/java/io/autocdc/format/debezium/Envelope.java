// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.format.debezium;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.autocdc.json.InvalidTextException;
import io.autocdc.json.JsonText;
import java.io.IOException;
import java.util.Arrays;

/**
 * Where the parts of a record stand in its text. Fields of JSON have no order, and what a row means
 * is known only with the schema part, so parts are found first and read then. One instance serves
 * all records of a reader.
 */
final class Envelope {

  /** A part of the text; null fields of the envelope have none. */
  record Part(int start, int end) {

    JsonParser parser(byte[] text) throws IOException {
      JsonParser parser = JsonText.FACTORY.createParser(text, start, end - start);
      parser.nextToken();
      return parser;
    }
  }

  /**
   * What stands before the payload of the last record with a schema part before it. Records of one
   * table begin alike, with a schema part that is much longer than the change.
   */
  private byte[] lastHead = new byte[0];

  private Part lastSchema;

  private byte[] text;
  private Part schema;
  private Part payload;
  private boolean payloadIsNull;

  private Part before;
  private Part after;
  private Part source;
  private String op;
  private Long timestamp;
  private boolean ddl;
  private boolean transaction;
  private boolean onlyTime;

  /**
   * Finds the parts of a record.
   *
   * @throws InvalidTextException if it is no JSON object
   */
  void read(byte[] utf8) throws IOException, InvalidTextException {
    text = utf8;
    clear();
    requireUtf8();
    if (startsWithLastHead() && readBehindLastHead()) {
      return;
    }
    try (JsonParser parser = JsonText.FACTORY.createParser(text)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw new InvalidTextException("a change is a JSON object");
      }
      boolean wrapped = false;
      String name;
      while ((name = parser.nextFieldName()) != null) {
        JsonToken token = parser.nextToken();
        if (name.equals("payload")) {
          wrapped = true;
          payloadIsNull = token == JsonToken.VALUE_NULL;
          payload = part(parser);
        } else if (name.equals("schema")) {
          schema = part(parser);
        } else {
          parser.skipChildren();
        }
      }
      if (parser.nextToken() != null) {
        throw new InvalidTextException("there is more text behind the JSON object");
      }
      if (!wrapped) {
        schema = null;
        payload = new Part(0, text.length);
      } else if (!payloadIsNull && payload == null) {
        throw new InvalidTextException("its payload is no JSON object");
      }
    }
    if (payload != null) {
      readPayload(payload.end);
      if (schema != null && schema.end < payload.start) {
        lastHead = Arrays.copyOf(text, payload.start);
        lastSchema = schema;
      }
    }
  }

  private void clear() {
    schema = null;
    payload = null;
    payloadIsNull = false;
    before = null;
    after = null;
    source = null;
    op = null;
    timestamp = null;
    ddl = false;
    transaction = false;
    onlyTime = true;
  }

  /** The library would take other encodings for granted, and count characters then. */
  private void requireUtf8() throws InvalidTextException {
    for (int i = 0; i < Math.min(4, text.length); i++) {
      if (text[i] == 0 || text[i] == (byte) 0xFE || text[i] == (byte) 0xFF) {
        throw new InvalidTextException("not UTF-8");
      }
    }
  }

  /**
   * @return false if more than the end of the record stands behind the payload
   */
  private boolean readBehindLastHead() throws IOException, InvalidTextException {
    schema = lastSchema;
    payload = new Part(lastHead.length, text.length);
    int end = readPayload(text.length);
    payload = new Part(lastHead.length, end);
    if (isEnd(end)) {
      return true;
    }
    clear();
    return false;
  }

  private boolean startsWithLastHead() {
    int length = lastHead.length;
    return length > 0
        && text.length > length
        && text[length] == '{'
        && Arrays.equals(text, 0, length, lastHead, 0, length);
  }

  /** True if only the end of the object around the payload stands behind it. */
  private boolean isEnd(int payloadEnd) {
    boolean closed = false;
    for (int i = payloadEnd; i < text.length; i++) {
      byte b = text[i];
      if (b == '}' && !closed) {
        closed = true;
      } else if (b != ' ' && b != '\t' && b != '\r' && b != '\n') {
        return false;
      }
    }
    return closed;
  }

  /**
   * @return where the payload ends
   */
  private int readPayload(int limit) throws IOException, InvalidTextException {
    try (JsonParser parser =
        JsonText.FACTORY.createParser(text, payload.start, limit - payload.start)) {
      parser.nextToken();
      String name;
      while ((name = parser.nextFieldName()) != null) {
        JsonToken token = parser.nextToken();
        onlyTime &= name.startsWith("ts_");
        switch (name) {
          case "before" -> before = shifted(part(parser));
          case "after" -> after = shifted(part(parser));
          case "source" -> source = shifted(part(parser));
          case "op" -> op = token == JsonToken.VALUE_NULL ? null : parser.getText();
          case "ts_ms" -> timestamp = wholeNumber(parser);
          case "ddl", "tableChanges" -> {
            ddl = true;
            parser.skipChildren();
          }
          case "status", "data_collections" -> {
            transaction = true;
            parser.skipChildren();
          }
          default -> parser.skipChildren();
        }
      }
      return payload.start + (int) parser.currentLocation().getByteOffset();
    }
  }

  private Part shifted(Part part) {
    return part == null ? null : new Part(part.start + payload.start, part.end + payload.start);
  }

  /** The object or array that a parser stands on, which is skipped; null for anything else. */
  private static Part part(JsonParser parser) throws IOException {
    if (!parser.currentToken().isStructStart()) {
      return null;
    }
    int start = (int) parser.currentLocation().getByteOffset() - 1;
    parser.skipChildren();
    return new Part(start, (int) parser.currentLocation().getByteOffset());
  }

  /** A whole number, also as text; null for anything else. */
  static Long wholeNumber(JsonParser parser) throws IOException {
    switch (parser.currentToken()) {
      case VALUE_NUMBER_INT, VALUE_STRING -> {
        try {
          return Long.valueOf(parser.getText());
        } catch (NumberFormatException e) {
          return null;
        }
      }
      default -> {
        parser.skipChildren();
        return null;
      }
    }
  }

  /** The schema part; null if there is none. */
  Part schema() {
    return schema;
  }

  /** The change without what is wrapped around it; null if there is none. */
  Part payload() {
    return payload;
  }

  /** True for a record without a value. */
  boolean isTombstone() {
    return payloadIsNull;
  }

  /** The row before; null if it is not given. */
  Part before() {
    return before;
  }

  /** The row after; null if it is not given. */
  Part after() {
    return after;
  }

  /** Where the change comes from; null if it is not given. */
  Part source() {
    return source;
  }

  /** The operation; null if it is not given. */
  String op() {
    return op;
  }

  /** When the connector wrote it, in ms since 1970; null if it is not given. */
  Long timestamp() {
    return timestamp;
  }

  /** True for a change of the schema of the database. */
  boolean isSchemaChange() {
    return op == null && ddl;
  }

  /** True for the begin or end of a transaction. */
  boolean isTransaction() {
    return op == null && transaction;
  }

  /** True for a sign of life. */
  boolean isHeartbeat() {
    return op == null && onlyTime && timestamp != null;
  }
}
