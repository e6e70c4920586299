// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LineReaderTest {

  @Test
  void cutsAtLineFeedsWithOrWithoutCarriageReturn() throws IOException {
    assertThat(texts("a\nb\r\n\nc")).containsExactly("a", "b", "", "c");
    assertThat(texts("a\n")).containsExactly("a");
    assertThat(texts("")).isEmpty();
    assertThat(texts("\r\n")).containsExactly("");
  }

  @Test
  void skipsTheByteOrderMark() throws IOException {
    assertThat(texts("\uFEFFa\n\uFEFFb")).containsExactly("a", "\uFEFFb");
  }

  @Test
  void keepsLinesOverBufferEdgesWhateverTheStreamGives() throws IOException {
    Random random = new Random(7);
    StringBuilder text = new StringBuilder();
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      String line = "x".repeat(random.nextInt(i % 50 == 0 ? 200_000 : 3_000)) + "é";
      expected.add(line);
      text.append(line).append(random.nextBoolean() ? "\n" : "\r\n");
    }
    InputStream trickling =
        new ByteArrayInputStream(text.toString().getBytes(StandardCharsets.UTF_8)) {
          @Override
          public synchronized int read(byte[] target, int offset, int length) {
            return super.read(target, offset, Math.min(length, 1 + random.nextInt(50_000)));
          }
        };
    LineReader reader = new LineReader(trickling);
    for (int i = 0; i < expected.size(); i++) {
      LineReader.Line line = reader.next();
      assertThat(new String(line.text(), StandardCharsets.UTF_8)).isEqualTo(expected.get(i));
      assertThat(line.number()).isEqualTo(i + 1);
    }
    assertThat(reader.next()).isNull();
  }

  @Test
  void cutsLinesThatWouldFillTheMemoryAndGoesOnBehindThem() throws IOException {
    byte[] text = new byte[LineReader.MAX_LINE_BYTES + 100_000];
    text[text.length - 2] = '\n';
    text[text.length - 1] = 'b';
    LineReader reader = new LineReader(new ByteArrayInputStream(text));
    LineReader.Line first = reader.next();
    assertThat(first.cut()).isTrue();
    assertThat(first.text().length).isEqualTo(1024);
    LineReader.Line second = reader.next();
    assertThat(second.text()).containsExactly('b');
    assertThat(second.cut()).isFalse();
    assertThat(reader.next()).isNull();
  }

  private static List<String> texts(String text) throws IOException {
    LineReader reader =
        new LineReader(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    List<String> lines = new ArrayList<>();
    for (LineReader.Line line; (line = reader.next()) != null; ) {
      lines.add(new String(line.text(), StandardCharsets.UTF_8));
    }
    return lines;
  }
}
