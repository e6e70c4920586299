// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.files;

import java.io.Serializable;
import org.apache.flink.core.fs.Path;

/**
 * Names files as users see them: relative to the project folder where they lie in it, so that rows
 * and state are the same wherever the project is; else with the full path.
 */
final class FileNames implements Serializable {

  private static final long serialVersionUID = 1L;

  private final String projectPrefix;

  FileNames(java.nio.file.Path projectFolder) {
    String folder = local(projectFolder).getPath();
    this.projectPrefix = folder.endsWith("/") ? folder : folder + "/";
  }

  String nameOf(Path file) {
    boolean isLocal = file.toUri().getScheme() == null || file.toUri().getScheme().equals("file");
    if (!isLocal) {
      return file.toString();
    }
    String path = file.getPath();
    return path.startsWith(projectPrefix) ? path.substring(projectPrefix.length()) : path;
  }

  static Path local(java.nio.file.Path path) {
    return new Path("file", null, path.toAbsolutePath().normalize().toString());
  }
}
