// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.files;

import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.zip.ZipException;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.file.src.FileSourceSplit;
import org.apache.flink.connector.file.src.reader.BulkFormat;
import org.apache.flink.connector.file.src.util.CheckpointedPosition;
import org.apache.flink.connector.file.src.util.IteratorResultIterator;
import org.apache.flink.core.fs.FileStatus;

/**
 * Reads files. One that cannot be opened for good (it is gone, or its packing is broken) is one
 * broken record, since a job that fails on it would fail on it for ever.
 */
final class FileRecordFormat implements BulkFormat<FileRecord, FileSourceSplit> {

  private static final long serialVersionUID = 1L;

  private final RecordFormat format;
  private final FileNames names;
  private final boolean snapshots;

  /**
   * @param snapshots true if each file is a snapshot: it must be read as a whole, and its end
   *     counts
   */
  FileRecordFormat(RecordFormat format, FileNames names, boolean snapshots) {
    this.format = format;
    this.names = names;
    this.snapshots = snapshots;
  }

  @Override
  public Reader<FileRecord> createReader(Configuration config, FileSourceSplit split)
      throws IOException {
    return open(split, 0, records -> records.createReader(config, split));
  }

  @Override
  public Reader<FileRecord> restoreReader(Configuration config, FileSourceSplit split)
      throws IOException {
    long alreadyRead =
        split.getReaderPosition().map(CheckpointedPosition::getRecordsAfterOffset).orElse(0L);
    return open(split, alreadyRead, records -> records.restoreReader(config, split));
  }

  @Override
  public boolean isSplittable() {
    return false;
  }

  @Override
  public TypeInformation<FileRecord> getProducedType() {
    return FileRecordSerializer.TYPE;
  }

  private interface Opening {
    Reader<FileRecord> open(BulkFormat<FileRecord, FileSourceSplit> records) throws IOException;
  }

  private Reader<FileRecord> open(FileSourceSplit split, long alreadyRead, Opening opening)
      throws IOException {
    FileOrigin origin =
        new FileOrigin(names.nameOf(split.path()), split.fileModificationTime(), null);
    try {
      FileStatus status = split.path().getFileSystem().getFileStatus(split.path());
      if (snapshots && alreadyRead > 0 && !stampOf(status).equals(FileStamp.of(split))) {
        return records(List.of(FileRecord.fileChanged(origin)));
      }
      if (status.getLen() == 0) {
        return records(snapshots ? List.of(FileRecord.endOfFile(origin)) : List.of());
      }
      return opening.open(format.records(origin, snapshots));
    } catch (FileNotFoundException e) {
      String problem = "the file was found, but gone before it was read";
      return records(
          List.of(
              snapshots ? FileRecord.fileChanged(origin) : FileRecord.brokenFile(origin, problem)));
    } catch (ZipException | EOFException e) {
      String problem = FileStreamFormat.brokenPacking(e);
      return records(
          alreadyRead > 0 && !snapshots
              ? List.of()
              : List.of(FileRecord.brokenFile(origin, problem)));
    }
  }

  private static FileStamp stampOf(FileStatus status) {
    return new FileStamp(status.getModificationTime(), status.getLen());
  }

  /** A reader that gives a few records in one batch. */
  private static Reader<FileRecord> records(List<FileRecord> records) {
    Iterator<List<FileRecord>> batches =
        records.isEmpty() ? Collections.emptyIterator() : List.of(records).iterator();
    return new Reader<>() {
      @Override
      public RecordIterator<FileRecord> readBatch() {
        return batches.hasNext()
            ? new IteratorResultIterator<>(
                batches.next().iterator(), CheckpointedPosition.NO_OFFSET, 0)
            : null;
      }

      @Override
      public void close() {}
    };
  }
}
