// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class SqlClientE2eTest {

  @TempDir static Path folder;
  private static FlinkCluster cluster;

  @BeforeAll
  static void start() {
    cluster = FlinkCluster.start(folder, 1);
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @Test
  void jarStandsBesideTheCatalogsOfTheSession() {
    Cli.Result result =
        cluster.sql(
            """
            SET 'sql-client.execution.result-mode' = 'tableau';
            SET 'execution.runtime-mode' = 'batch';
            CREATE CATALOG paimon WITH ('type' = 'paimon', 'warehouse' = '%s');
            CREATE DATABASE paimon.silver;
            SHOW DATABASES IN paimon;
            SELECT 1 + 1;
            """
                .formatted(folder.resolve("warehouse").toUri()),
            Map.of());
    assertThat(result.out()).doesNotContain("[ERROR]").contains("silver");
  }
}
