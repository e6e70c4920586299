// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.catalog.function;

import io.autocdc.operators.row.ValueOrder;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.catalog.DataTypeFactory;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.functions.FunctionContext;
import org.apache.flink.table.functions.ScalarFunction;
import org.apache.flink.table.functions.SpecializedFunction;
import org.apache.flink.table.functions.UserDefinedFunction;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.inference.TypeInference;
import org.apache.flink.table.types.inference.TypeStrategies;
import org.apache.flink.table.types.logical.LogicalType;

/**
 * A question about the bounds of a version. All arguments are sequences of one type, any that a
 * flow can be ordered by; they compare as flows compare them. A sequence that is a ROW is null if
 * all its fields are (semantics.md, section 8).
 */
public abstract class SequenceFunction extends ScalarFunction implements SpecializedFunction {

  private static final long serialVersionUID = 1L;

  private final List<String> arguments;

  /** What the arguments are; null before the function meets any. */
  private LogicalType type;

  private transient RowData.FieldGetter[] fields;
  private transient Comparator<Object> order;

  SequenceFunction(String... arguments) {
    this.arguments = List.of(arguments);
  }

  /** Names of the arguments, in order. */
  public List<String> arguments() {
    return arguments;
  }

  @Override
  public UserDefinedFunction specialize(SpecializedContext context) {
    List<DataType> types = context.getCallContext().getArgumentDataTypes();
    try {
      SequenceFunction function = getClass().getConstructor().newInstance();
      function.type = types.get(0).getLogicalType();
      return function;
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(getClass() + " cannot be made", e);
    }
  }

  @Override
  public TypeInference getTypeInference(DataTypeFactory types) {
    return TypeInference.newBuilder()
        .inputTypeStrategy(new OneSequenceType(arguments))
        .outputTypeStrategy(TypeStrategies.explicit(DataTypes.BOOLEAN()))
        .build();
  }

  @Override
  public void open(FunctionContext context) {
    order = ValueOrder.of(type, ValueOrder.Floats.BY_VALUE);
    List<LogicalType> children = type.getChildren();
    fields =
        IntStream.range(0, children.size())
            .mapToObj(i -> RowData.createFieldGetter(children.get(i), i))
            .toArray(RowData.FieldGetter[]::new);
  }

  final boolean isNull(Object sequence) {
    if (!(sequence instanceof RowData row)) {
      return sequence == null;
    }
    for (RowData.FieldGetter field : fields) {
      if (field.getFieldOrNull(row) != null) {
        return false;
      }
    }
    return true;
  }

  /** True if neither is null, and the first comes before the second. */
  final boolean isBefore(Object first, Object second) {
    return order.compare(first, second) < 0;
  }

  /** True if the interval from a start up to, but not with, an end holds a point; SQL's logic. */
  final Boolean holds(Object start, Object end, Object point) {
    if (isNull(start) || isNull(point)) {
      return null;
    }
    return !isBefore(point, start) && (isNull(end) || isBefore(point, end));
  }
}
