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
}
