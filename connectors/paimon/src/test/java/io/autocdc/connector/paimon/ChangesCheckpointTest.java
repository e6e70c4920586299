// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.paimon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import org.apache.paimon.flink.source.PendingSplitsCheckpoint;
import org.junit.jupiter.api.Test;

class ChangesCheckpointTest {

  private final ChangesCheckpoint.Serializer serializer = new ChangesCheckpoint.Serializer();

  @Test
  void stateSaysWhichTableWasReadAndHowFar() throws IOException {
    for (Long next : new Long[] {null, 1L, 7L}) {
      ChangesCheckpoint written =
          new ChangesCheckpoint(new PendingSplitsCheckpoint(List.of(), next), 1234567890123L, 45L);
      ChangesCheckpoint read =
          serializer.deserialize(serializer.getVersion(), serializer.serialize(written));
      assertThat(read.madeAt()).isEqualTo(1234567890123L);
      assertThat(read.readAt()).isEqualTo(45L);
      assertThat(read.currentSnapshotId()).isEqualTo(next);
      assertThat(read.splits()).isEmpty();
    }
  }

  @Test
  void stateOfAnotherVersionIsNotGuessedAt() throws IOException {
    ChangesCheckpoint written =
        new ChangesCheckpoint(new PendingSplitsCheckpoint(List.of(), 7L), 1L, 2L);
    byte[] bytes = serializer.serialize(written);
    assertThatThrownBy(() -> serializer.deserialize(3, bytes))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("version 3");
  }
}
