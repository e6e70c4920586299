// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.problem.ErrorCode;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PipelineLockTest {

  @TempDir private Path folder;

  @Test
  void aSecondHolderIsToldWhoTheFirstIs() {
    Path file = folder.resolve("state").resolve("lock");
    try (PipelineLock first = PipelineLock.acquire(file, "customers")) {
      assertThat(first).isNotNull();
      assertThatThrownBy(() -> PipelineLock.acquire(file, "customers"))
          .isInstanceOfSatisfying(
              AutoCdcException.class,
              e -> {
                assertThat(e.problems().get(0).code()).isEqualTo(ErrorCode.ALREADY_RUNNING);
                assertThat(e.problems().get(0).what())
                    .isEqualTo(
                        "pipeline 'customers' is running already: process "
                            + ProcessHandle.current().pid());
              });
    }
    PipelineLock.acquire(file, "customers").close();
  }
}
