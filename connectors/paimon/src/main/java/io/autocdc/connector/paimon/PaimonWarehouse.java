// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.paimon;

import java.io.IOException;
import java.nio.file.Paths;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.paimon.catalog.Catalog;
import org.apache.paimon.catalog.CatalogContext;
import org.apache.paimon.catalog.CatalogFactory;
import org.apache.paimon.catalog.FileSystemCatalogFactory;
import org.apache.paimon.fs.FileIO;
import org.apache.paimon.fs.Path;
import org.apache.paimon.options.CatalogOptions;
import org.apache.paimon.options.Options;

/**
 * Opens Paimon's catalog over a folder when it is first needed. Paimon makes the folder while it
 * opens a catalog; who only looks must not make one, so looking at a missing folder gives no
 * catalog.
 */
final class PaimonWarehouse implements AutoCloseable {

  private static final Pattern SCHEME = Pattern.compile("([A-Za-z][A-Za-z0-9+.-]*):.*");

  private final Options options;
  private Catalog catalog;

  PaimonWarehouse(String warehouse, Map<String, String> options) {
    this.options = Options.fromMap(options);
    this.options.set(CatalogOptions.WAREHOUSE, location(warehouse));
    // Other processes change tables, too: a cached schema would be a stale one.
    this.options.set(CatalogOptions.CACHE_ENABLED, false);
  }

  /** The catalog, unless its folder does not exist yet. */
  synchronized Optional<Catalog> find() {
    if (catalog == null && exists()) {
      catalog = create();
    }
    return Optional.ofNullable(catalog);
  }

  /** The catalog; its folder is made if need be. */
  synchronized Catalog findOrCreate() {
    if (catalog == null) {
      catalog = create();
    }
    return catalog;
  }

  /**
   * Paimon's own way takes the encoded form of the folder for its name: tables of 'my lake' would
   * be in a new folder 'my%20lake'. So a local folder is opened without it.
   */
  private Catalog create() {
    CatalogContext context = context();
    String metastore = options.get(CatalogOptions.METASTORE);
    if (!isLocal() || !metastore.equals(FileSystemCatalogFactory.IDENTIFIER)) {
      return CatalogFactory.createCatalog(context);
    }
    try {
      FileIO files = FileIO.get(path(), context);
      files.checkOrMkdirs(path());
      return new FileSystemCatalogFactory().create(files, path(), context);
    } catch (IOException e) {
      throw PaimonProblems.storage("open the warehouse " + path(), e);
    }
  }

  @Override
  public synchronized void close() {
    try {
      if (catalog != null) {
        catalog.close();
      }
    } catch (Exception e) {
      throw PaimonProblems.storage("close the catalog at " + path(), e);
    } finally {
      catalog = null;
    }
  }

  Path path() {
    return new Path(options.get(CatalogOptions.WAREHOUSE));
  }

  /** What a warehouse elsewhere needs to be the same. */
  String location() {
    return options.get(CatalogOptions.WAREHOUSE);
  }

  Map<String, String> options() {
    return options.toMap();
  }

  private boolean exists() {
    try {
      return FileIO.get(path(), context()).exists(path());
    } catch (IOException e) {
      throw PaimonProblems.storage("look for the warehouse " + path(), e);
    }
  }

  /**
   * Local files need nothing of Hadoop's configuration. An empty one saves the parsing of Hadoop's
   * default files, and a hundred kilobytes in every operator that carries the table.
   */
  private CatalogContext context() {
    return isLocal()
        ? CatalogContext.create(options, new Configuration(false))
        : CatalogContext.create(options);
  }

  private boolean isLocal() {
    String scheme = path().toUri().getScheme();
    return scheme == null || scheme.equals("file");
  }

  private static String location(String warehouse) {
    return SCHEME.matcher(warehouse).matches()
        ? warehouse
        : Paths.get(warehouse).toAbsolutePath().normalize().toString();
  }
}
