// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.delta;

import io.autocdc.dsl.DeltaFeeds;
import io.autocdc.dsl.Source;
import java.io.Serializable;
import java.time.Instant;

/**
 * Where the first run begins.
 *
 * @param version the first commit to read; null if it is not named
 * @param time the time at or after which the first commit to read was made; null for none
 * @param latest true for what comes next
 */
record ChangesStart(Long version, Instant time, boolean latest) implements Serializable {

  static ChangesStart of(Source source) {
    String version = source.options().get(DeltaFeeds.STARTING_VERSION);
    String time = source.options().get(DeltaFeeds.STARTING_TIMESTAMP);
    boolean latest = DeltaFeeds.LATEST.equals(version);
    return new ChangesStart(
        version == null || latest ? null : DeltaFeeds.startingVersion(version).orElseThrow(),
        time == null ? null : DeltaFeeds.startingTime(time).orElseThrow(),
        latest);
  }

  /** True if the rows that the table has come first. */
  boolean isRows() {
    return version == null && time == null && !latest;
  }
}
