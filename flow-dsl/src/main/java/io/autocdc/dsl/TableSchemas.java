// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl;

import io.autocdc.dsl.type.TableSchema;
import java.util.Optional;

/** Knows the columns of existing tables; made by whoever can reach the catalogs. */
@FunctionalInterface
public interface TableSchemas {

  /** Knows no table. */
  TableSchemas NONE = table -> Optional.empty();

  /** The visible columns of a table, if it exists. */
  Optional<TableSchema> find(TableName table);
}
