// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.cdc;

import java.util.Map;
import java.util.function.Predicate;

/**
 * Where a triggered run ends: all that the log held when the log began to be read has gone by. The
 * log itself has no end. Lives in the thread of one task.
 */
final class RunEnd {

  /** True for positions of the log, as Debezium keeps them, that are not before the end. */
  private Predicate<Map<String, ?>> behind = position -> false;

  private boolean reached;

  void set(Predicate<Map<String, ?>> end) {
    behind = end;
    reached = false;
  }

  /** To be told every position that the reader has come to. */
  void passed(Map<String, ?> position) {
    reached = reached || behind.test(position);
  }

  boolean isReached() {
    return reached;
  }
}
