// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The warehouses of the last runs, newest first, in a file of the user: so that {@code show} finds
 * a table that was written from another folder. Nothing depends on it: if it cannot be read or
 * written, there are no recent warehouses.
 */
final class RecentWarehouses {

  private static final int MOST = 20;

  private final Path file;

  RecentWarehouses(Map<String, String> environment) {
    String state = environment.get("XDG_STATE_HOME");
    String home = environment.getOrDefault("HOME", System.getProperty("user.home", "."));
    Path base =
        state == null || state.isBlank() ? Path.of(home, ".local", "state") : Path.of(state);
    this.file = base.resolve("autocdc").resolve("recent-warehouses");
  }

  List<Path> list() {
    List<Path> warehouses = new ArrayList<>();
    try {
      for (String line : Files.readAllLines(file)) {
        if (!line.isBlank()) {
          warehouses.add(Path.of(line));
        }
      }
    } catch (IOException | InvalidPathException e) {
      return List.of();
    }
    return warehouses;
  }

  void add(Path warehouse) {
    List<Path> warehouses = new ArrayList<>(list());
    warehouses.remove(warehouse);
    warehouses.add(0, warehouse);
    try {
      Files.createDirectories(file.getParent());
      Path next = Files.createTempFile(file.getParent(), "recent", ".tmp");
      Files.write(
          next,
          warehouses.subList(0, Math.min(MOST, warehouses.size())).stream()
              .map(Path::toString)
              .toList());
      Files.move(next, file, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      // Only a convenience is lost.
      return;
    }
  }
}
