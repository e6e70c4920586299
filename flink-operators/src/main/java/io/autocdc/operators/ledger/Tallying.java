// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators.ledger;

import java.util.function.Consumer;
import org.apache.flink.streaming.api.operators.Output;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.data.RowData;
import org.apache.flink.util.OutputTag;

/**
 * A function that counts. Its operator must call {@link #report} in front of every checkpoint
 * barrier, so that the ledger has the counts in the same checkpoint as their causes, and when its
 * input ends; functions have no such hooks.
 */
public interface Tallying {

  /** Carries rows of {@link TallyRows}. */
  OutputTag<RowData> TALLIES = new OutputTag<>("tallies", TallyRows.typeInfo());

  /** Hands over what was counted since the last call, see {@link Tally#drain}. */
  void drainTallies(Consumer<RowData> ledger);

  /** Sends what was counted since the last checkpoint. */
  default void report(Output<?> output) {
    drainTallies(tally -> output.collect(TALLIES, new StreamRecord<>(tally)));
  }
}
