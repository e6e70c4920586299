// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.delta.kernel;

import io.delta.kernel.types.FieldMetadata;
import io.delta.kernel.types.StructField;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.utils.LogicalTypeParser;

/**
 * A column of a table as Flink sees it. Delta knows fewer types than Flink, so the declared one
 * stands in the metadata of the column, and so does its place in the primary key, for which Delta
 * has no word.
 *
 * @param name name
 * @param type the declared type, or what comes nearest to Delta's if another engine made the column
 * @param keyPosition place in the primary key, from 0; negative if it is not part of it
 */
public record StoredColumn(String name, LogicalType type, int keyPosition) {

  private static final String TYPE = "autocdc.type";
  private static final String KEY = "autocdc.key";

  /** A column that is not part of the primary key. */
  public static StoredColumn of(String name, LogicalType type) {
    return new StoredColumn(name, type, -1);
  }

  public boolean isKey() {
    return keyPosition >= 0;
  }

  /** True if Delta stores the values of both columns in the same form. */
  public boolean isStoredAs(StoredColumn other) {
    return DeltaTypes.toDelta(type).equals(DeltaTypes.toDelta(other.type));
  }

  /**
   * @param others what else is said of the column, such as comments of other engines
   */
  StructField toField(FieldMetadata others) {
    FieldMetadata.Builder metadata =
        FieldMetadata.builder().fromMetadata(others).putString(TYPE, type.asSerializableString());
    if (isKey()) {
      metadata.putLong(KEY, keyPosition);
    }
    return new StructField(name, DeltaTypes.toDelta(type), type.isNullable(), metadata.build());
  }

  static StoredColumn of(StructField field) {
    FieldMetadata metadata = field.getMetadata();
    LogicalType found = DeltaTypes.toFlink(field.getDataType(), field.isNullable());
    LogicalType type = found;
    if (metadata.contains(TYPE)) {
      LogicalType declared =
          LogicalTypeParser.parse(metadata.getString(TYPE), StoredColumn.class.getClassLoader());
      // Another engine may have changed the column and left the metadata as it was.
      if (DeltaTypes.isStorable(declared)
          && DeltaTypes.toDelta(declared).equals(field.getDataType())) {
        type = declared.copy(field.isNullable());
      }
    }
    int position = metadata.contains(KEY) ? Math.toIntExact(metadata.getLong(KEY)) : -1;
    return new StoredColumn(field.getName(), type, position);
  }
}
