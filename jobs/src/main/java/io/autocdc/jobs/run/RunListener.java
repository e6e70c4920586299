// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.run;

/** Hears how a run goes. */
interface RunListener {

  /** Called many times a second with the counts so far. */
  void progressed(RunCounts counts);

  /** Something that a person wants to know, in one line. */
  void note(String text);
}
