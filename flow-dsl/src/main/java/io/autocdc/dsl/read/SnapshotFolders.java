// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.read;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A look at the files of a source of snapshots, for what their names tell. */
public final class SnapshotFolders {

  private static final Pattern SPECIAL = Pattern.compile("[*?\\[{]");
  private static final int MOST_FOLDERS_DEEP = 8;

  private final Path folder;

  /**
   * @param folder the project folder
   */
  SnapshotFolders(Path folder) {
    this.folder = folder;
  }

  /** True if a text is meant as a path rather than as the name of a table. */
  boolean isPath(String text) {
    return text.contains("/")
        || text.contains("\\")
        || SPECIAL.matcher(text).find()
        || text.matches(".*\\.(json|jsonl|csv|gz|parquet|avro)")
        || exists(text);
  }

  private boolean exists(String text) {
    try {
      return Files.exists(folder.resolve(text));
    } catch (RuntimeException e) {
      return false; // No path at all.
    }
  }

  /** The name of the first file below a path or pattern; empty if there is none to be seen. */
  Optional<String> firstFile(String pathOrPattern) {
    boolean pattern = SPECIAL.matcher(pathOrPattern).find();
    try {
      Path base = folder.resolve(pattern ? beforePattern(pathOrPattern) : pathOrPattern);
      if (!Files.exists(base)) {
        return Optional.empty();
      }
      PathMatcher matcher =
          pattern
              ? FileSystems.getDefault().getPathMatcher("glob:" + folder + "/" + pathOrPattern)
              : path -> true;
      try (Stream<Path> files = Files.walk(base, MOST_FOLDERS_DEEP)) {
        return files
            .filter(file -> isData(base, file) && matcher.matches(file.normalize()))
            .sorted()
            .findFirst()
            .map(file -> file.getFileName().toString());
      }
    } catch (IOException | RuntimeException e) {
      return Optional.empty(); // The run will say what is wrong with the path.
    }
  }

  private static String beforePattern(String text) {
    int slash = text.replaceFirst("[*?\\[{].*$", "").lastIndexOf('/');
    return slash < 0 ? "." : text.substring(0, slash + 1);
  }

  private static boolean isData(Path base, Path file) {
    if (!Files.isRegularFile(file)) {
      return false;
    }
    for (Path part : base.relativize(file)) {
      if (part.toString().startsWith("_") || part.toString().startsWith(".")) {
        return false;
      }
    }
    return true;
  }
}
