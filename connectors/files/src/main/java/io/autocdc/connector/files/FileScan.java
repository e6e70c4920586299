// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.files;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;

/**
 * Lists the files of a source: one file, every file below a folder, or those that match a pattern.
 * Names below the folder that start with an underscore or a point are skipped; files are written
 * under such a name and renamed when they are whole.
 */
final class FileScan implements Serializable {

  private static final long serialVersionUID = 1L;
  private static final int LISTING_ATTEMPTS = 5;

  private final Path base;
  private final Pattern pattern;
  private final FileNames names;

  /**
   * @param base a file, or the folder to look into
   * @param pattern what a path relative to the folder has to match; null for every file
   */
  FileScan(Path base, Pattern pattern, FileNames names) {
    this.base = base;
    this.pattern = pattern;
    this.names = names;
  }

  Path base() {
    return base;
  }

  FileNames names() {
    return names;
  }

  /** The files that are there now, in the order of their names. */
  List<FoundFile> list() throws IOException {
    FileSystem fileSystem = base.getFileSystem();
    List<FoundFile> found = new ArrayList<>();
    FileStatus root = fileSystem.getFileStatus(base);
    if (root.isDir()) {
      listFolder(fileSystem, base, "", found);
    } else {
      add(root, found);
    }
    found.sort(Comparator.comparing(FoundFile::name));
    return found;
  }

  private void listFolder(FileSystem fileSystem, Path folder, String prefix, List<FoundFile> found)
      throws IOException {
    for (FileStatus status : children(fileSystem, folder)) {
      String name = status.getPath().getName();
      if (name.startsWith("_") || name.startsWith(".")) {
        continue;
      }
      String relative = prefix + name;
      if (status.isDir()) {
        listFolder(fileSystem, status.getPath(), relative + "/", found);
      } else if (pattern == null || pattern.matcher(relative).matches()) {
        add(status, found);
      }
    }
  }

  /** A file that is renamed while the folder is listed makes a listing fail: it is tried again. */
  private static FileStatus[] children(FileSystem fileSystem, Path folder) throws IOException {
    for (int attempt = 1; ; attempt++) {
      try {
        FileStatus[] children = fileSystem.listStatus(folder);
        return children == null ? new FileStatus[0] : children;
      } catch (FileNotFoundException e) {
        if (attempt == LISTING_ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  private void add(FileStatus status, List<FoundFile> found) {
    FileStamp stamp = new FileStamp(status.getModificationTime(), status.getLen());
    found.add(new FoundFile(names.nameOf(status.getPath()), status.getPath(), stamp));
  }
}
