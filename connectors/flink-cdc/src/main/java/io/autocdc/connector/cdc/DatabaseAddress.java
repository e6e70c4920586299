// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.cdc;

import io.autocdc.dsl.DatabaseOptions;
import io.autocdc.dsl.Source;
import java.io.Serializable;
import java.util.Map;

/**
 * Where a database is, and who reads it.
 *
 * @param password empty for none
 */
record DatabaseAddress(String host, int port, String database, String user, String password)
    implements Serializable {

  static DatabaseAddress of(Source source, int defaultPort) {
    Map<String, String> options = source.options();
    return new DatabaseAddress(
        options.get(DatabaseOptions.HOSTNAME),
        Integer.parseInt(
            options.getOrDefault(DatabaseOptions.PORT, String.valueOf(defaultPort)).strip()),
        options.get(DatabaseOptions.DATABASE),
        options.get(DatabaseOptions.USERNAME),
        options.getOrDefault(DatabaseOptions.PASSWORD, ""));
  }

  /** Without the password, which nobody may see. */
  @Override
  public String toString() {
    return host + ":" + port + "/" + database;
  }
}
