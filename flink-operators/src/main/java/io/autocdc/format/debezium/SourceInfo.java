// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.format.debezium;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.Locale;

/** What the {@code source} part of a record says about its place in the log of the database. */
final class SourceInfo {

  /** Positions of snapshot rows: before all changes. */
  private static final long SNAPSHOT_LSN = 0;

  private static final String SNAPSHOT_POSITION = "";

  private Long timestamp;
  private Long lsn;
  private String file;
  private Long position;
  private Long row;
  private Boolean snapshot;

  /** What a record without that part says. */
  SourceInfo() {}

  /**
   * @param parser stands at the start of the part
   */
  static SourceInfo read(JsonParser parser) throws IOException {
    SourceInfo info = new SourceInfo();
    String name;
    while ((name = parser.nextFieldName()) != null) {
      JsonToken token = parser.nextToken();
      switch (name) {
        case "ts_ms" -> info.timestamp = Envelope.wholeNumber(parser);
        case "lsn" -> info.lsn = Envelope.wholeNumber(parser);
        case "file" -> info.file = token == JsonToken.VALUE_STRING ? parser.getText() : null;
        case "pos" -> info.position = Envelope.wholeNumber(parser);
        case "row" -> info.row = Envelope.wholeNumber(parser);
        case "snapshot" -> info.snapshot = snapshot(parser);
        default -> parser.skipChildren();
      }
    }
    return info;
  }

  /** {@code true}, {@code first}, {@code last}, {@code incremental} and others mean a snapshot. */
  private static Boolean snapshot(JsonParser parser) throws IOException {
    return switch (parser.currentToken()) {
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_STRING -> !parser.getText().equals("false");
      default -> {
        parser.skipChildren();
        yield null;
      }
    };
  }

  /** When the database made the change, in ms since 1970; null if not given. */
  Long timestamp() {
    return timestamp;
  }

  /** The place in the log of Postgres; null if not given. */
  Long lsn(String op) {
    return lsn == null && op.equals("r") ? Long.valueOf(SNAPSHOT_LSN) : lsn;
  }

  /**
   * The place in the log of MySQL, as a text that has its order: number of the file, position, row;
   * null if not given.
   */
  String position(String op) {
    int dot = file == null ? -1 : file.lastIndexOf('.');
    if (dot < 0 || position == null) {
      return op.equals("r") ? SNAPSHOT_POSITION : null;
    }
    try {
      long number = Long.parseLong(file.substring(dot + 1));
      return String.format(
          Locale.ROOT, "%010d:%019d:%010d", number, position, row == null ? 0 : row);
    } catch (NumberFormatException e) {
      return null;
    }
  }

  boolean isSnapshot(String op) {
    return snapshot == null ? op.equals("r") : snapshot;
  }
}
