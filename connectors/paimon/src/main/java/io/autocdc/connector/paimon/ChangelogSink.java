// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.paimon;

import io.autocdc.dsl.TableName;
import io.autocdc.spi.TableProblems;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.DataStreamSink;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.RowType;
import org.apache.paimon.flink.FlinkConnectorOptions;
import org.apache.paimon.options.Options;
import org.apache.paimon.table.BucketMode;
import org.apache.paimon.table.FileStoreTable;

/**
 * Adds Paimon's sink to a job: writers, each of which owns some buckets of the table, and one
 * committer, which makes a snapshot when a checkpoint has completed.
 *
 * <p>Rows of one primary key come from one subtask and lie in one bucket, so they reach the writer
 * in the order in which they were made.
 *
 * <p>When a job restores a checkpoint whose files are not committed yet, Paimon commits them and
 * then fails the job once on purpose, since its writers must start from that commit: restart
 * strategies need an attempt to spare. After a stop with a savepoint everything is committed, and
 * it does not happen.
 */
final class ChangelogSink {

  private ChangelogSink() {}

  /**
   * @param changelog rows of the visible columns; in another order, or without some of the nullable
   *     columns, if the stream has an {@link InternalTypeInfo} that names them
   * @param uid prefix for the uids of the operators
   */
  static void add(DataStream<RowData> changelog, TableName name, FileStoreTable table, String uid) {
    FileStoreTable target = table.copy(options(table, uid));
    DataStreamSink<?> sink =
        new QuietSinkBuilder(target, parallelism(changelog, target))
            .forRowData(aligned(changelog, name, target))
            .build();
    StableUids.assign(sink.getTransformation(), changelog.getTransformation(), uid);
  }

  private static Map<String, String> options(FileStoreTable table, String uid) {
    Map<String, String> options =
        new HashMap<>(TableProperties.forWriting(table.schema().options()));
    options.put(FlinkConnectorOptions.SINK_OPERATOR_UID_SUFFIX.key(), uid);
    return options;
  }

  /** As many writers as the changelog has subtasks, but not more than there are buckets. */
  private static int parallelism(DataStream<RowData> changelog, FileStoreTable table) {
    int wanted =
        Options.fromMap(table.options())
            .getOptional(FlinkConnectorOptions.SINK_PARALLELISM)
            .orElse(changelog.getParallelism());
    return table.bucketMode() == BucketMode.HASH_FIXED
        ? Math.min(wanted, table.bucketSpec().getNumBuckets())
        : wanted;
  }

  private static DataStream<RowData> aligned(
      DataStream<RowData> changelog, TableName name, FileStoreTable table) {
    TableLayout layout = TableLayout.of(table.schema());
    RowType incoming =
        changelog.getType() instanceof InternalTypeInfo
            ? ((InternalTypeInfo<RowData>) changelog.getType()).toRowType()
            : layout.visible().toRowType();
    List<String> foreign = StoredRows.foreignColumns(incoming, layout);
    if (!foreign.isEmpty()) {
      throw TableProblems.foreignColumn(name, foreign);
    }
    if (StoredRows.isAligned(incoming, layout)) {
      return changelog;
    }
    return changelog
        .map(StoredRows.of(incoming, layout))
        .returns(InternalTypeInfo.of(layout.stored()))
        .setParallelism(changelog.getParallelism());
  }
}
