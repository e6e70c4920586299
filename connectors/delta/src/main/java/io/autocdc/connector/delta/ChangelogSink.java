// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.delta;

import io.autocdc.connector.delta.kernel.DeltaLocation;
import io.autocdc.dsl.TableName;
import io.autocdc.spi.TableProblems;
import java.util.List;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.transformations.PartitionTransformation;
import org.apache.flink.streaming.runtime.partitioner.GlobalPartitioner;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.RowType;

/**
 * Adds the sink to a job: writers where the changelog is, and one committer.
 *
 * <p>Rows of one primary key come from one subtask of the changelog, so they reach one writer, in
 * the order in which they were made.
 */
final class ChangelogSink {

  private ChangelogSink() {}

  /**
   * @param changelog rows of the columns of the table; in another order, or without some of the
   *     nullable ones, if the stream has an {@link InternalTypeInfo} that names them
   * @param uid prefix for the uids of the operators
   */
  static void add(
      DataStream<RowData> changelog,
      TableName name,
      DeltaLocation location,
      TableLayout layout,
      String uid) {
    RowType stored = layout.rowType();
    RowType incoming =
        changelog.getType() instanceof InternalTypeInfo
            ? ((InternalTypeInfo<RowData>) changelog.getType()).toRowType()
            : stored;
    List<String> foreign = RowAlignment.foreignColumns(incoming, stored);
    if (!foreign.isEmpty()) {
      throw TableProblems.foreignColumn(name, foreign);
    }
    aligned(
            changelog
                .transform(
                    "Writer : " + name.table(),
                    PrimitiveArrayTypeInfo.BYTE_PRIMITIVE_ARRAY_TYPE_INFO,
                    new StagingOperator(location, incoming, stored, layout.primaryKey()))
                .uid(uid + "-writer")
                .setParallelism(changelog.getParallelism()))
        .transform("Committer : " + name.table(), Types.VOID, new CommitOperator(location, uid))
        .uid(uid + "-committer")
        .setParallelism(1)
        .setMaxParallelism(1)
        // The limit of one would otherwise be that of whatever it is chained to.
        .disableChaining();
  }

  /** What a checkpoint overtakes would come to the committer after the commit that it is for. */
  private static DataStream<byte[]> aligned(DataStream<byte[]> staged) {
    GlobalPartitioner<byte[]> partitioner = new GlobalPartitioner<>();
    partitioner.disableUnalignedCheckpoints();
    return new DataStream<>(
        staged.getExecutionEnvironment(),
        new PartitionTransformation<>(staged.getTransformation(), partitioner));
  }
}
