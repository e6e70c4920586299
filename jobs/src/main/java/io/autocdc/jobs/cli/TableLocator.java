// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.cli;

import io.autocdc.dsl.TableName;
import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Problem;
import io.autocdc.dsl.problem.Suggestions;
import io.autocdc.dsl.yaml.Project;
import io.autocdc.jobs.compile.Catalogs;
import io.autocdc.jobs.compile.CompileOptions.CatalogOptions;
import io.autocdc.spi.TableCatalog.TableDescription;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds the warehouse that has a table: the one of the command line; else {@code ./warehouse}, that
 * of the project in the working directory, those of recent runs, the first that has the table.
 */
final class TableLocator {

  private static final String PROJECT_FILE = "autocdc.yaml";

  private final CommonOptions options;
  private final Console console;

  TableLocator(CommonOptions options, Console console) {
    this.options = options;
    this.console = console;
  }

  /**
   * A table that was found.
   *
   * @param name its full name
   * @param obvious true if the user could expect it to be read from there
   */
  record Found(
      TableName name,
      Path warehouse,
      boolean obvious,
      Map<String, CatalogOptions> catalogs,
      TableDescription description) {}

  private record Place(Path warehouse, boolean obvious, Map<String, CatalogOptions> catalogs) {}

  /**
   * @param text name of a table; one without a catalog is looked for in {@code paimon} first, and
   *     one without a schema in {@code default}, then wherever there is just one of that name
   * @throws AutoCdcException TABLE_NOT_FOUND, with the tables that there are
   */
  Found find(String text) {
    TableName table = TableName.parse(text);
    List<Place> places = places();
    for (Place place : places) {
      if (!place.catalogs().containsKey(table.catalog()) && places.size() > 1) {
        continue;
      }
      Optional<Found> found = findIn(place, table);
      if (found.isEmpty() && !TableName.namesCatalog(text)) {
        found = onlyOneOf(tablesCalled(text, place)).flatMap(name -> findIn(place, name));
      }
      if (found.isPresent()) {
        return found.get();
      }
    }
    throw notFound(table, places);
  }

  private static Optional<Found> findIn(Place place, TableName table) {
    try (Catalogs catalogs = new Catalogs(place.catalogs())) {
      return catalogs
          .of(table)
          .describe(table)
          .map(
              description ->
                  new Found(
                      table, place.warehouse(), place.obvious(), place.catalogs(), description));
    }
  }

  /** Tables of any catalog, and of any schema if the text has none. */
  private static List<TableName> tablesCalled(String text, Place place) {
    TableName name = TableName.parse(text);
    return tablesOf(place).stream()
        .filter(table -> table.table().equals(name.table()))
        .filter(table -> TableName.isBare(text) || table.schema().equals(name.schema()))
        .toList();
  }

  private static Optional<TableName> onlyOneOf(List<TableName> tables) {
    return tables.size() == 1 ? Optional.of(tables.get(0)) : Optional.empty();
  }

  private static List<TableName> tablesOf(Place place) {
    List<TableName> tables = new ArrayList<>();
    try (Catalogs catalogs = new Catalogs(place.catalogs())) {
      for (String catalog : place.catalogs().keySet()) {
        TableName any = new TableName(catalog, TableName.DEFAULT_SCHEMA, "any");
        tables.addAll(catalogs.of(any).list());
      }
    }
    return tables;
  }

  private List<Place> places() {
    Path here = console.workingDirectory();
    Optional<Project> project = projectHere();
    if (options.warehouse != null) {
      return List.of(place(Projects.folder(options.warehouse, here), true, project));
    }
    Map<Path, Place> places = new LinkedHashMap<>();
    Path beside = here.resolve(Projects.DEFAULT_WAREHOUSE);
    if (project.isPresent()) {
      Path warehouse = Projects.warehouse(project.get(), options, console);
      if (!warehouse.equals(beside)) {
        places.put(beside, place(beside, true, Optional.empty()));
      }
      places.put(warehouse, place(warehouse, true, project));
    } else {
      places.put(beside, place(beside, true, Optional.empty()));
    }
    for (Path recent : new RecentWarehouses(console.environment()).list()) {
      places.putIfAbsent(recent, place(recent, false, Optional.empty()));
    }
    List<Place> existing = new ArrayList<>(places.values());
    existing.removeIf(place -> !place.catalogs().isEmpty() && isAbsent(place));
    return existing.isEmpty() ? List.of(places.get(beside)) : existing;
  }

  /** A place of the built-in catalogs alone has no tables if its folder does not exist. */
  private static boolean isAbsent(Place place) {
    return place.catalogs().keySet().equals(TableName.BUILT_IN_CATALOGS)
        && !Files.isDirectory(place.warehouse());
  }

  private static Place place(Path warehouse, boolean obvious, Optional<Project> project) {
    return new Place(
        warehouse,
        obvious,
        project
            .map(p -> Projects.catalogs(p.settings(), p.folder(), warehouse))
            .orElseGet(() -> CatalogOptions.builtIn(warehouse)));
  }

  private Optional<Project> projectHere() {
    Path file = console.workingDirectory().resolve(PROJECT_FILE);
    return Files.isRegularFile(file)
        ? Optional.of(Projects.read(file, options, console))
        : Optional.empty();
  }

  private static AutoCdcException notFound(TableName table, List<Place> places) {
    List<String> known = new ArrayList<>();
    List<String> searched = new ArrayList<>();
    for (Place place : places) {
      searched.add(place.warehouse().toString());
      tablesOf(place).forEach(name -> known.add(text(name)));
    }
    List<String> names = known.stream().distinct().sorted().toList();
    return new AutoCdcException(
        Problem.error(
            null,
            ErrorCode.TABLE_NOT_FOUND,
            "table '" + text(table) + "' does not exist in " + String.join(", ", searched),
            names.isEmpty() ? "there are no tables" : "there are: " + String.join(", ", names),
            Suggestions.nearest(text(table), names)
                .map(near -> "did you mean '" + near + "'?")
                .orElse("name one of those, or another --warehouse")));
  }

  private static String text(TableName name) {
    return name.catalog().equals(TableName.DEFAULT_CATALOG) ? name.inCatalog() : name.toString();
  }
}
