// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class FlinkPathsTest {

  @Test
  void aFolderWithSpacesOrQuotesIsOneWordOfAShell() {
    assertThat(FlinkPaths.inShell(Path.of("/data/lake-1/.autocdc")))
        .isEqualTo("file:///data/lake-1/.autocdc");
    assertThat(FlinkPaths.inShell(Path.of("/my data/it's")))
        .isEqualTo("'file:///my data/it'\\''s'");
  }

  @Test
  void aFolderIsFoundAgainInWhatFlinkWrites() {
    Path folder = Path.of("/my data/savepoint-1");
    assertThat(FlinkPaths.folder(FlinkPaths.of(folder))).isEqualTo(folder);
    assertThat(FlinkPaths.folder("file:/my data/savepoint-1/_metadata")).isEqualTo(folder);
  }
}
