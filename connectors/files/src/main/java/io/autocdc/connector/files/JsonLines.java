// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.files;

import java.io.InputStream;

/** Lines as records. Blank lines are skipped. */
final class JsonLines {

  static final String LINE_TOO_LONG =
      "the line is longer than " + (LineReader.MAX_LINE_BYTES >> 20) + " MiB";

  private JsonLines() {}

  static TextFormat.RecordReader reader(InputStream in, FileOrigin origin) {
    LineReader lines = new LineReader(in);
    return () -> {
      LineReader.Line line;
      do {
        line = lines.next();
      } while (line != null && line.isBlank());
      return line == null
          ? null
          : new FileRecord(line.text(), origin, line.number(), line.cut() ? LINE_TOO_LONG : null);
    };
  }
}
