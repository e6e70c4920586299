// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl;

import io.autocdc.dsl.type.TableSchema;
import java.util.List;

/**
 * What the system behind a source says of its rows.
 *
 * @param schema columns of the data, without those that the source adds
 * @param primaryKey columns that identify a row; empty if the system does not say
 */
public record SourceDescription(TableSchema schema, List<String> primaryKey) {

  public SourceDescription {
    primaryKey = List.copyOf(primaryKey);
  }
}
