// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GlobTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          *.json           | a.json              | true
          *.json           | a.json.gz           | false
          *.json           | sub/a.json          | false
          *.json           | aXjson              | false
          **/*.json        | a.json              | true
          **/*.json        | x/y/a.json          | true
          x/**             | x/y/a.json          | true
          x/**/z/*.csv     | x/z/a.csv           | true
          x/**/z/*.csv     | x/1/2/z/a.csv       | true
          part-?.json      | part-1.json         | true
          part-?.json      | part-12.json        | false
          *.{json,csv}     | a.csv               | true
          *.{json,csv}     | a.txt               | false
          {a,b{1,2}}.json  | b2.json             | true
          {a,b{1,2}}.json  | b3.json             | false
          p[0-9].json      | p7.json             | true
          p[!0-9].json     | p7.json             | false
          p[^0-9].json     | pa.json             | true
          p[!0-9]x         | p/x                 | false
          a\\*.json        | a*.json             | true
          a\\*.json        | ab.json             | false
          a,b}.json        | a,b}.json           | true
          2024-*           | 2024-01/deep/a.json | true
          """)
  void matchesPathsBelowTheFolder(String glob, String path, boolean matches) {
    assertThat(Glob.compile(glob).matcher(path).matches()).isEqualTo(matches);
  }

  @Test
  void refusesBracketsThatAreNotClosed() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Glob.compile("a{b"))
        .withMessage("a '{' is not closed");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Glob.compile("a[b"))
        .withMessage("a '[' is not closed");
  }
}
