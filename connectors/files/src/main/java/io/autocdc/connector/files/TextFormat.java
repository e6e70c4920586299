// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.files;

import java.io.IOException;
import java.io.InputStream;
import org.apache.flink.connector.file.src.FileSourceSplit;
import org.apache.flink.connector.file.src.impl.StreamFormatAdapter;
import org.apache.flink.connector.file.src.reader.BulkFormat;

/** A format of text, read from its start to its end; files can be packed. */
interface TextFormat extends RecordFormat {

  /** Gives the records of one file, one after the other. */
  interface RecordReader {

    /** The next record; null at the end of the file. */
    FileRecord next() throws IOException;
  }

  /**
   * @param in the file, already unpacked
   */
  RecordReader reader(InputStream in, FileOrigin origin);

  /** Flink's own adapter unpacks files by their extension and remembers how far it has come. */
  @Override
  default BulkFormat<FileRecord, FileSourceSplit> records(FileOrigin origin, boolean marksEnd) {
    return new StreamFormatAdapter<>(new FileStreamFormat(this, origin, marksEnd));
  }
}
