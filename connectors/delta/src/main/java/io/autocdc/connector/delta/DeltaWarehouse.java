// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.delta;

import io.autocdc.connector.delta.kernel.DeltaLocation;
import java.io.IOException;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Where tables lie: {@code WAREHOUSE/SCHEMA.delta/TABLE}. Paimon's own schemas end in {@code .db},
 * so both can share a warehouse.
 */
final class DeltaWarehouse {

  private static final Pattern SCHEME = Pattern.compile("([A-Za-z][A-Za-z0-9+.-]*):.*");
  private static final String SCHEMA_SUFFIX = ".delta";
  private static final String LOG = "_delta_log";
  private static final String NOT_IN_NAMES = "/\\:";

  private final DeltaLocation root;

  DeltaWarehouse(String warehouse, Map<String, String> options) {
    this.root = new DeltaLocation(location(warehouse), options);
  }

  private static String location(String warehouse) {
    return hasScheme(warehouse)
        ? warehouse
        : "file:" + Paths.get(warehouse).toAbsolutePath().normalize();
  }

  /** True for a URI, false for a path of the local file system. */
  static boolean hasScheme(String location) {
    return SCHEME.matcher(location).matches();
  }

  /** Why no folder can have a name; empty if one can. */
  static Optional<String> obstacle(String name) {
    if (name.startsWith(".") || name.startsWith("_")) {
      return Optional.of("'" + name + "' starts like a hidden file");
    }
    return NOT_IN_NAMES
        .chars()
        .filter(c -> name.indexOf(c) >= 0)
        .mapToObj(c -> "'" + name + "' contains '" + (char) c + "'")
        .findFirst();
  }

  DeltaLocation table(String schema, String table) {
    return root.below(schema + SCHEMA_SUFFIX).below(table);
  }

  /** A table, by its schema. */
  record Found(String schema, String table) {}

  List<Found> list() throws IOException {
    FileSystem files = root.open().files();
    List<Found> found = new ArrayList<>();
    for (FileStatus schema : folders(files, new Path(root.path()))) {
      String folder = schema.getPath().getName();
      if (folder.endsWith(SCHEMA_SUFFIX)) {
        String name = folder.substring(0, folder.length() - SCHEMA_SUFFIX.length());
        for (FileStatus table : folders(files, schema.getPath())) {
          if (files.exists(new Path(table.getPath(), LOG))) {
            found.add(new Found(name, table.getPath().getName()));
          }
        }
      }
    }
    return found;
  }

  private static List<FileStatus> folders(FileSystem files, Path parent) throws IOException {
    if (!files.exists(parent)) {
      return List.of();
    }
    List<FileStatus> folders = new ArrayList<>();
    for (FileStatus child : files.listStatus(parent)) {
      if (child.isDirectory()) {
        folders.add(child);
      }
    }
    return folders;
  }

  @Override
  public String toString() {
    return root.path();
  }
}
