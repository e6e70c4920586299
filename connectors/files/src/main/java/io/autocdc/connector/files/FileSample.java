// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.files;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Files that stand for all files of a source: the first by name and the newest, in turn. The first
 * stay while others come, so that what is told by them stays, too.
 */
final class FileSample {

  static final int MAX_FILES = 1_000;
  static final long MAX_BYTES = 10L << 20;

  private static final long MIN_BYTES_OF_FILE = 64L << 10;

  private FileSample() {}

  /**
   * @param files in the order of their names
   * @return some of them, in the order of their names
   */
  static List<FoundFile> of(List<FoundFile> files) {
    List<FoundFile> filled = files.stream().filter(file -> file.stamp().length() > 0).toList();
    if (filled.size() <= MAX_FILES) {
      return filled;
    }
    List<FoundFile> newest = new ArrayList<>(filled);
    newest.sort(
        Comparator.comparingLong((FoundFile file) -> file.stamp().modificationTime())
            .thenComparing(FoundFile::name)
            .reversed());
    Set<FoundFile> chosen = new LinkedHashSet<>();
    for (int i = 0; chosen.size() < MAX_FILES; i++) {
      chosen.add(filled.get(i));
      if (chosen.size() < MAX_FILES) {
        chosen.add(newest.get(i));
      }
    }
    return filled.stream().filter(chosen::contains).toList();
  }

  /** How many bytes of each file of a sample are looked at. */
  static long bytesOfEach(List<FoundFile> sample) {
    return Math.max(MIN_BYTES_OF_FILE, MAX_BYTES / Math.max(1, sample.size()));
  }
}
