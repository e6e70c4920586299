// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators;

import org.apache.flink.runtime.state.KeyedStateBackend;
import org.apache.flink.streaming.api.operators.KeyedProcessOperator;
import org.apache.flink.table.data.RowData;

/**
 * Runs a {@link MergeFunction}, asks it for its counts, and tells it whether the state backend
 * keeps map keys in byte order: Flink has no public way to ask that from within a function.
 */
final class MergeOperator extends KeyedProcessOperator<RowData, ChangeEvent, RowData> {

  private static final long serialVersionUID = 1L;

  MergeOperator(MergeFunction function) {
    super(function);
  }

  @Override
  public void open() throws Exception {
    ((MergeFunction) userFunction).setSortedState(isSorted(getKeyedStateBackend()));
    super.open();
  }

  @Override
  public void prepareSnapshotPreBarrier(long checkpointId) throws Exception {
    super.prepareSnapshotPreBarrier(checkpointId);
    ((MergeFunction) userFunction).report(output);
  }

  @Override
  public void finish() throws Exception {
    super.finish();
    ((MergeFunction) userFunction).report(output);
  }

  private static boolean isSorted(KeyedStateBackend<?> backend) {
    String name = backend.getClass().getSimpleName();
    return name.startsWith("RocksDB") || name.startsWith("ForSt");
  }
}
