// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.spi;

import java.util.Map;

/** Keeps tables in one kind of lake; found by {@link java.util.ServiceLoader}. */
public interface TableConnector {

  /** The name of the kind, such as {@code paimon}. */
  String type();

  /**
   * Opens a catalog.
   *
   * @param name the catalog's name in declarations
   * @param warehouse folder or URI of the tables
   * @param options further options of the kind
   */
  TableCatalog open(String name, String warehouse, Map<String, String> options);
}
