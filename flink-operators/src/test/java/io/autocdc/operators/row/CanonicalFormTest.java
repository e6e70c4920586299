// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators.row;

import static org.assertj.core.api.Assertions.assertThat;

import io.autocdc.dsl.type.TableSchema;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.types.RowKind;
import org.junit.jupiter.api.Test;

class CanonicalFormTest {

  private static final RowType KEY =
      TableSchema.parse("f FLOAT, d DOUBLE, r ROW<d DOUBLE, r ROW<f FLOAT, s STRING>>").toRowType();

  /** Arithmetic gives a NaN with the sign bit set; so do other programs, with any other bits. */
  private static final float OTHER_FLOAT_NAN = Float.intBitsToFloat(0xFFC00001);

  private static final double OTHER_NAN = Double.longBitsToDouble(0xFFF8000000000001L);

  private final RowProjection keys = RowProjection.ofKey(KEY.getChildren(), new int[] {0, 1, 2});

  @Test
  void allNaNAndBothZerosAreOneKeyAtAnyDepth() {
    assertThat(key(OTHER_FLOAT_NAN, OTHER_NAN, OTHER_NAN, OTHER_FLOAT_NAN))
        .isEqualTo(key(Float.NaN, Double.NaN, Double.NaN, Float.NaN));
    assertThat(key(-0f, -0d, -0d, -0f)).isEqualTo(key(0f, 0d, 0d, 0f));
    assertThat(key(1f, 0d, 0d, 0f)).isNotEqualTo(key(0f, 0d, 0d, 0f));
    assertThat(key(0f, 0d, 0d, 1f)).isNotEqualTo(key(0f, 0d, 0d, 0f));
  }

  @Test
  void theKindOfANestedRowIsNoPartOfTheKey() {
    LogicalType nested = KEY.getTypeAt(2);
    RowData row = GenericRowData.ofKind(RowKind.DELETE, 1d, null);
    RowDataSerializer serializer = new RowDataSerializer((RowType) nested);
    BinaryRowData binary = serializer.toBinaryRow(row).copy();
    assertThat(keys.apply(GenericRowData.of(1f, 1d, binary)).copy())
        .isEqualTo(keys.apply(GenericRowData.of(1f, 1d, GenericRowData.of(1d, null))).copy());
  }

  @Test
  void nullsStay() {
    for (LogicalType type : KEY.getChildren()) {
      assertThat(CanonicalForm.ofType(type).of(null)).isNull();
    }
    RowData empty = GenericRowData.of(null, null);
    assertThat(CanonicalForm.ofType(KEY.getTypeAt(2)).of(empty)).isEqualTo(empty);
  }

  private BinaryRowData key(float f, double d, double nested, float deep) {
    RowData row =
        GenericRowData.of(
            f, d, GenericRowData.of(nested, GenericRowData.of(deep, StringData.fromString("a"))));
    return keys.apply(row).copy();
  }
}
