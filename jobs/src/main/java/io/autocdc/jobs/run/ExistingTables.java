// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.run;

import io.autocdc.dsl.TableName;
import io.autocdc.jobs.compile.Catalogs;
import java.util.Set;
import org.apache.flink.table.data.RowData;
import org.apache.flink.util.CloseableIterator;
import org.apache.flink.util.FlinkRuntimeException;

/**
 * The tables of catalogs.
 *
 * @param catalogs the catalogs, open
 * @param leftOut tables that are about to be removed, and count as not being there
 */
public record ExistingTables(Catalogs catalogs, Set<TableName> leftOut)
    implements StatePlan.Tables {

  @Override
  public boolean exists(TableName table) {
    return !leftOut.contains(table) && catalogs.of(table).describe(table).isPresent();
  }

  @Override
  public int generation(TableName table) {
    return Catalogs.generationOf(catalogs.of(table).describe(table).orElseThrow());
  }

  @Override
  public boolean isOf(String pipeline, TableName table) {
    return Catalogs.isOf(pipeline, catalogs.of(table).describe(table).orElseThrow());
  }

  @Override
  public boolean hasRows(TableName table) {
    try (CloseableIterator<RowData> rows = catalogs.of(table).read(table)) {
      return rows.hasNext();
    } catch (Exception e) {
      throw new FlinkRuntimeException("Table " + table + " cannot be read.", e);
    }
  }
}
