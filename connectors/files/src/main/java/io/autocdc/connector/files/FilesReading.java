// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.files;

import io.autocdc.dsl.SnapshotVersions;
import io.autocdc.dsl.VersionFrom;
import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Problem;
import java.io.Serializable;
import java.time.Duration;
import java.util.Comparator;

/**
 * Which files are read when.
 *
 * @param interval time between two looks at the folder; null to look once
 * @param once true if what was found at the first look is all that is ever read
 * @param versions how files get their versions if each is a snapshot; null if they are no snapshots
 * @param stopBefore name of the first snapshot that is not to be read; null to read all
 */
record FilesReading(Duration interval, boolean once, SnapshotVersions versions, String stopBefore)
    implements Serializable {

  /** Files that are no snapshots. */
  static FilesReading of(Duration interval) {
    return new FilesReading(interval, false, null, null);
  }

  boolean snapshots() {
    return versions != null;
  }

  /** The order in which files are read, by their names: snapshots by their versions. */
  Comparator<String> order() {
    Comparator<String> byName = Comparator.naturalOrder();
    return versions != null && versions.from() == VersionFrom.FILE_NAME
        ? this::compareVersions
        : byName;
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private int compareVersions(String file, String other) {
    int order = ((Comparable) version(file)).compareTo(version(other));
    return order != 0 ? order : file.compareTo(other);
  }

  /**
   * The version in the name of a file.
   *
   * @throws AutoCdcException SNAPSHOT_VERSION
   */
  Comparable<?> version(String file) {
    try {
      return versions.parse(file.substring(file.lastIndexOf('/') + 1));
    } catch (IllegalArgumentException e) {
      throw new AutoCdcException(
          Problem.error(
              null,
              ErrorCode.SNAPSHOT_VERSION,
              "the name of the snapshot '" + file + "' has no version",
              e.getMessage(),
              "rename or remove the file, or set version_type (now "
                  + versions.type().copy(true).asSummaryString()
                  + ") or version_pattern"),
          e);
    }
  }

  /** True if a file is to be read in this run. */
  boolean mayRead(String file) {
    return stopBefore == null || order().compare(file, stopBefore) < 0;
  }
}
