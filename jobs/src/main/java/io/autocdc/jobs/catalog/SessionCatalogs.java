// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.catalog;

import io.autocdc.jobs.compile.Catalogs;
import io.autocdc.jobs.compile.CompileOptions.CatalogOptions;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.table.catalog.CatalogStore;
import org.apache.flink.table.catalog.CommonCatalogOptions;
import org.apache.flink.table.factories.CatalogStoreFactory;
import org.apache.flink.table.factories.TableFactoryUtil;

/**
 * The catalogs of a session that a program in it can open: those of its catalog store, unless that
 * is in memory and so the session's alone, and those that were declared for the program.
 *
 * @param options options of Flink's catalogs, by their names
 */
record SessionCatalogs(Map<String, Map<String, String>> options) {

  /** What the options of a declared catalog begin with; its name follows. */
  static final String PREFIX = "catalog.";

  private static final String TYPE = CommonCatalogOptions.CATALOG_TYPE.key();
  private static final String WAREHOUSE = "warehouse";

  /**
   * @param session options of the session
   * @param declared options of catalogs, such as {@code catalog.paimon.type}; others are left alone
   */
  static SessionCatalogs of(
      Configuration session, Map<String, String> declared, ClassLoader classLoader) {
    Map<String, Map<String, String>> options = stored(session, classLoader);
    declared(declared).forEach(options::put);
    return new SessionCatalogs(options);
  }

  /** The declared catalogs alone. */
  static Map<String, Map<String, String>> declared(Map<String, String> options) {
    Map<String, Map<String, String>> declared = new TreeMap<>();
    options.forEach(
        (key, value) -> {
          int dot = key.indexOf('.', PREFIX.length());
          if (key.startsWith(PREFIX) && dot > 0) {
            declared
                .computeIfAbsent(key.substring(PREFIX.length(), dot), name -> new TreeMap<>())
                .put(key.substring(dot + 1), value);
          }
        });
    return declared;
  }

  private static Map<String, Map<String, String>> stored(
      Configuration session, ClassLoader classLoader) {
    Map<String, Map<String, String>> stored = new TreeMap<>();
    String kind = session.get(CommonCatalogOptions.TABLE_CATALOG_STORE_KIND);
    if (kind.equals(CommonCatalogOptions.DEFAULT_CATALOG_STORE_KIND)) {
      return stored;
    }
    CatalogStoreFactory factory =
        TableFactoryUtil.findAndCreateCatalogStoreFactory(session, classLoader);
    factory.open(TableFactoryUtil.buildCatalogStoreFactoryContext(session, classLoader));
    try {
      CatalogStore store = factory.createCatalogStore();
      store.open();
      try {
        for (String name : store.listCatalogs()) {
          store
              .getCatalog(name)
              .ifPresent(
                  catalog -> stored.put(name, new TreeMap<>(catalog.getConfiguration().toMap())));
        }
      } finally {
        store.close();
      }
    } finally {
      factory.close();
    }
    return stored;
  }

  boolean knows(String name) {
    return options.containsKey(name);
  }

  /** True for one whose tables flows can keep, and read as snapshots. */
  boolean keepsTables(String name) {
    return knows(name) && Catalogs.connector(options.get(name).get(TYPE)).isPresent();
  }

  /** The same without one of them. */
  Map<String, Map<String, String>> without(String name) {
    Map<String, Map<String, String>> others = new TreeMap<>(options);
    others.remove(name);
    return others;
  }

  /** The same for those that keep tables. */
  Map<String, CatalogOptions> forTables() {
    Map<String, CatalogOptions> catalogs = new TreeMap<>();
    options.forEach(
        (name, all) -> {
          Map<String, String> further = new TreeMap<>(all);
          String type = further.remove(TYPE);
          String warehouse = further.remove(WAREHOUSE);
          catalogs.put(name, new CatalogOptions(type, warehouse == null ? "" : warehouse, further));
        });
    return catalogs;
  }

  /**
   * What to do about a catalog that is not among them.
   *
   * @param own the catalog of the procedures
   */
  static String remedy(String own, String name) {
    return "start the client with table.catalog-store.kind: file, or declare it:"
        + " CREATE CATALOG "
        + own
        + " WITH ('type' = 'autocdc', '"
        + PREFIX
        + name
        + ".type' = 'paimon', '"
        + PREFIX
        + name
        + ".warehouse' = '...')";
  }
}
