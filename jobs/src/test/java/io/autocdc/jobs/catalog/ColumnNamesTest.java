// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ColumnNamesTest {

  @Test
  void namesStandBetweenSeparators() {
    assertThat(ColumnNames.parse(" id,name ,  order line", ','))
        .containsExactly("id", "name", "order line");
    assertThat(ColumnNames.parse("id;a,b", ';')).containsExactly("id", "a,b");
    assertThat(ColumnNames.parse("  ", ',')).isEmpty();
  }

  @Test
  void aSequenceCanBeAStruct() {
    assertThat(ColumnNames.parseSequence("struct(a, `b,c`)", ';')).containsExactly("a", "b,c");
    assertThat(ColumnNames.parseSequence("a;b", ';')).containsExactly("a", "b");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a,,b | a name is missing before or behind a ','",
        "a, | a name is missing before or behind a ','",
        "`a | a backtick is not closed",
        "`a`b | backticks stand around a whole name: `a`b",
        "a`b` | backticks stand around a whole name: a`b`",
        "`` | a name is missing before or behind a ','"
      })
  void whatIsNoListIsRefused(String text, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ColumnNames.parse(text, ','))
        .withMessage(message);
  }

  @Provide
  Arbitrary<List<String>> names() {
    return Arbitraries.strings()
        .withChars("ab ,;`.'")
        .ofMinLength(1)
        .ofMaxLength(6)
        .list()
        .ofMinSize(1);
  }

  @Property(tries = 1000)
  void everyNameCanStandInBackticks(@ForAll("names") List<String> names) {
    String text =
        names.stream()
            .map(name -> "`" + name.replace("`", "``") + "`")
            .collect(Collectors.joining(" , "));
    assertThat(ColumnNames.parse(text, ',')).isEqualTo(names);
  }
}
