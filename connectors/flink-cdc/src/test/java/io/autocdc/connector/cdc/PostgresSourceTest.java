// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.cdc;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.autocdc.dsl.problem.AutoCdcException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.cdc.connectors.base.source.assigner.state.PendingSplitsState;
import org.apache.flink.cdc.connectors.base.source.assigner.state.StreamPendingSplitsState;
import org.apache.flink.cdc.connectors.base.source.meta.split.SourceSplitBase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 1, unit = TimeUnit.MINUTES)
class PostgresSourceTest {

  /** Flink may lose what is thrown while an enumerator is restored, and wait for ever. */
  @Test
  void theSlotIsAskedForWhenReadingBeginsAndNotWhileStateIsRestored() throws Exception {
    int closed;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      closed = socket.getLocalPort();
    }
    PostgresSettings settings =
        new PostgresSettings(
            "orders",
            new DatabaseAddress("127.0.0.1", closed, "db", "user", "secret"),
            "public",
            "orders",
            "slot",
            "slot",
            false,
            List.of("id"),
            List.of("id"),
            Map.of());
    PostgresSource source = new PostgresSource(settings, "id", true, false, "UTC");

    SplitEnumerator<SourceSplitBase, PendingSplitsState> restored =
        source.restoreEnumerator(null, new StreamPendingSplitsState(true));

    assertThatThrownBy(restored::start)
        .isInstanceOf(AutoCdcException.class)
        .hasMessageContaining("SOURCE_UNREACHABLE")
        .hasMessageContaining("orders");
  }
}
