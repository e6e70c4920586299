// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A project whose flows keep tables in Delta, with its warehouse.
 *
 * @param folder the folder around both
 */
record DeltaProject(Path folder) {

  private static final String WAREHOUSE = "w";

  TestProject files() {
    return new TestProject(folder.resolve("project"));
  }

  Cli cli() {
    return new Cli(folder);
  }

  /**
   * A write action for a table in Delta.
   *
   * @param properties of the table, as YAML
   * @param config lines of {@code cdc_config}
   */
  static String write(String table, String source, String properties, String... config) {
    return TestProject.write(table, source, config)
        .replace(
            "catalog: paimon", "catalog: delta\n      table_properties: { " + properties + " }");
  }

  /** Applies what is there. */
  Cli.Result run() {
    return cli().runHere("run", "project", "--warehouse", WAREHOUSE, "--format", "json");
  }

  /** The folder of a table. */
  Path table(String table) {
    return table(WAREHOUSE, table);
  }

  Path table(String warehouse, String table) {
    return folder.resolve(warehouse).resolve("silver.delta").resolve(table);
  }

  /** The tables that there are. */
  List<String> tables() {
    try (Stream<Path> tables = Files.list(table("any").getParent())) {
      return tables.map(table -> table.getFileName().toString()).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Names of the files of a table and of its log. */
  List<String> files(String table) {
    try (Stream<Path> files = Files.walk(table(table))) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The newest version of a table. */
  int version(String table) {
    return (int) files(table).stream().filter(name -> name.matches("\\d{20}\\.json")).count() - 1;
  }

  /** The commits of a table, all in one text. */
  String log(String table) {
    return files(table).stream()
        .filter(name -> name.matches("\\d{20}\\.json"))
        .map(name -> read(table(table).resolve("_delta_log").resolve(name)))
        .collect(Collectors.joining());
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The rows of a table as the program shows them, in the order of their text. */
  List<String> shown(String table) {
    return shown(WAREHOUSE, "delta.silver." + table);
  }

  List<String> shown(String warehouse, String table) {
    return sorted(
        cli()
            .runHere("show", table, "--warehouse", warehouse, "--format", "json")
            .expect(0)
            .lines());
  }

  static List<String> sorted(List<String> rows) {
    List<String> sorted = new ArrayList<>(rows);
    sorted.sort(null);
    return sorted;
  }

  /** Copies the warehouse. */
  void copyTo(String warehouse) {
    Path from = folder.resolve(WAREHOUSE);
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, folder.resolve(warehouse).resolve(from.relativize(file).toString()));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
