// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.run;

/** Hears how a run goes. */
interface RunListener {

  /** Called many times a second with the counts so far. */
  void progressed(RunCounts counts);

  /** The job has failed and goes on from its last checkpoint. */
  default void restarting() {
    note("starting again from the last checkpoint");
  }

  /** Something that a person wants to know, in one line. */
  void note(String text);
}
