// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.files;

import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Problems;
import io.autocdc.dsl.problem.Suggestions;
import java.io.File;
import java.io.IOException;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.flink.core.fs.Path;

/** Turns the path of a declaration into what is to be listed. */
final class FileLocation {

  private final String source;
  private final java.nio.file.Path projectFolder;
  private final Problems problems;

  FileLocation(String source, java.nio.file.Path projectFolder, Problems problems) {
    this.source = source;
    this.projectFolder = projectFolder;
    this.problems = problems;
  }

  /**
   * A path that is not there is a problem, so that a misspelt one does not look like "no input"; so
   * is the folder of a pattern. A folder or pattern without files is fine.
   *
   * @param path path or pattern, relative to the project folder or absolute, or a URI
   * @return what to list; null if a problem was found
   */
  FileScan resolve(String path) {
    FileNames names = new FileNames(projectFolder);
    Path literal = locate(path);
    if (!Glob.isGlob(path) || exists(literal)) {
      return checkExists(path, literal) ? new FileScan(literal, null, names) : null;
    }
    int split = startOfPattern(path);
    String folder = path.substring(0, split);
    Path base = locate(folder.isEmpty() ? "." : folder);
    Pattern pattern = compile(path, path.substring(split));
    if (pattern == null || !checkExists(path, base)) {
      return null;
    }
    return new FileScan(base, pattern, names);
  }

  /** Behind the last slash before the first special character. */
  private static int startOfPattern(String path) {
    int firstSpecial = 0;
    while (!Glob.isGlob(path.substring(firstSpecial, firstSpecial + 1))) {
      firstSpecial++;
    }
    return path.lastIndexOf('/', firstSpecial) + 1;
  }

  private Path locate(String path) {
    return path.matches("[A-Za-z][A-Za-z0-9+.-]+:/.*")
        ? new Path(path)
        : FileNames.local(projectFolder.resolve(path));
  }

  private Pattern compile(String path, String glob) {
    try {
      return Glob.compile(glob);
    } catch (IllegalArgumentException e) {
      problems.error(
          null,
          ErrorCode.INVALID_VALUE,
          "source '" + source + "': path is '" + path + "'",
          e.getMessage(),
          "close it, or put a backslash before a character that means itself");
      return null;
    }
  }

  private static boolean exists(Path path) {
    try {
      return path.getFileSystem().exists(path);
    } catch (IOException e) {
      return false;
    }
  }

  private boolean checkExists(String path, Path base) {
    String why = "'" + base.getPath() + "' does not exist";
    try {
      if (base.getFileSystem().exists(base)) {
        return true;
      }
    } catch (IOException e) {
      why = "'" + base + "' cannot be reached: " + e.getMessage();
    }
    problems.error(
        null,
        ErrorCode.FILE_NOT_FOUND,
        "source '" + source + "': there is nothing at path '" + path + "'",
        why,
        remedy(path, base));
    return false;
  }

  private String remedy(String path, Path base) {
    String[] siblings =
        new File(base.getPath()).getAbsoluteFile().getParentFile() == null
            ? null
            : new File(base.getPath()).getAbsoluteFile().getParentFile().list();
    String hint =
        siblings == null
            ? ""
            : Suggestions.nearest(base.getName(), List.of(siblings))
                .map(name -> ", did you mean '" + name + "'?")
                .orElse("");
    boolean relative = !new Path(path).isAbsolute();
    return "create it, or correct the path"
        + (relative ? ", which starts at '" + projectFolder + "'" : "")
        + hint;
  }
}
