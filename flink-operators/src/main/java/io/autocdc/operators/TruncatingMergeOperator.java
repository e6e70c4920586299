// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators;

import java.util.List;
import org.apache.flink.streaming.api.operators.co.CoBroadcastWithKeyedOperator;
import org.apache.flink.table.data.RowData;

/** Runs a {@link TruncatingMergeFunction}, and asks it for its counts. */
final class TruncatingMergeOperator
    extends CoBroadcastWithKeyedOperator<RowData, ChangeEvent, byte[], RowData> {

  private static final long serialVersionUID = 1L;

  TruncatingMergeOperator(TruncatingMergeFunction function) {
    super(function, List.of(TruncatingMergeFunction.TRUNCATES));
  }

  @Override
  public void prepareSnapshotPreBarrier(long checkpointId) throws Exception {
    super.prepareSnapshotPreBarrier(checkpointId);
    ((TruncatingMergeFunction) userFunction).report(output);
  }

  @Override
  public void finish() throws Exception {
    super.finish();
    ((TruncatingMergeFunction) userFunction).report(output);
  }
}
