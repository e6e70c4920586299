// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.files;

import java.io.EOFException;
import java.io.IOException;
import java.util.zip.ZipException;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.file.src.reader.StreamFormat;
import org.apache.flink.core.fs.FSDataInputStream;

/**
 * The records of one file. Positions are counts of records: Flink's adapter skips as many when it
 * goes on, so headers and joined lines need no state of their own. A file may be longer than it was
 * when it was found; it is read as it is.
 */
final class FileStreamFormat implements StreamFormat<FileRecord> {

  private static final long serialVersionUID = 1L;

  private final TextFormat format;
  private final FileOrigin origin;
  private final boolean marksEnd;

  /**
   * @param marksEnd true if a mark stands behind the last record, unless the file is broken
   */
  FileStreamFormat(TextFormat format, FileOrigin origin, boolean marksEnd) {
    this.format = format;
    this.origin = origin;
    this.marksEnd = marksEnd;
  }

  static String brokenPacking(IOException e) {
    String reason = e.getMessage() == null ? "it ends too early" : e.getMessage();
    return "the rest of the file cannot be unpacked: " + reason;
  }

  @Override
  public Reader<FileRecord> createReader(
      Configuration config, FSDataInputStream stream, long fileLength, long splitEnd) {
    return new RecordStream(stream);
  }

  @Override
  public Reader<FileRecord> restoreReader(
      Configuration config, FSDataInputStream stream, long offset, long length, long splitEnd)
      throws IOException {
    stream.seek(offset);
    return new RecordStream(stream);
  }

  @Override
  public boolean isSplittable() {
    return false;
  }

  @Override
  public TypeInformation<FileRecord> getProducedType() {
    return FileRecordSerializer.TYPE;
  }

  private final class RecordStream implements Reader<FileRecord> {

    private final FSDataInputStream stream;
    private final TextFormat.RecordReader records;
    private boolean ended;

    RecordStream(FSDataInputStream stream) {
      this.stream = stream;
      this.records = format.reader(stream, origin);
    }

    @Override
    public FileRecord read() throws IOException {
      if (ended) {
        return null;
      }
      try {
        FileRecord next = records.next();
        ended = next == null;
        return ended && marksEnd ? FileRecord.endOfFile(origin) : next;
      } catch (ZipException | EOFException e) {
        ended = true;
        return FileRecord.brokenFile(origin, brokenPacking(e));
      }
    }

    @Override
    public void close() throws IOException {
      stream.close();
    }
  }
}
