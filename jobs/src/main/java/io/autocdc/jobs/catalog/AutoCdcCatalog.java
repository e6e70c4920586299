// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.catalog;

import io.autocdc.dsl.problem.Suggestions;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.flink.table.catalog.CatalogBaseTable;
import org.apache.flink.table.catalog.CatalogDatabaseImpl;
import org.apache.flink.table.catalog.CatalogFunction;
import org.apache.flink.table.catalog.CatalogFunctionImpl;
import org.apache.flink.table.catalog.CatalogTable;
import org.apache.flink.table.catalog.FunctionLanguage;
import org.apache.flink.table.catalog.GenericInMemoryCatalog;
import org.apache.flink.table.catalog.ObjectPath;
import org.apache.flink.table.catalog.ResolvedCatalogTable;
import org.apache.flink.table.catalog.exceptions.CatalogException;
import org.apache.flink.table.catalog.exceptions.DatabaseAlreadyExistException;
import org.apache.flink.table.catalog.exceptions.DatabaseNotExistException;
import org.apache.flink.table.catalog.exceptions.FunctionNotExistException;
import org.apache.flink.table.catalog.exceptions.ProcedureNotExistException;
import org.apache.flink.table.catalog.exceptions.TableAlreadyExistException;
import org.apache.flink.table.catalog.exceptions.TableNotExistException;
import org.apache.flink.table.procedures.Procedure;
import org.apache.flink.table.types.logical.RowType;

/**
 * The catalog of a session: procedures and functions in the database {@value #SYSTEM}, and tables
 * of the user's own, which live as long as the session does, elsewhere.
 */
public final class AutoCdcCatalog extends GenericInMemoryCatalog {

  /** The database with the procedures and functions. */
  public static final String SYSTEM = "sys";

  /** The database that the user's tables are in, unless another one is named. */
  public static final String FLOWS = "flows";

  private final Map<String, String> options;

  /**
   * @param options those of the catalogs that are declared for flows, see {@link SessionCatalogs}
   */
  AutoCdcCatalog(String name, Map<String, String> options) {
    super(name, FLOWS);
    this.options = new TreeMap<>(options);
    try {
      createDatabase(SYSTEM, new CatalogDatabaseImpl(Map.of(), "procedures and functions"), false);
    } catch (DatabaseAlreadyExistException e) {
      throw new IllegalStateException(e);
    }
  }

  Map<String, String> options() {
    return options;
  }

  /** Tables of the connector know the catalogs that are declared for flows. */
  @Override
  public CatalogBaseTable getTable(ObjectPath path) throws TableNotExistException {
    CatalogBaseTable table = super.getTable(path);
    if (!(table instanceof CatalogTable flow) || !isFlow(flow)) {
      return table;
    }
    Map<String, String> all = new TreeMap<>(options);
    all.putAll(flow.getOptions());
    return flow.copy(all);
  }

  @Override
  public void createTable(ObjectPath path, CatalogBaseTable table, boolean ignoreIfExists)
      throws TableAlreadyExistException, DatabaseNotExistException {
    checkFlow(path, table);
    super.createTable(path, table, ignoreIfExists);
  }

  @Override
  public void alterTable(ObjectPath path, CatalogBaseTable table, boolean ignoreIfNotExists)
      throws TableNotExistException {
    checkFlow(path, table);
    super.alterTable(path, table, ignoreIfNotExists);
  }

  /** Faults of a flow show where it is declared, and not only where it is used. */
  private void checkFlow(ObjectPath path, CatalogBaseTable table) {
    if (table instanceof ResolvedCatalogTable flow && isFlow(flow)) {
      FlowOfTable.check(
          getName() + "." + path.getFullName(),
          AutoCdcTableFactory.arguments(flow.getOptions()),
          (RowType) flow.getResolvedSchema().toPhysicalRowDataType().getLogicalType());
    }
  }

  private static boolean isFlow(CatalogBaseTable table) {
    return AutoCdcTableFactory.IDENTIFIER.equals(table.getOptions().get("connector"));
  }

  @Override
  public List<String> listProcedures(String database)
      throws DatabaseNotExistException, CatalogException {
    if (!databaseExists(database)) {
      throw new DatabaseNotExistException(getName(), database);
    }
    return database.equals(SYSTEM) ? Procedures.names() : List.of();
  }

  @Override
  public Procedure getProcedure(ObjectPath path) throws ProcedureNotExistException {
    Optional<Procedure> procedure =
        path.getDatabaseName().equals(SYSTEM)
            ? Procedures.find(lowerCase(path), this)
            : Optional.empty();
    return procedure.orElseThrow(
        () ->
            new ProcedureNotExistException(
                getName(),
                path,
                new IllegalArgumentException(
                    Suggestions.didYouMean(path.getObjectName(), Procedures.names()))));
  }

  @Override
  public List<String> listFunctions(String database) throws DatabaseNotExistException {
    return database.equals(SYSTEM) ? Functions.names() : super.listFunctions(database);
  }

  @Override
  public boolean functionExists(ObjectPath path) {
    return path.getDatabaseName().equals(SYSTEM)
        ? Functions.find(lowerCase(path)).isPresent()
        : super.functionExists(path);
  }

  @Override
  public CatalogFunction getFunction(ObjectPath path) throws FunctionNotExistException {
    if (!path.getDatabaseName().equals(SYSTEM)) {
      return super.getFunction(path);
    }
    return Functions.find(lowerCase(path))
        .map(function -> new CatalogFunctionImpl(function.getName(), FunctionLanguage.JAVA))
        .orElseThrow(() -> new FunctionNotExistException(getName(), path));
  }

  private static String lowerCase(ObjectPath path) {
    return path.getObjectName().toLowerCase(Locale.ROOT);
  }
}
