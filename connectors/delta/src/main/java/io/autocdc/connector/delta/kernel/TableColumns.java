// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.delta.kernel;

import io.delta.kernel.internal.types.DataTypeJsonSerDe;
import io.delta.kernel.internal.util.ColumnMapping;
import io.delta.kernel.internal.util.ColumnMapping.ColumnMappingMode;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.table.types.logical.LogicalType;

/**
 * Columns that are read of a table, as its files have them: under their names there, whatever they
 * have been renamed to, and without those whose values stand in the log, since they are equal in
 * all rows of a file. It fits files of every version.
 */
public final class TableColumns implements Serializable {

  private static final long serialVersionUID = 1L;

  /**
   * A column that is read.
   *
   * @param physicalName its name in files and in the log
   */
  record Read(String name, String physicalName, DataType type) {}

  private final int width;
  private final String stored;
  private final String logical;
  private final ArrayList<Place> inFiles = new ArrayList<>();
  private final ArrayList<Place> inLog = new ArrayList<>();

  /**
   * @param name the name in the log; null for columns of files
   * @param at where the column goes in a row
   */
  private record Place(String name, LogicalType type, int at) implements Serializable {}

  /**
   * @param columns the columns to read, in their order; one that the table does not have is null
   * @param width fields of the rows that are made; those behind the columns are for others to set
   */
  TableColumns(
      StructType schema,
      List<String> partition,
      Map<String, String> properties,
      List<StoredColumn> columns,
      int width) {
    this.width = width;
    ColumnMappingMode mapping = ColumnMapping.getColumnMappingMode(properties);
    StructType fields = new StructType();
    StructType all = new StructType();
    for (int at = 0; at < columns.size(); at++) {
      StoredColumn column = columns.get(at);
      if (column == null) {
        continue;
      }
      StructField field = schema.get(column.name());
      all = all.add(field);
      if (partition.contains(column.name())) {
        String name =
            mapping == ColumnMappingMode.NONE
                ? column.name()
                : ColumnMapping.getPhysicalName(field);
        inLog.add(new Place(name, column.type(), at));
      } else {
        fields = fields.add(field);
        inFiles.add(new Place(null, column.type(), at));
      }
    }
    this.logical = all.toJson();
    this.stored = ColumnMapping.convertToPhysicalSchema(fields, schema, mapping).toJson();
  }

  StructType stored() {
    return DataTypeJsonSerDe.deserializeStructType(stored);
  }

  /** Makes rows of what stands in one file; every row is a new object. */
  RowMaker rows(FileRows file) {
    Object[] constants = new Object[inLog.size()];
    for (int i = 0; i < constants.length; i++) {
      Place place = inLog.get(i);
      constants[i] = PartitionValues.parse(file.partition().get(place.name), place.type);
    }
    return new RowMaker(
        width,
        inFiles.stream().map(place -> ValueReader.of(place.type)).toArray(ValueReader[]::new),
        inFiles.stream().mapToInt(Place::at).toArray(),
        constants,
        inLog.stream().mapToInt(Place::at).toArray());
  }

  List<Read> columns() {
    return DataTypeJsonSerDe.deserializeStructType(logical).fields().stream()
        .map(
            field ->
                new Read(
                    field.getName(), ColumnMapping.getPhysicalName(field), field.getDataType()))
        .toList();
  }

  /** True if the log has to say values of columns. */
  boolean needsPartition() {
    return !inLog.isEmpty();
  }
}
