// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.files;

import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.connector.file.src.FileSourceSplit;

/**
 * State of {@link FilesEnumerator}.
 *
 * @param ledger every file that was ever found, by name, as it was when it was last found
 * @param pending files that no reader has taken yet
 */
record FilesState(Map<String, FileStamp> ledger, Collection<FileSourceSplit> pending) {

  FilesState {
    ledger = new TreeMap<>(ledger);
  }

  static FilesState empty() {
    return new FilesState(Map.of(), java.util.List.of());
  }
}
