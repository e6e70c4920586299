// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl;

import io.autocdc.dsl.problem.Problem;
import io.autocdc.dsl.type.TableSchema;
import java.util.List;

/**
 * What the system behind a source says of its rows.
 *
 * @param schema columns of the data, without those that the source adds
 * @param primaryKey columns that identify a row; empty if the system does not say
 * @param sequence columns that order the rows of one primary key before their place does; empty if
 *     there are none
 * @param warnings what there is to be said of it; places are added
 */
public record SourceDescription(
    TableSchema schema, List<String> primaryKey, List<String> sequence, List<Problem> warnings) {

  public SourceDescription {
    primaryKey = List.copyOf(primaryKey);
    sequence = List.copyOf(sequence);
    warnings = List.copyOf(warnings);
  }

  /** Without warnings. */
  public SourceDescription(TableSchema schema, List<String> primaryKey, List<String> sequence) {
    this(schema, primaryKey, sequence, List.of());
  }

  /** Of a system that orders rows by their place alone. */
  public SourceDescription(TableSchema schema, List<String> primaryKey) {
    this(schema, primaryKey, List.of());
  }
}
