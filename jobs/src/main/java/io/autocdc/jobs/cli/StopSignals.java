// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.cli;

import io.autocdc.jobs.run.StopRequest;
import java.io.PrintStream;
import sun.misc.Signal;

/**
 * Turns Ctrl-C and {@code kill} into a request to stop; the second one ends the process at once.
 * Shutdown hooks would not do: those of Flink and Hadoop run beside them and take away what a
 * savepoint needs.
 */
final class StopSignals {

  private static final int KILLED_BY_SIGNAL = 128;

  private StopSignals() {}

  static void install(StopRequest stop, PrintStream err) {
    for (String name : new String[] {"INT", "TERM"}) {
      Signal.handle(
          new Signal(name),
          signal -> {
            if (stop.isRequested()) {
              Runtime.getRuntime().halt(KILLED_BY_SIGNAL + signal.getNumber());
            }
            stop.request();
            err.println("stopping with a savepoint; once more to stop at once");
          });
    }
  }
}
