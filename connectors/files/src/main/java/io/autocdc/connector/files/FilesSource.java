// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.files;

import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.connector.file.src.FileSource;
import org.apache.flink.connector.file.src.FileSourceSplit;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/** Flink's {@link FileSource} for reading, {@link FilesEnumerator} for finding. */
final class FilesSource implements Source<FileRecord, FileSourceSplit, FilesState> {

  private static final long serialVersionUID = 1L;

  private final FileSource<FileRecord> reading;
  private final FileScan scan;
  private final FilesReading files;

  FilesSource(RecordFormat format, FileScan scan, FilesReading files) {
    FileRecordFormat bulkFormat = new FileRecordFormat(format, scan.names(), files.snapshots());
    this.reading = FileSource.forBulkFileFormat(bulkFormat, scan.base()).build();
    this.scan = scan;
    this.files = files;
  }

  @Override
  public Boundedness getBoundedness() {
    return files.interval() == null ? Boundedness.BOUNDED : Boundedness.CONTINUOUS_UNBOUNDED;
  }

  @Override
  public SourceReader<FileRecord, FileSourceSplit> createReader(SourceReaderContext context) {
    SourceReader<FileRecord, FileSourceSplit> reader = reading.createReader(context);
    return files.stopBefore() == null
        ? reader
        : new ParkingReader<>(reader, split -> !files.mayRead(scan.names().nameOf(split.path())));
  }

  @Override
  public SplitEnumerator<FileSourceSplit, FilesState> createEnumerator(
      SplitEnumeratorContext<FileSourceSplit> context) {
    return new FilesEnumerator(context, scan, files, FilesState.empty());
  }

  @Override
  public SplitEnumerator<FileSourceSplit, FilesState> restoreEnumerator(
      SplitEnumeratorContext<FileSourceSplit> context, FilesState state) {
    return new FilesEnumerator(context, scan, files, state);
  }

  @Override
  public SimpleVersionedSerializer<FileSourceSplit> getSplitSerializer() {
    return reading.getSplitSerializer();
  }

  @Override
  public SimpleVersionedSerializer<FilesState> getEnumeratorCheckpointSerializer() {
    return new FilesStateSerializer();
  }
}
