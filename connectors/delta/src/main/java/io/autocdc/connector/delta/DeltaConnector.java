// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.delta;

import io.autocdc.spi.TableCatalog;
import io.autocdc.spi.TableConnector;
import java.util.Map;

/**
 * Keeps tables in Delta Lake's format, each in a folder of its own; see {@link DeltaTableCatalog}.
 */
public final class DeltaConnector implements TableConnector {

  public static final String TYPE = "delta";

  @Override
  public String type() {
    return TYPE;
  }

  /**
   * Names a catalog; nothing is read or written before it is used.
   *
   * @param name the catalog's name in declarations
   * @param warehouse a local folder (a relative one starts at the working directory) or a URI
   * @param options options of Hadoop's file systems, such as credentials; never null
   */
  @Override
  public TableCatalog open(String name, String warehouse, Map<String, String> options) {
    return new DeltaTableCatalog(name, new DeltaWarehouse(warehouse, options));
  }
}
