// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TextTableTest {

  private static TextTable table() {
    return new TextTable(List.of("id", "note"), List.of(true, false));
  }

  @Test
  void columnsAreAligned() {
    assertThat(table().add(List.of("1", "short")).add(List.of("100", "x")).render(0))
        .containsExactly(" id  note", "---  -----", "  1  short", "100  x");
  }

  @Test
  void anEmptyTableIsItsHeader() {
    assertThat(table().render(80)).containsExactly("id  note", "--  ----");
  }

  @Test
  void wideTextIsCutToTheWidth() {
    List<String> lines = table().add(List.of("1", "a".repeat(100))).render(20);

    assertThat(lines.get(2)).isEqualTo(" 1  " + "a".repeat(13) + "...");
    assertThat(lines).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(20));
  }

  @Test
  void withoutAWidthNothingIsCut() {
    assertThat(table().add(List.of("1", "a".repeat(500))).render(0).get(2)).hasSize(504);
  }

  @Test
  void textOfSeveralLinesStaysOnOne() {
    assertThat(table().add(List.of("1", "a\nb\tc\\d")).render(0).get(2))
        .isEqualTo(" 1  a\\nb\\tc\\\\d");
  }

  @Test
  void charactersOutsideTheBasicPlaneCountOnce() {
    List<String> lines = table().add(List.of("1", "\uD83D\uDE00".repeat(30))).render(20);

    assertThat(lines.get(2)).isEqualTo(" 1  " + "\uD83D\uDE00".repeat(13) + "...");
  }
}
