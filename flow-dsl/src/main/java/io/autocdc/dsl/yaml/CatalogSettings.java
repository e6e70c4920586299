// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.yaml;

import java.util.Map;

/**
 * A catalog that the project file declares.
 *
 * @param type kind of catalog, such as {@code paimon}
 * @param warehouse its folder, as written; null for the warehouse of the project
 * @param options more options of the catalog
 */
public record CatalogSettings(String type, String warehouse, Map<String, String> options) {

  public CatalogSettings {
    options = Map.copyOf(options);
  }
}
