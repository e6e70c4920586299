// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.show;

import io.autocdc.dsl.ReservedColumns;
import io.autocdc.operators.row.ValueOrder;
import io.autocdc.operators.row.ValueOrder.Floats;
import io.autocdc.spi.TableCatalog.TableDescription;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/**
 * The order in which rows are shown: by the keys of the source, then by the start of validity in
 * business and in system time, then, for tables without a key, by everything else. Values compare
 * by their types, nulls first.
 */
final class RowOrder implements Comparator<RowData> {

  private static final List<String> TIMES =
      List.of(ReservedColumns.START_AT, ReservedColumns.SYSTEM_START_AT);

  private final RowData.FieldGetter[] getters;
  private final List<Comparator<Object>> orders = new ArrayList<>();

  RowOrder(TableDescription table) {
    RowType type = table.schema().toRowType();
    int[] positions =
        columns(table).stream().mapToInt(name -> table.schema().indexOf(name)).toArray();
    getters = new RowData.FieldGetter[positions.length];
    for (int i = 0; i < positions.length; i++) {
      LogicalType field = type.getTypeAt(positions[i]);
      getters[i] = RowData.createFieldGetter(field, positions[i]);
      orders.add(ValueOrder.of(field, Floats.BY_FORM));
    }
  }

  private static Set<String> columns(TableDescription table) {
    Set<String> columns = new LinkedHashSet<>(table.primaryKey());
    TIMES.stream()
        .filter(time -> columns.remove(time) || table.schema().contains(time))
        .toList()
        .forEach(columns::add);
    columns.addAll(table.schema().names());
    return columns;
  }

  @Override
  public int compare(RowData a, RowData b) {
    for (int i = 0; i < getters.length; i++) {
      int order = orders.get(i).compare(getters[i].getFieldOrNull(a), getters[i].getFieldOrNull(b));
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }
}
