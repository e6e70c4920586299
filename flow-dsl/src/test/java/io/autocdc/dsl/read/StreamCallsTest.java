// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.read;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StreamCallsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      ignoreLeadingAndTrailingWhitespace = false,
      textBlock =
          """
          SELECT * FROM stream(v)|SELECT * FROM        v\s
          SELECT * FROM STREAM v WHERE a|SELECT * FROM        v WHERE a
          SELECT * FROM a JOIN stream( `b c` ) ON x|SELECT * FROM a JOIN         `b c`   ON x
          SELECT * FROM stream|SELECT * FROM stream
          SELECT * FROM stream AS s|SELECT * FROM stream AS s
          SELECT * FROM stream s|SELECT * FROM        s
          SELECT 'FROM stream(v)' FROM v -- FROM stream(v)|SELECT 'FROM stream(v)' FROM v -- FROM stream(v)
          SELECT stream(v) FROM t|SELECT stream(v) FROM t
          """)
  void theMarkIsBlankedOutAndNothingMoves(String sql, String plain) {
    assertThat(StreamCalls.remove(sql)).isEqualTo(plain).hasSameSizeAs(sql);
  }
}
