// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.files;

import io.autocdc.connector.files.LineReader.Line;
import io.autocdc.json.InvalidTextException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Set;

/**
 * Cuts CSV into records. A record goes on over line ends while a quote is open; a quote that is
 * never closed makes one broken record of its first line, and reading goes on with the second.
 */
final class CsvRecordReader implements TextFormat.RecordReader {

  static final int MAX_RECORD_LINES = 1000;
  static final int MAX_RECORD_BYTES = 1 << 20;

  private final LineReader lines;
  private final CsvSyntax syntax;
  private final CsvScanner scanner;
  private final HeaderMode headerMode;
  private final Set<String> columns;
  private final Deque<Line> putBack = new ArrayDeque<>();
  private FileOrigin origin;
  private boolean started;

  /**
   * @param columns names of the declared columns
   */
  CsvRecordReader(
      InputStream in,
      FileOrigin origin,
      CsvSyntax syntax,
      HeaderMode headerMode,
      Set<String> columns) {
    this.lines = new LineReader(in);
    this.origin = origin;
    this.syntax = syntax;
    this.scanner = new CsvScanner(syntax);
    this.headerMode = headerMode;
    this.columns = columns;
  }

  @Override
  public FileRecord next() throws IOException {
    FileRecord record = nextRecord();
    if (started || record == null) {
      return record;
    }
    started = true;
    if (headerMode == HeaderMode.FALSE) {
      return record;
    }
    if (takeHeader(record)) {
      return nextRecord();
    }
    if (headerMode == HeaderMode.TRUE) {
      // No row of a file with a broken header may land in columns by chance.
      origin = origin.withHeader(List.of());
    }
    return record;
  }

  private FileRecord nextRecord() throws IOException {
    Line line;
    do {
      line = nextLine();
    } while (line != null && line.isBlank());
    if (line == null) {
      return null;
    }
    if (line.cut()) {
      return broken(line, JsonLines.LINE_TOO_LONG);
    }
    return syntax.mayContinue(line.text()) ? joined(line) : whole(line, line.text());
  }

  private FileRecord joined(Line first) throws IOException {
    byte[] text = first.text();
    CsvScanner.Found found = scan(text, 0);
    List<Line> joined = new ArrayList<>();
    String end = first.end();
    while (found == CsvScanner.Found.OPEN_QUOTE) {
      Line line = nextLine();
      boolean hopeless =
          line == null
              || line.cut()
              || joined.size() + 1 == MAX_RECORD_LINES
              || text.length + line.text().length > MAX_RECORD_BYTES;
      if (line != null) {
        joined.add(line);
      }
      if (hopeless) {
        return giveUp(first, joined, "a quote is not closed");
      }
      text = join(text, end, line.text());
      end = line.end();
      if (syntax.mayContinue(line.text())) {
        found = scan(text, scanner.cellStart());
      }
    }
    return found == CsvScanner.Found.TEXT_BEHIND_QUOTE
        ? giveUp(first, joined, "there is text between a closing quote and the next delimiter")
        : whole(first, text);
  }

  /** Walks to the end of the record; what it ends with. */
  private CsvScanner.Found scan(byte[] text, int from) {
    scanner.start(text, from, text.length);
    CsvScanner.Found found;
    do {
      found = scanner.next();
    } while (found == CsvScanner.Found.CELL);
    return found;
  }

  private FileRecord giveUp(Line first, List<Line> joined, String problem) {
    for (int i = joined.size() - 1; i >= 0; i--) {
      putBack.addFirst(joined.get(i));
    }
    return broken(first, problem);
  }

  private Line nextLine() throws IOException {
    return putBack.isEmpty() ? lines.next() : putBack.removeFirst();
  }

  /** Whether the first record is a header; it is then kept for all that follow. */
  private boolean takeHeader(FileRecord first) {
    if (first.problem() != null) {
      return false;
    }
    List<String> names = new ArrayList<>();
    try {
      scanner.start(first.text(), 0, first.text().length);
      while (scanner.next() == CsvScanner.Found.CELL) {
        names.add(scanner.content().strip());
      }
    } catch (InvalidTextException e) {
      return false;
    }
    if (headerMode == HeaderMode.AUTO && !columns.containsAll(names)) {
      return false;
    }
    origin = origin.withHeader(names);
    return true;
  }

  private FileRecord whole(Line first, byte[] text) {
    return new FileRecord(text, origin, first.number(), null);
  }

  private FileRecord broken(Line first, String problem) {
    return new FileRecord(first.text(), origin, first.number(), problem);
  }

  private static byte[] join(byte[] text, String end, byte[] more) {
    byte[] lineEnd = end.getBytes(StandardCharsets.US_ASCII);
    byte[] joined = Arrays.copyOf(text, text.length + lineEnd.length + more.length);
    System.arraycopy(lineEnd, 0, joined, text.length, lineEnd.length);
    System.arraycopy(more, 0, joined, text.length + lineEnd.length, more.length);
    return joined;
  }
}
