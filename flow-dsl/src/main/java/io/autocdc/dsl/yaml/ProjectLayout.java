// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.yaml;

import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Location;
import io.autocdc.dsl.problem.Problems;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The files of a project: which belong to it, how they are shown, how they are read. */
final class ProjectLayout {

  static final String PROJECT_FILE = "autocdc.yaml";

  /** Folders of a project whose files are no pipelines. */
  private static final Set<String> OTHER_FOLDERS =
      Set.of(
          "substitutions", "presets", "templates", "schemas", "expectations", "data", "warehouse");

  private final Path workingDirectory;
  private final Path given;
  private final Path folder;
  private final Set<Path> named = new HashSet<>();

  /**
   * @param path a pipeline file or a project folder that exists
   */
  ProjectLayout(Path path) {
    this.workingDirectory = Path.of("").toAbsolutePath();
    this.given = path.toAbsolutePath().normalize();
    this.folder = Files.isDirectory(given) ? given : folderOf(given);
  }

  /** The folder to which the paths of the project are relative. */
  Path folder() {
    return folder;
  }

  /** The file as the user would type it. */
  String display(Path file) {
    Path absolute = file.toAbsolutePath().normalize();
    boolean below = absolute.startsWith(workingDirectory);
    return (below ? workingDirectory.relativize(absolute) : absolute).toString().replace('\\', '/');
  }

  /**
   * The files that hold pipelines: the file given, or those of the folder in the order of paths.
   */
  List<Path> pipelineFiles() {
    boolean isProjectFile = given.getFileName().toString().equals(PROJECT_FILE);
    if (!Files.isDirectory(given) && !isProjectFile) {
      return List.of(given);
    }
    List<Path> found = new ArrayList<>();
    try {
      Files.walkFileTree(folder, new PipelineFiles(found));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    found.sort(Comparator.comparing(file -> folder.relativize(file).toString()));
    return found;
  }

  /**
   * A file that a text of the project names.
   *
   * @param name relative to the project folder, to one of its folders, or to the file that names it
   * @param besides other folders of the project to look in
   * @return null if there is none
   */
  Path find(String name, Location namedBy, String... besides) {
    List<Path> places = new ArrayList<>();
    places.add(folder);
    for (String other : besides) {
      places.add(folder.resolve(other));
    }
    Path namingFile = workingDirectory.resolve(namedBy.file());
    if (namingFile.getParent() != null) {
      places.add(namingFile.getParent());
    }
    Optional<Path> found =
        places.stream()
            .map(place -> place.resolve(name).normalize())
            .filter(file -> Files.isRegularFile(file) && !file.equals(namingFile.normalize()))
            .findFirst();
    found.ifPresent(named::add);
    return found.orElse(null);
  }

  /** True if a text of the project names the file, so that it is no pipeline by itself. */
  boolean isNamed(Path file) {
    return named.contains(file.normalize());
  }

  /** True for the file that the user named. */
  boolean isGiven(Path file) {
    return file.equals(given);
  }

  static boolean isYaml(Path file) {
    String name = file.getFileName().toString();
    return name.endsWith(".yaml") || name.endsWith(".yml");
  }

  static boolean isScript(Path file) {
    return file.getFileName().toString().endsWith(".sql");
  }

  /** The text of a file; null if it cannot be read, which is reported. */
  String read(Path file, Problems problems) {
    String name = display(file);
    try {
      String text = Files.readString(file, StandardCharsets.UTF_8);
      return text.startsWith("\uFEFF") ? text.substring(1) : text;
    } catch (CharacterCodingException e) {
      problems.error(
          new Location(name, 1, 1),
          isScript(file) ? ErrorCode.INVALID_SCRIPT : ErrorCode.INVALID_YAML,
          "the file is not a UTF-8 text",
          "it has bytes that are no characters",
          "save it as UTF-8");
    } catch (IOException e) {
      problems.error(
          new Location(name, 1, 1),
          ErrorCode.FILE_NOT_FOUND,
          "the file cannot be read",
          String.valueOf(e.getMessage()),
          "check the path and its permissions");
    }
    return null;
  }

  /** The documents of a YAML file. */
  List<YamlNode> parse(Path file, Problems problems) {
    String text = read(file, problems);
    return text == null ? List.of() : YamlParser.parse(display(file), text, problems);
  }

  private static Path folderOf(Path file) {
    for (Path p = file.getParent(); p != null; p = p.getParent()) {
      if (Files.isRegularFile(p.resolve(PROJECT_FILE))) {
        return p;
      }
    }
    return file.getParent();
  }

  /** Collects pipeline files, and leaves out folders that are no part of the project. */
  private final class PipelineFiles extends SimpleFileVisitor<Path> {

    private final List<Path> found;

    PipelineFiles(List<Path> found) {
      this.found = found;
    }

    @Override
    public FileVisitResult preVisitDirectory(Path dir, BasicFileAttributes attributes) {
      if (dir.equals(folder)) {
        return FileVisitResult.CONTINUE;
      }
      boolean other =
          isHidden(dir)
              || (folder.equals(dir.getParent())
                  && OTHER_FOLDERS.contains(dir.getFileName().toString()))
              || Files.isRegularFile(dir.resolve(PROJECT_FILE));
      return other ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
      String name = file.getFileName().toString();
      boolean pipelines = isYaml(file) || isScript(file);
      if (pipelines && !isHidden(file) && !name.equals(PROJECT_FILE)) {
        found.add(file);
      }
      return FileVisitResult.CONTINUE;
    }

    private boolean isHidden(Path path) {
      String name = path.getFileName().toString();
      return name.startsWith(".") || name.startsWith("_");
    }
  }
}
