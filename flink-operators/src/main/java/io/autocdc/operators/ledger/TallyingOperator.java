// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators.ledger;

import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.streaming.api.operators.ProcessOperator;

/** Runs a function that counts. */
public final class TallyingOperator<I, O> extends ProcessOperator<I, O> {

  private static final long serialVersionUID = 1L;

  /**
   * @param function a {@link Tallying} one
   */
  public <F extends ProcessFunction<I, O> & Tallying> TallyingOperator(F function) {
    super(function);
  }

  @Override
  public void prepareSnapshotPreBarrier(long checkpointId) throws Exception {
    super.prepareSnapshotPreBarrier(checkpointId);
    ((Tallying) userFunction).report(output);
  }

  @Override
  public void finish() throws Exception {
    super.finish();
    ((Tallying) userFunction).report(output);
  }
}
