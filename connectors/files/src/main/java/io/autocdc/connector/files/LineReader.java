// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.files;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * Cuts UTF-8 text into lines without decoding it. Lines end with a line feed, with or without a
 * carriage return before it. A byte order mark is skipped.
 */
final class LineReader {

  /** Longer lines are cut: a file without line ends must not fill the memory. */
  static final int MAX_LINE_BYTES = 16 << 20;

  private static final int CUT_LINE_BYTES = 1 << 10;
  private static final int BUFFER_BYTES = 1 << 16;
  private static final byte[] NOTHING = new byte[0];

  /**
   * A line.
   *
   * @param text without the line end
   * @param number from 1
   * @param end what ended it: LF, CR LF, or nothing at the end of the file
   * @param cut true if it was too long and the rest of it was skipped
   */
  record Line(byte[] text, long number, String end, boolean cut) {

    boolean isBlank() {
      for (byte b : text) {
        if (b != ' ' && b != '\t' && b != '\r') {
          return false;
        }
      }
      return true;
    }
  }

  private final InputStream in;
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private int position;
  private int limit;
  private byte[] head = NOTHING;
  private long number;

  LineReader(InputStream in) {
    this.in = in;
  }

  /** The next line; null at the end. */
  Line next() throws IOException {
    head = NOTHING;
    boolean cut = false;
    while (true) {
      int end = indexOfLineFeed();
      int stop = end < 0 ? limit : end;
      cut |= head.length + (stop - position) > MAX_LINE_BYTES;
      if (end >= 0) {
        Line line = line(end, cut);
        position = end + 1;
        return line;
      }
      if (!cut) {
        keepRest();
      }
      position = limit;
      if (!fill()) {
        return head.length == 0 && !cut ? null : line(limit, cut);
      }
    }
  }

  private Line line(int end, boolean cut) {
    number++;
    byte[] text;
    if (head.length == 0 || cut) {
      text = cut ? Arrays.copyOf(head, CUT_LINE_BYTES) : Arrays.copyOfRange(buffer, position, end);
    } else {
      text = Arrays.copyOf(head, head.length + end - position);
      System.arraycopy(buffer, position, text, head.length, end - position);
    }
    boolean lineFeed = end < limit;
    boolean carriageReturn = lineFeed && text.length > 0 && text[text.length - 1] == '\r';
    int to = carriageReturn && !cut ? text.length - 1 : text.length;
    int from = number == 1 && startsWithByteOrderMark(text) ? 3 : 0;
    if (from != 0 || to != text.length) {
      text = Arrays.copyOfRange(text, from, to);
    }
    return new Line(text, number, carriageReturn ? "\r\n" : lineFeed ? "\n" : "", cut);
  }

  private int indexOfLineFeed() {
    for (int i = position; i < limit; i++) {
      if (buffer[i] == '\n') {
        return i;
      }
    }
    return -1;
  }

  private void keepRest() {
    int rest = limit - position;
    if (rest > 0) {
      int kept = head.length;
      head = Arrays.copyOf(head, kept + rest);
      System.arraycopy(buffer, position, head, kept, rest);
    }
  }

  private boolean fill() throws IOException {
    position = 0;
    limit = 0;
    int read;
    do {
      read = in.read(buffer, 0, buffer.length);
    } while (read == 0);
    limit = Math.max(0, read);
    return read > 0;
  }

  private static boolean startsWithByteOrderMark(byte[] text) {
    return text.length >= 3
        && text[0] == (byte) 0xEF
        && text[1] == (byte) 0xBB
        && text[2] == (byte) 0xBF;
  }
}
