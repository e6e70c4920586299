// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.catalog.function;

import io.autocdc.dsl.problem.Suggestions;
import io.autocdc.operators.row.SequenceBytes;
import io.autocdc.operators.row.ValueOrder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.catalog.DataTypeFactory;
import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.functions.FunctionContext;
import org.apache.flink.table.functions.FunctionDefinition;
import org.apache.flink.table.functions.SpecializedFunction;
import org.apache.flink.table.functions.TableFunction;
import org.apache.flink.table.functions.UserDefinedFunction;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.inference.ArgumentCount;
import org.apache.flink.table.types.inference.CallContext;
import org.apache.flink.table.types.inference.ConstantArgumentCount;
import org.apache.flink.table.types.inference.InputTypeStrategy;
import org.apache.flink.table.types.inference.Signature;
import org.apache.flink.table.types.inference.TypeInference;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.utils.DataTypeUtils;

/**
 * {@code snapshot_diff(before, after, key, ...)}: the changes that turn one snapshot into another,
 * both arrays of rows of one type (semantics.md, section 7). A row whose key is new, or that
 * differs from the one of its key, is an {@code upsert}; the last state of a key that is gone is a
 * {@code delete}. Columns: {@code kind STRING}, and those of the rows. An array that is NULL has no
 * rows. Ordered by key.
 *
 * <p>Fails on a row without a key, and on two different rows of one key.
 */
public final class SnapshotDiff extends TableFunction<RowData> implements SpecializedFunction {

  private static final long serialVersionUID = 1L;

  private static final int FIRST_KEY = 2;
  private static final StringData UPSERT = StringData.fromString("upsert");
  private static final StringData DELETE = StringData.fromString("delete");

  private RowType rowType;
  private int[] keys;

  private transient RowDataSerializer serializer;
  private transient RowData.FieldGetter[] fields;
  private transient Comparator<Object> rowOrder;
  private transient Comparator<RowData> keyOrder;

  @Override
  public UserDefinedFunction specialize(SpecializedContext context) {
    CallContext call = context.getCallContext();
    SnapshotDiff function = new SnapshotDiff();
    function.rowType = rowType(call.getArgumentDataTypes().get(0));
    function.keys =
        IntStream.range(FIRST_KEY, call.getArgumentDataTypes().size())
            .map(i -> function.rowType.getFieldIndex(key(call, i)))
            .toArray();
    return function;
  }

  @Override
  public TypeInference getTypeInference(DataTypeFactory types) {
    return TypeInference.newBuilder()
        .inputTypeStrategy(new Snapshots())
        .outputTypeStrategy(
            call ->
                Optional.of(
                    DataTypeUtils.toInternalDataType(
                        output(rowType(call.getArgumentDataTypes().get(0))))))
        .build();
  }

  private static RowType rowType(DataType array) {
    return (RowType) ((ArrayType) array.getLogicalType()).getElementType();
  }

  private static LogicalType output(RowType row) {
    List<RowType.RowField> columns = new ArrayList<>();
    columns.add(new RowType.RowField("kind", DataTypes.STRING().notNull().getLogicalType()));
    columns.addAll(row.getFields());
    return new RowType(false, columns);
  }

  private static String key(CallContext call, int position) {
    return call.getArgumentValue(position, String.class).orElseThrow();
  }

  @Override
  public void open(FunctionContext context) {
    List<LogicalType> types = rowType.getChildren();
    serializer = new RowDataSerializer(rowType);
    fields =
        IntStream.range(0, types.size())
            .mapToObj(i -> RowData.createFieldGetter(types.get(i), i))
            .toArray(RowData.FieldGetter[]::new);
    rowOrder = ValueOrder.of(rowType, ValueOrder.Floats.BY_VALUE);
    keyOrder = (a, b) -> 0;
    for (int key : keys) {
      Comparator<Object> order = ValueOrder.of(types.get(key), ValueOrder.Floats.BY_VALUE);
      keyOrder =
          keyOrder.thenComparing(
              (a, b) ->
                  order.compare(fields[key].getFieldOrNull(a), fields[key].getFieldOrNull(b)));
    }
  }

