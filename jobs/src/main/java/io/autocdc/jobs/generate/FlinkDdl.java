// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.generate;

import io.autocdc.connector.delta.DeltaConnector;
import io.autocdc.dsl.TableName;
import io.autocdc.dsl.type.TypeText;
import io.autocdc.dsl.yaml.CatalogSettings;
import io.autocdc.spi.TableCatalog.TableDescription;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Writes tables as statements of Flink SQL that create them with their catalogs and databases. */
final class FlinkDdl {

  private final StringBuilder out = new StringBuilder();

  private FlinkDdl() {}

  /**
   * @param tables the tables as they are stored
   * @param catalogs every catalog of theirs, with its warehouse
   */
  static String write(
      Map<TableName, TableDescription> tables, Map<String, CatalogSettings> catalogs) {
    FlinkDdl ddl = new FlinkDdl();
    Map<TableName, TableDescription> ofFlink = new LinkedHashMap<>(tables);
    ofFlink.keySet().removeIf(table -> isDelta(catalogs.get(table.catalog())));
    tables.keySet().stream().filter(table -> !ofFlink.containsKey(table)).forEach(ddl::leaveOut);
    Set<String> used =
        ofFlink.keySet().stream()
            .map(TableName::catalog)
            .collect(Collectors.toCollection(TreeSet::new));
    used.forEach(catalog -> ddl.writeCatalog(catalog, catalogs.get(catalog)));
    Set<String> databases = new TreeSet<>();
    ofFlink.keySet().forEach(table -> databases.add(name(table.catalog(), table.schema())));
    databases.forEach(
        database ->
            ddl.out.append("\nCREATE DATABASE IF NOT EXISTS ").append(database).append(";\n"));
    ofFlink.forEach(ddl::writeTable);
    return ddl.out.toString();
  }

  private static boolean isDelta(CatalogSettings catalog) {
    return catalog.type().equals(DeltaConnector.TYPE);
  }

  private void leaveOut(TableName table) {
    out.append("\n-- ").append(table);
    out.append(" is a Delta table, which Flink's SQL cannot make: the first run makes it.\n");
  }

  private void writeCatalog(String name, CatalogSettings catalog) {
    Map<String, String> options = new TreeMap<>(catalog.options());
    options.put("type", catalog.type());
    options.put("warehouse", catalog.warehouse());
    out.append("\nCREATE CATALOG IF NOT EXISTS ").append(name(name)).append(" WITH");
    writeBlock(options(options));
    out.append(";\n");
  }

  private void writeTable(TableName table, TableDescription stored) {
    List<String> elements = new ArrayList<>();
    stored
        .schema()
        .columns()
        .forEach(column -> elements.add(name(column.name()) + " " + TypeText.of(column.type())));
    if (!stored.primaryKey().isEmpty()) {
      elements.add(
          stored.primaryKey().stream()
              .map(FlinkDdl::name)
              .collect(Collectors.joining(", ", "PRIMARY KEY (", ") NOT ENFORCED")));
    }
    out.append("\nCREATE TABLE IF NOT EXISTS ");
    out.append(name(table.catalog(), table.schema(), table.table()));
    writeBlock(elements);
    out.append(" WITH");
    writeBlock(options(new TreeMap<>(stored.properties())));
    out.append(";\n");
  }

  private void writeBlock(List<String> lines) {
    out.append(lines.stream().collect(Collectors.joining(",\n  ", " (\n  ", "\n)")));
  }

  private static List<String> options(Map<String, String> options) {
    return options.entrySet().stream()
        .map(option -> text(option.getKey()) + " = " + text(option.getValue()))
        .toList();
  }

  private static String text(String text) {
    return "'" + text.replace("'", "''") + "'";
  }

  /** In backticks always: Flink reserves hundreds of words. */
  private static String name(String... parts) {
    return List.of(parts).stream()
        .map(part -> "`" + part.replace("`", "``") + "`")
        .collect(Collectors.joining("."));
  }
}
