// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.files;

import org.apache.flink.connector.file.src.FileSourceSplit;

/**
 * By what a changed file is known.
 *
 * @param modificationTime in milliseconds since 1970
 * @param length in bytes
 */
record FileStamp(long modificationTime, long length) {

  static FileStamp of(FileSourceSplit split) {
    return new FileStamp(split.fileModificationTime(), split.fileSize());
  }
}
