// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.catalog.function;

import io.autocdc.operators.row.SequenceBytes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.catalog.DataTypeFactory;
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

  /**
   * How values of each argument come to be of the widest type; null before the function meets any.
   */
  private ArrayList<Widening> widenings;

  private LogicalType widest;

  private transient SequenceBytes bytes;

  SequenceFunction(String... arguments) {
    this.arguments = List.of(arguments);
  }

  /** Names of the arguments, in order. */
  public List<String> arguments() {
    return arguments;
  }

  @Override
  public UserDefinedFunction specialize(SpecializedContext context) {
    List<LogicalType> types =
        context.getCallContext().getArgumentDataTypes().stream()
            .map(DataType::getLogicalType)
            .toList();
    LogicalType common = WidestType.of(types).orElseThrow();
    try {
      SequenceFunction function = getClass().getConstructor().newInstance();
      function.widest = common;
      function.widenings =
          new ArrayList<>(types.stream().map(type -> new Widening(type, common)).toList());
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
    bytes = new SequenceBytes(widest);
  }

  /**
   * The sequence that an argument is, as bytes that compare unsigned; null if it is none.
   *
   * @param argument which of the arguments it is, from 0
   * @param value in Flink's internal form
   */
  final byte[] sequence(int argument, Object value) {
    return bytes.of(widenings.get(argument).apply(value));
  }

  /** True if the interval from a start up to, but not with, an end holds a point; SQL's logic. */
  static Boolean holds(byte[] start, byte[] end, byte[] point) {
    if (start == null || point == null) {
      return null;
    }
    return !isBefore(point, start) && endsBehind(end, point);
  }

  /** True if an end, null for none, comes behind a point. */
  static boolean endsBehind(byte[] end, byte[] point) {
    return end == null || isBefore(point, end);
  }

  static boolean isBefore(byte[] first, byte[] second) {
    return Arrays.compareUnsigned(first, second) < 0;
  }
}
