// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClusterAddressTest {

  @Test
  void hostAndPortAreTakenApart() {
    assertThat(ClusterAddress.parse("flink.example.com:8081"))
        .contains(new ClusterAddress("flink.example.com", 8081));
    assertThat(ClusterAddress.parse(" 127.0.0.1:1 ")).contains(new ClusterAddress("127.0.0.1", 1));
    assertThat(ClusterAddress.parse("[::1]:8081")).contains(new ClusterAddress("::1", 8081));
  }

  @ParameterizedTest
  @ValueSource(strings = {"localhost:8081", "[fe80::1]:65535"})
  void textAndAddressAreEqual(String text) {
    assertThat(ClusterAddress.parse(text).orElseThrow()).hasToString(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "localhost",
        ":8081",
        "localhost:",
        "localhost:0",
        "localhost:65536",
        "localhost:x",
        "::1:8081",
        "http://localhost:8081",
        "localhost:8081/jobs",
        "local host:8081"
      })
  void anythingElseIsNoAddress(String text) {
    assertThat(ClusterAddress.parse(text)).isEmpty();
  }
}
