// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.files;

import org.apache.flink.connector.file.src.FileSourceSplit;
import org.apache.flink.core.fs.Path;

/**
 * A file as it was when the folder was listed.
 *
 * @param name see {@link FileNames}
 */
record FoundFile(String name, Path path, FileStamp stamp) {

  /** The whole file; the id tells apart the states of a file that changes. */
  FileSourceSplit toSplit() {
    long length = stamp.length();
    String id = name + "@" + stamp.modificationTime() + "+" + length;
    return new FileSourceSplit(id, path, 0, length, stamp.modificationTime(), length);
  }
}
