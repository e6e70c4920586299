// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl;

import static org.assertj.core.api.Assertions.assertThat;

import io.autocdc.dsl.SourceTypes.SourceType;
import org.junit.jupiter.api.Test;

class SourceTypesTest {

  private final SourceType kafka = SourceTypes.find(SourceTypes.KAFKA).orElseThrow();

  @Test
  void optionsGoByTheNamesOfOtherProductsToo() {
    assertThat(kafka.canonical("subscribe")).isEqualTo("topics");
    assertThat(kafka.canonical("kafka.group.id")).isEqualTo("group_id");
    assertThat(kafka.canonical("properties.bootstrap.servers")).isEqualTo("bootstrap_servers");
    assertThat(kafka.canonical("properties.security.protocol"))
        .isEqualTo("kafka.security.protocol");
    assertThat(kafka.canonical("kafka.security.protocol")).isEqualTo("kafka.security.protocol");
    assertThat(kafka.canonical("format")).isEqualTo("format");
  }

  @Test
  void propertiesOfTheClientAreKnownAndOthersAreNot() {
    assertThat(kafka.knows("kafka.security.protocol")).isTrue();
    assertThat(kafka.knows("security.protocol")).isFalse();
    assertThat(SourceTypes.find(SourceTypes.FILES).orElseThrow().knows("kafka.x")).isFalse();
  }

  @Test
  void tablesOfDatabasesGoByTheNamesOfFlinkCdcAndTheirPasswordsAreSecret() {
    SourceType postgres = SourceTypes.find(SourceTypes.POSTGRES_CDC).orElseThrow();
    assertThat(postgres.canonical("slot.name")).isEqualTo("slot_name");
    assertThat(postgres.canonical("table-name")).isEqualTo("table");
    assertThat(postgres.canonical("debezium.publication.name")).isEqualTo("publication_name");
    assertThat(postgres.canonical("debezium.snapshot.fetch.size"))
        .isEqualTo("debezium.snapshot.fetch.size");
    Source source =
        Databases.postgres("sales.orders")
            .option("password", "p1")
            .option("debezium.database.sslpassword", "p2")
            .option("username", "u")
            .named("orders");
    assertThat(source.secrets()).containsExactlyInAnyOrder("p1", "p2");
    assertThat(ChangeFeeds.isFeed(source)).isTrue();
    assertThat(ChangeFeeds.sequence(source)).isEqualTo(ChangeFeeds.SOURCE_LSN);
    assertThat(DatabaseOptions.tableOfPostgres(source.options()))
        .containsExactly("sales", "orders");
    assertThat(ChangeFeeds.sequence(Databases.mysql("t").named("t")))
        .isEqualTo(ChangeFeeds.SOURCE_POS);
  }
}