  /** Called by Flink; the names of the keys are known before. */
  public void eval(ArrayData before, ArrayData after, StringData... keys) {
    Map<RowData, RowData> old = byKey(before, "before");
    Map<RowData, RowData> now = byKey(after, "after");
    TreeMap<RowData, RowData> all = new TreeMap<>(keyOrder);
    all.putAll(old);
    all.putAll(now);
    all.forEach(
        (key, row) -> {
          if (!now.containsKey(key)) {
            emit(DELETE, row);
          } else if (!old.containsKey(key) || rowOrder.compare(old.get(key), row) != 0) {
            emit(UPSERT, row);
          }
        });
  }

  private Map<RowData, RowData> byKey(ArrayData snapshot, String name) {
    Map<RowData, RowData> rows = new TreeMap<>(keyOrder);
    for (int i = 0; snapshot != null && i < snapshot.size(); i++) {
      RowData row = snapshot.isNullAt(i) ? null : binary(snapshot.getRow(i, fields.length));
      if (row == null || !hasKey(row)) {
        throw new IllegalArgumentException(
            "snapshot_diff: row " + (i + 1) + " of '" + name + "' has no key");
      }
      RowData other = rows.putIfAbsent(row, row);
      if (other != null && rowOrder.compare(other, row) != 0) {
        throw new IllegalArgumentException(
            "snapshot_diff: '" + name + "' has two different rows of the key " + keyOf(row));
      }
    }
    return rows;
  }

  /** In the one form in which texts are ordered by their bytes, wherever a row comes from. */
  private RowData binary(RowData row) {
    return serializer.toBinaryRow(row).copy();
  }

  private boolean hasKey(RowData row) {
    return IntStream.of(keys).noneMatch(row::isNullAt);
  }

  private List<Object> keyOf(RowData row) {
    return IntStream.of(keys).mapToObj(key -> fields[key].getFieldOrNull(row)).toList();
  }

  private void emit(StringData kind, RowData row) {
    GenericRowData result = new GenericRowData(fields.length + 1);
    result.setField(0, kind);
    for (int i = 0; i < fields.length; i++) {
      result.setField(i + 1, fields[i].getFieldOrNull(row));
    }
    collect(result);
  }

  /** Two arrays of rows of one type, and the names of some of their columns as literals. */
  private record Snapshots() implements InputTypeStrategy {

    @Override
    public ArgumentCount getArgumentCount() {
      return ConstantArgumentCount.from(FIRST_KEY + 1);
    }

    @Override
    public Optional<List<DataType>> inferInputTypes(CallContext call, boolean throwOnFailure) {
      List<LogicalType> types =
          call.getArgumentDataTypes().stream().map(DataType::getLogicalType).toList();
      if (!isArrayOfRows(types.get(0))
          || !types.get(0).copy(true).equals(types.get(1).copy(true))) {
        return call.fail(
            throwOnFailure,
            "before and after are arrays of rows of one type, but before is %s, after is %s.",
            types.get(0).asSummaryString(),
            types.get(1).asSummaryString());
      }
      RowType row = (RowType) ((ArrayType) types.get(0)).getElementType();
      List<DataType> result = new ArrayList<>();
      result.add(DataTypeUtils.toInternalDataType(types.get(0)));
      result.add(DataTypeUtils.toInternalDataType(types.get(1)));
      for (int i = FIRST_KEY; i < types.size(); i++) {
        Optional<String> key = call.getArgumentValue(i, String.class);
        int column = key.map(row::getFieldIndex).orElse(-1);
        if (column < 0) {
          return call.fail(
              throwOnFailure,
              "key %s is not the name of a column, as a literal, %s.",
              key.map(name -> "'" + name + "'").orElse(String.valueOf(i - 1)),
              Suggestions.didYouMean(key.orElse(""), row.getFieldNames()));
        }
        if (!SequenceBytes.isOrderable(row.getTypeAt(column))) {
          return call.fail(
              throwOnFailure,
              "key '%s' is of type %s, whose values identify no row.",
              key.get(),
              row.getTypeAt(column).asSummaryString());
        }
        result.add(DataTypeUtils.toInternalDataType(DataTypes.STRING().getLogicalType()));
      }
      return Optional.of(result);
    }

    private static boolean isArrayOfRows(LogicalType type) {
      return type instanceof ArrayType array && array.getElementType().is(LogicalTypeRoot.ROW);
    }

    @Override
    public List<Signature> getExpectedSignatures(FunctionDefinition definition) {
      return List.of(
          Signature.of(
              Signature.Argument.of("before", "ARRAY<ROW>"),
              Signature.Argument.of("after", "ARRAY<ROW>"),
              Signature.Argument.ofVarying("key", "STRING")));
    }
  }
}
