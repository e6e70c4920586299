// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.run;

/** Asks running pipelines to stop with a savepoint; shared by all that run. */
public final class StopRequest {

  private volatile boolean requested;

  public void request() {
    requested = true;
  }

  public boolean isRequested() {
    return requested;
  }
}
