// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.files;

import java.io.Serializable;
import org.apache.flink.connector.file.src.FileSourceSplit;
import org.apache.flink.connector.file.src.reader.BulkFormat;

/** Cuts files into records. */
interface RecordFormat extends Serializable {

  /**
   * Reads one file that is there and not empty. Positions are counts of records.
   *
   * @param origin the file
   * @param marksEnd true if a mark stands behind the last record, unless the file is broken
   */
  BulkFormat<FileRecord, FileSourceSplit> records(FileOrigin origin, boolean marksEnd);
}
