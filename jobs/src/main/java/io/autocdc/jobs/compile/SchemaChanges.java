// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.compile;

import io.autocdc.dsl.TableName;
import io.autocdc.dsl.type.Column;
import io.autocdc.operators.ledger.RunEvent;
import io.autocdc.spi.TableCatalog.TableDescription;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.table.types.logical.LogicalType;

/** Tells as events what became of a table before a run. */
final class SchemaChanges {

  private SchemaChanges() {}

  /**
   * @param before the table as it was; empty if there was none
   * @param after the table as it is
   */
  static List<RunEvent> between(
      TableName table, Optional<TableDescription> before, TableDescription after) {
    if (before.isEmpty()) {
      return List.of(event(table, "table " + table + " was created", created(after)));
    }
    List<RunEvent> events = new ArrayList<>();
    for (Column column : after.schema().columns()) {
      String type = text(column.type());
      Map<String, Object> details = new LinkedHashMap<>();
      details.put("change", "column_added");
      details.put("column", column.name());
      details.put("type", type);
      Optional<Column> known = before.get().schema().find(column.name());
      if (known.isEmpty()) {
        String message = "column '%s' (%s) was added".formatted(column.name(), type);
        events.add(event(table, message, details));
      } else if (!text(known.get().type()).equals(type)) {
        String from = text(known.get().type());
        details.put("change", "type_widened");
        details.put("from", from);
        String message =
            "column '%s' was widened from %s to %s".formatted(column.name(), from, type);
        events.add(event(table, message, details));
      }
    }
    return events;
  }

  private static String text(LogicalType type) {
    return type.copy(true).asSummaryString();
  }

  private static Map<String, Object> created(TableDescription table) {
    Map<String, String> columns = new LinkedHashMap<>();
    table.schema().columns().forEach(c -> columns.put(c.name(), text(c.type())));
    Map<String, Object> details = new LinkedHashMap<>();
    details.put("change", "table_created");
    details.put("columns", columns);
    return details;
  }

  private static RunEvent event(TableName table, String message, Map<String, ?> details) {
    return RunEvent.of(
        RunEvent.Level.INFO, RunEvent.Type.SCHEMA_CHANGE, null, table.toString(), message, details);
  }
}
