// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.cdc;

import org.apache.flink.api.connector.source.SourceOutput;
import org.apache.flink.cdc.connectors.base.config.SourceConfig;
import org.apache.flink.cdc.connectors.base.source.meta.split.SourceRecords;
import org.apache.flink.cdc.connectors.base.source.meta.split.SourceSplitState;
import org.apache.flink.cdc.connectors.base.source.metrics.SourceReaderMetrics;
import org.apache.flink.cdc.connectors.base.source.reader.IncrementalSourceRecordEmitter;
import org.apache.flink.cdc.connectors.postgres.source.PostgresDialect;
import org.apache.flink.cdc.connectors.postgres.source.PostgresSourceBuilder.PostgresIncrementalSource;
import org.apache.flink.cdc.connectors.postgres.source.config.PostgresSourceConfigFactory;
import org.apache.flink.cdc.connectors.postgres.source.offset.PostgresOffsetFactory;
import org.apache.flink.cdc.connectors.shaded.org.apache.kafka.connect.source.SourceRecord;
import org.apache.flink.connector.base.source.reader.RecordEmitter;

/** Flink CDC's source, which tells how far its readers have come in the log. */
final class WatchedPostgresSource extends PostgresIncrementalSource<ChangeRecord> {

  private static final long serialVersionUID = 1L;

  private final transient RunEnd end;

  WatchedPostgresSource(
      PostgresSourceConfigFactory config,
      ChangesAsJson changes,
      PostgresDialect dialect,
      RunEnd end) {
    super(config, changes, new PostgresOffsetFactory(), dialect);
    this.end = end;
  }

  @Override
  protected RecordEmitter<SourceRecords, ChangeRecord, SourceSplitState> createRecordEmitter(
      SourceConfig config, SourceReaderMetrics metrics) {
    return new IncrementalSourceRecordEmitter<>(
        deserializationSchema, metrics, false, offsetFactory) {
      @Override
      protected void processElement(
          SourceRecord record, SourceOutput<ChangeRecord> output, SourceSplitState split)
          throws Exception {
        super.processElement(record, output, split);
        if (split.isStreamSplitState()) {
          end.passed(record.sourceOffset());
        }
      }
    };
  }
}
