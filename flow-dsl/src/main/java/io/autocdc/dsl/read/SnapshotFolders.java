// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.read;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A look at the files of a source of snapshots, for what their names tell. */
public final class SnapshotFolders {

  private static final Pattern SPECIAL = Pattern.compile("[*?\\[{]");
  private static final int MOST_FOLDERS_DEEP = 8;
  private static final int MOST_FILES = 1000;

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
    return files(pathOrPattern).stream().findFirst();
  }

  /**
   * The names of the files below a path or pattern, in the order of their paths; not all of many.
   */
  List<String> files(String pathOrPattern) {
    boolean pattern = SPECIAL.matcher(pathOrPattern).find();
    try {
      Path base = folder.resolve(pattern ? beforePattern(pathOrPattern) : pathOrPattern);
      if (!Files.exists(base)) {
        return List.of();
      }
      PathMatcher matcher =
          pattern
              ? FileSystems.getDefault().getPathMatcher("glob:" + folder + "/" + pathOrPattern)
              : path -> true;
      try (Stream<Path> files = Files.walk(base, MOST_FOLDERS_DEEP)) {
        return files
            .filter(file -> isData(base, file) && matcher.matches(file.normalize()))
            .sorted()
            .limit(MOST_FILES)
            .map(file -> file.getFileName().toString())
            .toList();
      }
    } catch (IOException | RuntimeException e) {
      return List.of(); // The run will say what is wrong with the path.
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
