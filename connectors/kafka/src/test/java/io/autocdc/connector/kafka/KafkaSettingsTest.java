// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.autocdc.dsl.ReadMode;
import io.autocdc.dsl.Source;
import io.autocdc.dsl.SourceTypes;
import io.autocdc.dsl.problem.Problem;
import io.autocdc.dsl.problem.Problems;
import java.util.Map;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.junit.jupiter.api.Test;

class KafkaSettingsTest {

  private static Source source(Map<String, String> options) {
    return new Source("s", SourceTypes.KAFKA, ReadMode.STREAM, options, null, null);
  }

  @Test
  void whatKafkaTakesForAPasswordIsASecret() {
    for (ConfigDef client :
        new ConfigDef[] {ConsumerConfig.configDef(), AdminClientConfig.configDef()}) {
      client
          .configKeys()
          .forEach(
              (name, key) -> {
                Map<String, String> option = Map.of("kafka." + name, "hunter2");
                if (key.type() == ConfigDef.Type.PASSWORD) {
                  assertThat(source(option).secrets()).as(name).containsExactly("hunter2");
                }
              });
    }
    assertThat(source(Map.of("kafka.security.protocol", "SSL", "topics", "password")).secrets())
        .isEmpty();
  }

  @Test
  void propertiesThatTheClientDoesNotHaveAndValuesThatItRefusesAreReported() {
    Problems problems = new Problems();
    new KafkaSettings(
            source(
                Map.of(
                    "bootstrap_servers", "localhost:1",
                    "kafka.isolation.levle", "read_committed",
                    "kafka.isolation.level", "read_nothing")))
        .client(problems);
    assertThat(problems.list())
        .extracting(Problem::toString)
        .anySatisfy(
            problem ->
                assertThat(problem).contains("UNKNOWN_KEY", "did you mean 'isolation.level'"))
        .anySatisfy(problem -> assertThat(problem).contains("INVALID_VALUE", "read_nothing"));
  }
}
