// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.catalog.function;

import io.autocdc.operators.row.SequenceBytes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.flink.table.functions.FunctionDefinition;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.inference.ArgumentCount;
import org.apache.flink.table.types.inference.CallContext;
import org.apache.flink.table.types.inference.ConstantArgumentCount;
import org.apache.flink.table.types.inference.InputTypeStrategy;
import org.apache.flink.table.types.inference.Signature;
import org.apache.flink.table.types.logical.BooleanType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.utils.DataTypeUtils;

/**
 * Arguments of one type that has an order: the widest of theirs, into which the others are cast
 * without loss and whatever the session's time zone is.
 *
 * @param arguments their names
 */
record OneSequenceType(List<String> arguments) implements InputTypeStrategy {

  @Override
  public ArgumentCount getArgumentCount() {
    return ConstantArgumentCount.of(arguments.size());
  }

  @Override
  public Optional<List<DataType>> inferInputTypes(CallContext call, boolean throwOnFailure) {
    List<LogicalType> types = new ArrayList<>();
    for (DataType argument : call.getArgumentDataTypes()) {
      types.add(argument.getLogicalType().copy(true));
    }
    for (int i = 0; i < types.size(); i++) {
      LogicalType type = types.get(i);
      if (!type.is(LogicalTypeRoot.NULL) && !SequenceBytes.isOrderable(type)) {
        return call.fail(
            throwOnFailure,
            "%s is of type %s, whose values have no order.",
            arguments.get(i),
            type.asSummaryString());
      }
    }
    Optional<LogicalType> widest = WidestType.of(types);
    if (widest.isEmpty()) {
      return call.fail(
          throwOnFailure,
          "The arguments are sequences of one type, but %s. Cast them into one type.",
          describe(types));
    }
    // Nothing compares with a null, whatever its type.
    LogicalType common = widest.get().is(LogicalTypeRoot.NULL) ? new BooleanType() : widest.get();
    return Optional.of(
        types.stream()
            .map(type -> Widening.castBefore(type, common))
            .map(DataTypeUtils::toInternalDataType)
            .toList());
  }

  private String describe(List<LogicalType> types) {
    List<String> parts = new ArrayList<>();
    for (int i = 0; i < types.size(); i++) {
      parts.add(arguments.get(i) + " is " + types.get(i).asSummaryString());
    }
    return String.join(", ", parts);
  }

  @Override
  public List<Signature> getExpectedSignatures(FunctionDefinition definition) {
    return List.of(
        Signature.of(
            arguments.stream().map(name -> Signature.Argument.of(name, "<sequence>")).toList()));
  }
}
