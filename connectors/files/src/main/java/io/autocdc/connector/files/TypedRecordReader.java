// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.files;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.connector.file.src.reader.BulkFormat;
import org.apache.flink.connector.file.src.util.CheckpointedPosition;
import org.apache.flink.connector.file.src.util.IteratorResultIterator;
import org.apache.flink.core.fs.FSDataInputStream;

/**
 * Reads one file in batches. The rest of a broken file is one broken record, since reading it again
 * would end the same way; a file system that fails is another matter.
 */
final class TypedRecordReader implements BulkFormat.Reader<FileRecord> {

  private static final int BATCH = 256;

  /** Opens the rows of the file. */
  @FunctionalInterface
  interface Opening {
    TypedRows open(FSDataInputStream in) throws IOException;
  }

  private final GuardedStream in;
  private final Opening opening;
  private final FileOrigin origin;
  private final String format;
  private final boolean marksEnd;
  private final long alreadyRead;

  private TypedRows rows;
  private long number;
  private boolean ended;

  /**
   * @param format name of the format, for people
   * @param marksEnd true if a mark stands behind the last record, unless the file is broken
   * @param alreadyRead number of records that were read before
   */
  TypedRecordReader(
      FSDataInputStream in,
      Opening opening,
      FileOrigin origin,
      String format,
      boolean marksEnd,
      long alreadyRead) {
    this.in = new GuardedStream(in);
    this.opening = opening;
    this.origin = origin;
    this.format = format;
    this.marksEnd = marksEnd;
    this.alreadyRead = alreadyRead;
  }

  @Override
  public BulkFormat.RecordIterator<FileRecord> readBatch() throws IOException {
    long start = Math.max(number, alreadyRead);
    List<FileRecord> batch = new ArrayList<>();
    while (!ended && batch.size() < BATCH) {
      FileRecord record = next();
      if (record != null) {
        batch.add(record);
      }
    }
    return batch.isEmpty()
        ? null
        : new IteratorResultIterator<>(batch.iterator(), CheckpointedPosition.NO_OFFSET, start);
  }

  private FileRecord next() throws IOException {
    try {
      if (rows == null && !open()) {
        return null;
      }
      number++;
      FileRecord record = rows.next(number);
      ended = record == null;
      return ended && marksEnd ? FileRecord.endOfFile(origin) : record;
    } catch (IOException | RuntimeException | LinkageError e) {
      if (in.failure() != null) {
        throw new IOException("could not read " + origin.name(), e);
      }
      ended = true;
      // Where reading ended early, it did so before, and has been said.
      return number < alreadyRead ? null : FileRecord.brokenFile(origin, problem(e));
    }
  }

  /** False if all records were read before, down to the mark behind the last row. */
  private boolean open() throws IOException {
    rows = opening.open(in);
    number = rows.skip(alreadyRead);
    ended = number < alreadyRead;
    return !ended;
  }

  private String problem(Throwable e) {
    String reason = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    String what = number <= 1 ? "the file" : "the rest of the file";
    return what + " cannot be read as " + format + ": " + reason;
  }

  @Override
  public void close() throws IOException {
    if (rows != null) {
      rows.close();
    }
    in.close();
  }
}
