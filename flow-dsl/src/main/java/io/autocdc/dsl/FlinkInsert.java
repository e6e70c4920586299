// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl;

import io.autocdc.dsl.sql.FlinkStatements;
import java.io.Serializable;
import java.util.Objects;

/**
 * Rows that Flink itself writes: an {@code INSERT INTO} over sources, views and tables of Flink,
 * handed over as it stands. It has no keys, no sequence and no state of its own.
 *
 * @param sql the statement
 */
public record FlinkInsert(String sql) implements Serializable {

  public FlinkInsert {
    Objects.requireNonNull(sql);
  }

  /** The table that it writes, its parts joined by dots; empty if it is no INSERT. */
  public String target() {
    return FlinkStatements.insertedTable(sql).map(parts -> String.join(".", parts)).orElse("");
  }
}
