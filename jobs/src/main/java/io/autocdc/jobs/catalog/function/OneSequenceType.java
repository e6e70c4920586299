// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.catalog.function;

import io.autocdc.operators.row.SequenceBytes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.flink.table.functions.FunctionDefinition;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.inference.ArgumentCount;
import org.apache.flink.table.types.inference.CallContext;
import org.apache.flink.table.types.inference.ConstantArgumentCount;
import org.apache.flink.table.types.inference.InputTypeStrategy;
import org.apache.flink.table.types.inference.Signature;
import org.apache.flink.table.types.logical.BooleanType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeFamily;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.logical.utils.LogicalTypeCasts;
import org.apache.flink.table.types.logical.utils.LogicalTypeMerging;
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
    Optional<LogicalType> common = commonType(types);
    if (common.isEmpty()) {
      return call.fail(
          throwOnFailure,
          "The arguments are sequences of one type, but %s. Cast them into one type.",
          describe(types));
    }
    DataType internal = DataTypeUtils.toInternalDataType(common.get().copy(true));
    return Optional.of(Collections.nCopies(arguments.size(), internal));
  }

  private static Optional<LogicalType> commonType(List<LogicalType> types) {
    List<LogicalType> known =
        types.stream().filter(type -> !type.is(LogicalTypeRoot.NULL)).distinct().toList();
    if (known.size() < 2) {
      // Nothing compares with a null, whatever its type.
      return Optional.of(known.isEmpty() ? new BooleanType() : known.get(0));
    }
    boolean mixed =
        isMixed(known, type -> type.is(LogicalTypeRoot.TIMESTAMP_WITH_LOCAL_TIME_ZONE))
            || isMixed(known, type -> type.is(LogicalTypeFamily.APPROXIMATE_NUMERIC));
    return mixed
        ? Optional.empty()
        : LogicalTypeMerging.findCommonType(known)
            .filter(
                common ->
                    known.stream()
                        .allMatch(type -> LogicalTypeCasts.supportsImplicitCast(type, common)));
  }

  /** True for some of the types, but not for all. */
  private static boolean isMixed(List<LogicalType> types, Predicate<LogicalType> property) {
    return types.stream().anyMatch(property) && !types.stream().allMatch(property);
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
