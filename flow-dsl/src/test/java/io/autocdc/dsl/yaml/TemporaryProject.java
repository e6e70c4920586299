// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.yaml;

import io.autocdc.dsl.check.SimpleSqlAnalyzer;
import io.autocdc.dsl.yaml.Project.CheckedProject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Files of a project in a temporary folder. */
public final class TemporaryProject {

  private final Path folder;
  private final Map<String, String> set = new HashMap<>();
  private final Map<String, String> environment = new HashMap<>();
  private String env;

  public TemporaryProject(Path folder) {
    this.folder = folder;
  }

  public TemporaryProject file(String name, String content) {
    Path file = folder.resolve(name);
    try {
      Files.createDirectories(file.getParent());
      Files.writeString(file, content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return this;
  }

  public TemporaryProject env(String name) {
    env = name;
    return this;
  }

  public TemporaryProject set(String token, String value) {
    set.put(token, value);
    return this;
  }

  public TemporaryProject variable(String name, String value) {
    environment.put(name, value);
    return this;
  }

  public Project read(String path) {
    return ProjectReader.read(folder.resolve(path), new ReadOptions(env, set, environment));
  }

  public CheckedProject check(String path) {
    return read(path).check(new SimpleSqlAnalyzer());
  }

  /** The lines that a user sees, with the files relative to the project. */
  public List<String> problems(String path) {
    return check(path).problems().stream()
        .map(problem -> problem.toString().replace(folder + "/", ""))
        .toList();
  }
}
