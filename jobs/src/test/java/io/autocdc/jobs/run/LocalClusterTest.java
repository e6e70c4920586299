// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.core.execution.RestoreMode;
import org.junit.jupiter.api.Test;

class LocalClusterTest {

  private static final Path RUN = Path.of("/warehouse/.autocdc/p/000002");
  private static final Path TEMPORARY = Path.of("/warehouse/.autocdc/p/tmp");

  private static Configuration configuration(Integer parallelism, Map<String, String> options) {
    return new LocalCluster()
        .configuration(
            options(parallelism, options),
            RUN,
            TEMPORARY,
            Optional.of(
                new RestorePoint(1, 7, Path.of("/warehouse/.autocdc/p/000001/savepoint-1"))));
  }

  @Test
  void optionsOfTheUserWinOverDefaults() {
    Configuration c =
        configuration(
            null, Map.of("parallelism.default", "5", "execution.checkpointing.interval", "1 s"));

    assertThat(c.get(CoreOptions.DEFAULT_PARALLELISM)).isEqualTo(5);
    assertThat(c.get(CheckpointingOptions.CHECKPOINTING_INTERVAL)).hasSeconds(1);
    assertThat(configuration(3, c.toMap()).get(CoreOptions.DEFAULT_PARALLELISM)).isEqualTo(3);
  }

  @Test
  void aParallelismThatStateCannotBeSpreadOverIsRefused() {
    JobOptions.requireParallelism(options(128, Map.of()));
    JobOptions.requireParallelism(options(200, Map.of("pipeline.max-parallelism", "256")));
    assertThatThrownBy(() -> JobOptions.requireParallelism(options(129, Map.of())))
        .hasMessageContaining("INVALID_VALUE a parallelism of 129 is too high")
        .hasMessageContaining("128 subtasks");
    assertThatThrownBy(
            () ->
                JobOptions.requireParallelism(
                    options(
                        null, Map.of("parallelism.default", "5", "pipeline.max-parallelism", "4"))))
        .hasMessageContaining("a parallelism of 5 is too high");
    assertThatThrownBy(
            () -> JobOptions.requireParallelism(options(null, Map.of("parallelism.default", "x"))))
        .hasMessageContaining("INVALID_VALUE 'x' is no value of the Flink option");
  }

  private static RunOptions options(Integer parallelism, Map<String, String> options) {
    return new RunOptions(Path.of("/warehouse"), options, parallelism, true, JobTarget.local());
  }

  @Test
  void whatRestartsRelyOnCannotBeChanged() {
    Configuration c =
        configuration(
            null,
            Map.of(
                "execution.checkpointing.dir",
                "file:///elsewhere",
                "execution.state-recovery.path",
                "file:///other",
                "execution.state-recovery.claim-mode",
                "CLAIM",
                "execution.checkpointing.externalized-checkpoint-retention",
                "NO_EXTERNALIZED_CHECKPOINTS"));

    assertThat(c.get(CheckpointingOptions.CHECKPOINTS_DIRECTORY)).endsWith("/p/000002");
    assertThat(c.get(StateRecoveryOptions.SAVEPOINT_PATH)).endsWith("/000001/savepoint-1");
    assertThat(c.get(StateRecoveryOptions.RESTORE_MODE)).isEqualTo(RestoreMode.NO_CLAIM);
    assertThat(c.toMap())
        .containsEntry(
            "execution.checkpointing.externalized-checkpoint-retention", "RETAIN_ON_CANCELLATION");
  }

  @Test
  void rocksDbGetsMemoryOutsideOfTheHeap() {
    assertThat(configuration(null, Map.of()).get(TaskManagerOptions.MANAGED_MEMORY_SIZE))
        .isEqualTo(MemorySize.ofMebiBytes(8));
    assertThat(
            configuration(null, Map.of("state.backend.type", "rocksdb"))
                .get(TaskManagerOptions.MANAGED_MEMORY_SIZE))
        .isEqualTo(MemorySize.ofMebiBytes(256));
    assertThat(
            configuration(null, Map.of("taskmanager.memory.managed.size", "64m"))
                .get(TaskManagerOptions.MANAGED_MEMORY_SIZE))
        .isEqualTo(MemorySize.ofMebiBytes(64));
  }
}
