// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.testing;

import io.autocdc.dsl.TableName;
import io.autocdc.dsl.type.TableSchema;
import io.autocdc.spi.TableCatalog;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.conversion.RowRowConverter;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.utils.TypeConversions;
import org.apache.flink.types.Row;
import org.apache.flink.util.CloseableIterator;

/** Rows as people write them, and back. */
public final class TestRows {

  private TestRows() {}

  public static RowRowConverter converter(RowType type) {
    DataType dataType = TypeConversions.fromLogicalToDataType(type);
    RowRowConverter converter = RowRowConverter.create(dataType);
    converter.open(TestRows.class.getClassLoader());
    return converter;
  }

  /** The committed rows of a table, as they lie in it. */
  public static List<Row> read(TableCatalog catalog, TableName table) throws Exception {
    TableSchema schema = catalog.describe(table).orElseThrow().schema();
    RowRowConverter converter = converter(schema.toRowType());
    // Arrays of generic rows would come out as those of objects.
    RowDataSerializer binary = new RowDataSerializer(schema.toRowType());
    List<RowData> kept = new ArrayList<>();
    try (CloseableIterator<RowData> rows = catalog.read(table)) {
      rows.forEachRemaining(row -> kept.add(binary.toBinaryRow(row).copy()));
    }
    return new ArrayList<>(kept.stream().map(converter::toExternal).toList());
  }

  public static RowType rowType(String schema) {
    return TableSchema.parse(schema).toRowType();
  }
}
