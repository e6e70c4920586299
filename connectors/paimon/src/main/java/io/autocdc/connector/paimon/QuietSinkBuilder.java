// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.paimon;

import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.DataStreamSink;
import org.apache.paimon.data.InternalRow;
import org.apache.paimon.flink.sink.Committable;
import org.apache.paimon.flink.sink.FixedBucketSink;
import org.apache.paimon.flink.sink.FlinkSinkBuilder;
import org.apache.paimon.flink.sink.FlinkStreamPartitioner;
import org.apache.paimon.flink.sink.RowDataChannelComputer;
import org.apache.paimon.table.FileStoreTable;
import org.apache.paimon.table.sink.CommitMessageImpl;

/**
 * Paimon's sink without its empty snapshots. Each writer of Paimon reports to the committer for two
 * more checkpoints after its last row, and each of these reports becomes a snapshot without a
 * change. Here an empty report ends at the writer: no report, no snapshot, as Paimon itself does it
 * for a writer that never had a row.
 */
final class QuietSinkBuilder extends FlinkSinkBuilder {

  private final int parallelism;

  QuietSinkBuilder(FileStoreTable table, int parallelism) {
    super(table);
    this.parallelism = parallelism;
    parallelism(parallelism);
  }

  @Override
  protected DataStreamSink<?> buildForFixedBucket(DataStream<InternalRow> rows) {
    DataStream<InternalRow> byBucket =
        FlinkStreamPartitioner.partition(
            rows, new RowDataChannelComputer(table.schema(), false), parallelism);
    return new QuietSink(table).sinkFrom(byBucket);
  }

  private static final class QuietSink extends FixedBucketSink {

    private static final long serialVersionUID = 1L;

    QuietSink(FileStoreTable table) {
      super(table, null, null);
    }

    @Override
    public DataStreamSink<?> doCommit(DataStream<Committable> written, String commitUser) {
      return super.doCommit(
          written
              .filter(QuietSink::hasChanges)
              .name("Changes : " + table.name())
              .setParallelism(written.getParallelism()),
          commitUser);
    }

    private static boolean hasChanges(Committable committable) {
      return committable.kind() != Committable.Kind.FILE
          || !((CommitMessageImpl) committable.wrappedCommittable()).isEmpty();
    }
  }
}
