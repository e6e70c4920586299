// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecentWarehousesTest {

  @TempDir private Path folder;

  private RecentWarehouses recent() {
    return new RecentWarehouses(Map.of("XDG_STATE_HOME", folder.resolve("state").toString()));
  }

  @Test
  void theNewestComesFirstAndEachOnce() {
    recent().add(Path.of("/a"));
    recent().add(Path.of("/b"));
    recent().add(Path.of("/a"));

    assertThat(recent().list()).containsExactly(Path.of("/a"), Path.of("/b"));
  }

  @Test
  void theListDoesNotGrowForEver() {
    for (int i = 0; i < 30; i++) {
      recent().add(Path.of("/w" + i));
    }

    assertThat(recent().list()).hasSize(20).startsWith(Path.of("/w29"));
  }

  @Test
  void withoutAStateHomeTheHomeOfTheUserIsTaken() {
    Map<String, String> environment = Map.of("HOME", folder.toString());
    new RecentWarehouses(environment).add(Path.of("/a"));

    assertThat(folder.resolve(".local/state/autocdc/recent-warehouses")).hasContent("/a");
  }

  @Test
  void aFileThatCannotBeWrittenIsNoReasonToFail() throws IOException {
    Files.writeString(folder.resolve("state"), "a file where a folder should be");

    recent().add(Path.of("/a"));

    assertThat(recent().list()).isEmpty();
  }
}
