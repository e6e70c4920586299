// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.delta.kernel;

import io.delta.kernel.internal.util.ColumnMapping;
import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.ByteType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.DecimalType;
import io.delta.kernel.types.DoubleType;
import io.delta.kernel.types.FloatType;
import io.delta.kernel.types.IntegerType;
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.ShortType;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Of what types the columns of a table are at some version, by their names in files. */
public final class ColumnTypes {

  /** Whole numbers, from the narrowest on; each holds those in front of it. */
  private static final List<Class<? extends DataType>> WHOLE =
      List.of(ByteType.class, ShortType.class, IntegerType.class, LongType.class);

  private static final List<Integer> DIGITS = List.of(3, 5, 10, 19);

  private final Map<String, DataType> types = new HashMap<>();

  ColumnTypes(StructType schema) {
    for (StructField field : schema.fields()) {
      types.put(ColumnMapping.getPhysicalName(field), field.getDataType());
    }
  }

  /**
   * A column whose values here would not all be read right.
   *
   * @param written how files of this version have it
   * @param read as what it is read
   */
  public record Misfit(String column, String written, String read) {}

  /** The first column that cannot be read as of the types of another version; empty if all can. */
  public Optional<Misfit> misfit(TableColumns read) {
    for (TableColumns.Read column : read.columns()) {
      DataType written = types.get(column.physicalName());
      if (written != null && !holds(column.type(), written)) {
        return Optional.of(new Misfit(column.name(), written.toString(), column.type().toString()));
      }
    }
    return Optional.empty();
  }

  /** True if a type has every value of another. */
  private static boolean holds(DataType wide, DataType narrow) {
    if (wide instanceof StructType to && narrow instanceof StructType from) {
      Map<String, DataType> fields = new ColumnTypes(from).types;
      return new ColumnTypes(to)
          .types.entrySet().stream()
              .allMatch(
                  field ->
                      !fields.containsKey(field.getKey())
                          || holds(field.getValue(), fields.get(field.getKey())));
    }
    if (wide instanceof ArrayType to && narrow instanceof ArrayType from) {
      return holds(to.getElementType(), from.getElementType());
    }
    if (wide instanceof MapType to && narrow instanceof MapType from) {
      return holds(to.getKeyType(), from.getKeyType())
          && holds(to.getValueType(), from.getValueType());
    }
    int whole = WHOLE.indexOf(narrow.getClass());
    if (wide instanceof DecimalType to) {
      int digits = to.getPrecision() - to.getScale();
      return whole >= 0 && digits >= DIGITS.get(whole)
          || narrow instanceof DecimalType from
              && digits >= from.getPrecision() - from.getScale()
              && to.getScale() >= from.getScale();
    }
    if (wide instanceof DoubleType && narrow instanceof FloatType) {
      return true;
    }
    if (wide instanceof DoubleType && whole >= 0) {
      return !(narrow instanceof LongType);
    }
    return whole >= 0 ? WHOLE.indexOf(wide.getClass()) >= whole : wide.equals(narrow);
  }
}
