// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.files;

import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;

/** Cuts files into records. */
interface RecordFormat extends Serializable {

  /** Gives the records of one file, one after the other. */
  interface RecordReader {

    /** The next record; null at the end of the file. */
    FileRecord next() throws IOException;
  }

  /**
   * @param in the file, already unpacked
   */
  RecordReader reader(InputStream in, FileOrigin origin);
}
