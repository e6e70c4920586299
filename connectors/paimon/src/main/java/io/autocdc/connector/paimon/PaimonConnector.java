// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.paimon;

import io.autocdc.spi.TableCatalog;
import io.autocdc.spi.TableConnector;
import java.util.Map;

/** Keeps tables in Apache Paimon, in a file-system catalog; see {@link PaimonTableCatalog}. */
public final class PaimonConnector implements TableConnector {

  public static final String TYPE = "paimon";

  @Override
  public String type() {
    return TYPE;
  }

  /**
   * Names a catalog; nothing is read or written before it is used.
   *
   * @param name the catalog's name in declarations
   * @param warehouse a local folder (a relative one starts at the working directory) or a URI
   * @param options Paimon's catalog options, such as credentials of an object store; never null
   */
  @Override
  public TableCatalog open(String name, String warehouse, Map<String, String> options) {
    return new PaimonTableCatalog(name, new PaimonWarehouse(warehouse, options));
  }
}
