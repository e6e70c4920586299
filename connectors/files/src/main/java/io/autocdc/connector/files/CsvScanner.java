// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.files;

import io.autocdc.json.InvalidTextException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Walks over the cells of a record. A quote inside an unquoted cell is an ordinary character. */
final class CsvScanner {

  /** What {@link #next} found. */
  enum Found {
    CELL,
    /** There is no further cell. */
    END,
    /** The quote of the cell is not closed: the record goes on in the next line, or is broken. */
    OPEN_QUOTE,
    /** Something stands between the closing quote and the delimiter. */
    TEXT_BEHIND_QUOTE
  }

  private final CsvSyntax syntax;
  private byte[] text;
  private int length;
  private int next;
  private int cellStart;
  private int contentStart;
  private int contentEnd;
  private boolean quoted;
  private boolean hasEscapes;

  CsvScanner(CsvSyntax syntax) {
    this.syntax = syntax;
  }

  /**
   * @param from where a cell starts
   */
  void start(byte[] text, int from, int length) {
    this.text = text;
    this.length = length;
    this.next = from;
  }

  Found next() {
    if (next > length) {
      return Found.END;
    }
    cellStart = next;
    hasEscapes = false;
    quoted = next < length && text[next] == syntax.quote();
    return quoted ? scanQuoted() : scanUnquoted();
  }

  /** Where the cell that was found last starts, with its quote. */
  int cellStart() {
    return cellStart;
  }

  boolean isNull() {
    return !quoted
        && (contentStart == contentEnd
            || Arrays.equals(
                text,
                contentStart,
                contentEnd,
                syntax.nullLiteral(),
                0,
                syntax.nullLiteral().length));
  }

  /**
   * @throws InvalidTextException if the cell is not UTF-8
   */
  String content() throws InvalidTextException {
    byte[] bytes = text;
    int from = contentStart;
    int to = contentEnd;
    if (hasEscapes) {
      bytes = unescaped();
      from = 0;
      to = bytes.length;
    }
    String content = new String(bytes, from, to - from, StandardCharsets.UTF_8);
    if (content.indexOf('\uFFFD') >= 0) {
      checkEncoding(bytes, from, to);
    }
    return content;
  }

  private Found scanUnquoted() {
    contentStart = next;
    int i = next;
    while (i < length && !delimiterAt(i)) {
      if (text[i] == syntax.escape()) {
        hasEscapes = true;
        i++;
      }
      i++;
    }
    contentEnd = Math.min(i, length);
    next = contentEnd == length ? length + 1 : contentEnd + syntax.delimiter().length;
    return Found.CELL;
  }

  private Found scanQuoted() {
    contentStart = next + 1;
    int i = contentStart;
    while (i < length) {
      byte b = text[i];
      boolean escaped = b == syntax.escape() && (b != syntax.quote() || quoteAt(i + 1));
      if (escaped || b == syntax.quote() && quoteAt(i + 1)) {
        hasEscapes = true;
        i += 2;
      } else if (b == syntax.quote()) {
        return closeQuote(i);
      } else {
        i++;
      }
    }
    return Found.OPEN_QUOTE;
  }

  private Found closeQuote(int at) {
    contentEnd = at;
    if (at + 1 == length) {
      next = length + 1;
    } else if (delimiterAt(at + 1)) {
      next = at + 1 + syntax.delimiter().length;
    } else {
      return Found.TEXT_BEHIND_QUOTE;
    }
    return Found.CELL;
  }

  private boolean quoteAt(int i) {
    return i < length && text[i] == syntax.quote();
  }

  private boolean delimiterAt(int i) {
    byte[] delimiter = syntax.delimiter();
    if (text[i] != delimiter[0]) {
      return false;
    }
    return delimiter.length == 1
        || length - i >= delimiter.length
            && Arrays.equals(text, i, i + delimiter.length, delimiter, 0, delimiter.length);
  }

  private byte[] unescaped() {
    byte[] bytes = new byte[contentEnd - contentStart];
    int size = 0;
    for (int i = contentStart; i < contentEnd; i++) {
      boolean skips = text[i] == syntax.escape() || quoted && text[i] == syntax.quote();
      if (skips && i + 1 < contentEnd) {
        i++;
      }
      bytes[size++] = text[i];
    }
    return Arrays.copyOf(bytes, size);
  }

  private static void checkEncoding(byte[] bytes, int from, int to) throws InvalidTextException {
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, from, to - from));
    } catch (CharacterCodingException e) {
      throw new InvalidTextException("a cell is not UTF-8");
    }
  }
}
