// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.files;

import io.autocdc.dsl.SnapshotVersions;
import io.autocdc.dsl.Source;
import io.autocdc.dsl.SourceDescription;
import io.autocdc.dsl.SourceTypes;
import io.autocdc.dsl.problem.Problems;
import io.autocdc.dsl.type.TableSchema;
import io.autocdc.source.EventTime;
import io.autocdc.source.HeldOpenSource;
import io.autocdc.source.ParseFunction;
import io.autocdc.source.RecordDecoder;
import io.autocdc.source.SnapshotOperator;
import io.autocdc.spi.SourceConnector;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.DataStreamSource;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;

/**
 * Reads JSON lines, records of Debezium and CSV, also packed ({@code .gz} and what else Flink knows
 * by extension), Parquet and Avro from a file, a folder or a pattern.
 *
 * <p>A file is read whole when it is new or has changed, over runs and restarts; with {@code
 * readMode: batch} every run reads what is there when it starts. A continuous run looks at the
 * folder every {@code monitor_interval}; a triggered run looks once, reads what is there, and is
 * held open. What is no row of the schema, down to a file that cannot be unpacked, is an invalid
 * row with its {@code file:line}.
 */
public final class FilesConnector implements SourceConnector {

  /**
   * In a continuous run, a reader without new files does not hold back the watermark for longer.
   */
  private static final Duration IDLE_TIMEOUT = Duration.ofSeconds(10);

  @Override
  public String type() {
    return SourceTypes.FILES;
  }

  /**
   * {@inheritDoc}
   *
   * @throws io.autocdc.dsl.problem.AutoCdcException with every problem of the options and the path:
   *     MISSING_KEY, INVALID_VALUE, MISSING_SCHEMA, FILE_NOT_FOUND; UNSUPPORTED_TYPE
   */
  @Override
  public SourceStreams connect(Source source, SourceContext context) {
    Problems problems = new Problems();
    FilesOptions options = new FilesOptions(source, problems);
    RecordFormat format = options.format(context.keys());
    Duration interval = options.monitorInterval();
    String path = options.path();
    FileScan scan =
        path.isEmpty()
            ? null
            : new FileLocation(source.name(), context.projectFolder(), problems).resolve(path);
    problems.throwIfErrors();
    decoder(format); // Types that have no text form are found here, not in the running job.

    Optional<SnapshotVersions> versions = SnapshotVersions.of(source);
    FilesReading reading =
        new FilesReading(
            context.triggered() || source.isReadInWhole() ? null : interval,
            context.once(),
            versions.orElse(null),
            context.stopBefore());
    HeldOpenSource<FileRecord, ?, ?> files =
        new HeldOpenSource<>(
            new FilesSource(format, scan, reading),
            FileRecordSerializer.TYPE,
            FileRecord::endOfInput);
    DataStreamSource<FileRecord> records =
        context
            .env()
            .fromSource(
                files,
                WatermarkStrategy.noWatermarks(),
                "files: " + source.name(),
                FileRecordSerializer.TYPE);
    records.uid(context.uid() + "-files");
    return versions.isPresent()
        ? snapshots(records, source, (RowFormat) format, reading, context)
        : rows(records, source, format, context);
  }

  /**
   * {@inheritDoc}
   *
   * <p>The columns come from a sample of the files.
   *
   * @throws io.autocdc.dsl.problem.AutoCdcException FILE_NOT_FOUND, or MISSING_SCHEMA if the files
   *     do not tell
   */
  @Override
  public Optional<SourceDescription> describe(Source source, Path projectFolder) {
    Problems wrongOptions = new Problems();
    FilesOptions options = new FilesOptions(source, wrongOptions);
    options.checkFormat();
    String path = options.path();
    if (wrongOptions.hasErrors()) {
      return Optional.empty();
    }
    Problems problems = new Problems();
    FileScan scan = new FileLocation(source.name(), projectFolder, problems).resolve(path);
    problems.throwIfErrors();
    TableSchema schema = new SchemaInference(source, options).infer(scan);
    return wrongOptions.hasErrors()
        ? Optional.empty()
        : Optional.of(new SourceDescription(schema, List.of()));
  }

  private static RecordDecoder<FileRecord> decoder(RecordFormat format) {
    if (format instanceof DebeziumJsonFormat feed) {
      return RecordDecoder.debezium(feed.changes());
    }
    RecordParser parser = ((RowFormat) format).parser();
    return (record, rows) -> {
      rows.accept(parser.parse(record));
      return null;
    };
  }

  private static SourceStreams rows(
      DataStream<FileRecord> records, Source source, RecordFormat format, SourceContext context) {
    SingleOutputStreamOperator<RowData> rows =
        records
            .process(
                new ParseFunction<>(
                    () -> decoder(format),
                    new FileColumns(source.schema().columns().size()),
                    source))
            .returns(InternalTypeInfo.of(source.visibleSchema().toRowType()))
            .name("parse: " + source.name())
            .uid(context.uid() + "-parse");
    DataStream<RowData> invalid = rows.getSideOutput(ParseFunction.INVALID);
    Duration idleTimeout = context.triggered() ? Duration.ZERO : IDLE_TIMEOUT;
    return new SourceStreams(
        EventTime.assign(rows, source, idleTimeout, context.uid() + "-event-time"), invalid, null);
  }

  /** One subtask reads the snapshots one after the other, in the order of their versions. */
  private static SourceStreams snapshots(
      DataStreamSource<FileRecord> records,
      Source source,
      RowFormat format,
      FilesReading reading,
      SourceContext context) {
    SingleOutputStreamOperator<RowData> rows =
        records
            .setParallelism(1)
            .transform(
                "snapshots: " + source.name(),
                InternalTypeInfo.of(source.visibleSchema().toRowType()),
                new FileSnapshotOperator(
                    new RowParser(format, source), source, reading, context.generation()))
            .setParallelism(1)
            .setMaxParallelism(1)
            .uid(context.uid() + "-snapshots");
    return new SourceStreams(
        rows,
        rows.getSideOutput(ParseFunction.INVALID),
        rows.getSideOutput(SnapshotOperator.ends(reading.versions().type())));
  }
}
