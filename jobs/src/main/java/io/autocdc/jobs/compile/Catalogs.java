// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.compile;

import io.autocdc.dsl.Source;
import io.autocdc.dsl.TableName;
import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Problem;
import io.autocdc.dsl.problem.Suggestions;
import io.autocdc.jobs.compile.CompileOptions.CatalogOptions;
import io.autocdc.spi.SourceConnector;
import io.autocdc.spi.TableCatalog;
import io.autocdc.spi.TableConnector;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.TreeMap;

/** Opens the catalogs that a pipeline names, each once, and finds connectors. */
public final class Catalogs implements AutoCloseable {

  private final Map<String, CatalogOptions> options;
  private final Map<String, TableCatalog> open = new TreeMap<>();

  /** Where tables are made instead; null if they are really made. */
  private final Path scratch;

  /**
   * @param options every catalog that may be named, by name
   */
  public Catalogs(Map<String, CatalogOptions> options) {
    this(options, null);
  }

  private Catalogs(Map<String, CatalogOptions> options, Path scratch) {
    this.options = new TreeMap<>(options);
    this.scratch = scratch;
  }

  /**
   * The same catalogs, but whatever would be created or changed is created elsewhere.
   *
   * @param scratch a folder of the local file system
   */
  static Catalogs rehearsing(Map<String, CatalogOptions> options, Path scratch) {
    return new Catalogs(options, scratch);
  }

  /**
   * The catalog of a table.
   *
   * @throws AutoCdcException UNKNOWN_CATALOG
   */
  public TableCatalog of(TableName table) {
    return open.computeIfAbsent(table.catalog(), this::connect);
  }

  /**
   * The catalog of a table that a source reads.
   *
   * @throws AutoCdcException UNKNOWN_CATALOG, or INVALID_VALUE if tables of it are read by another
   *     type of source
   */
  public TableCatalog of(Source source, TableName table) {
    CatalogOptions catalog = options.get(table.catalog());
    if (catalog != null && !catalog.type().equals(source.type())) {
      throw new AutoCdcException(
          Problem.error(
              null,
              ErrorCode.INVALID_VALUE,
              "source '" + source.name() + "' of type " + source.type() + " reads " + table,
              "catalog '" + table.catalog() + "' is of the kind " + catalog.type(),
              "write type: " + catalog.type() + " with table: " + table));
    }
    return of(table);
  }

  /** The generation of state that an existing table was made for. */
  public static int generationOf(TableCatalog.TableDescription table) {
    return Targets.generationOf(table);
  }

  /** True if a table was made by a pipeline. */
  public static boolean isOf(String pipeline, TableCatalog.TableDescription table) {
    return TargetDeclaration.isOwner(pipeline, table);
  }

  /** The connector of a kind of source, if it is on the class path. */
  public static Optional<SourceConnector> source(String type) {
    return ServiceLoader.load(SourceConnector.class, Catalogs.class.getClassLoader()).stream()
        .map(ServiceLoader.Provider::get)
        .filter(connector -> connector.type().equals(type))
        .findFirst();
  }

  /** The connector of a kind of catalog that keeps targets, if it is on the class path. */
  public static Optional<TableConnector> connector(String type) {
    return ServiceLoader.load(TableConnector.class, Catalogs.class.getClassLoader()).stream()
        .map(ServiceLoader.Provider::get)
        .filter(connector -> connector.type().equals(type))
        .findFirst();
  }

  private TableCatalog connect(String name) {
    CatalogOptions catalog = options.get(name);
    if (catalog == null) {
      throw new AutoCdcException(
          Problem.error(
              null,
              ErrorCode.UNKNOWN_CATALOG,
              "catalog '" + name + "' is not known",
              "it is neither built in nor declared in the project file",
              Suggestions.didYouMean(name, options.keySet())));
    }
    return connector(catalog.type())
        .map(connector -> open(connector, name, catalog))
        .orElseThrow(
            () ->
                new AutoCdcException(
                    Problem.error(
                        null,
                        ErrorCode.UNKNOWN_CATALOG,
                        "catalog '" + name + "' is of the kind '" + catalog.type() + "'",
                        "no connector of that kind is on the class path",
                        "use the kind paimon or delta, or add the connector's jar")));
  }

  private TableCatalog open(TableConnector connector, String name, CatalogOptions catalog) {
    TableCatalog real = connector.open(name, catalog.warehouse(), catalog.options());
    return scratch == null
        ? real
        : new RehearsalCatalog(
            real, connector.open(name, scratch.resolve(name).toString(), Map.of()));
  }

  @Override
  public void close() {
    open.values().forEach(TableCatalog::close);
    open.clear();
  }
}
