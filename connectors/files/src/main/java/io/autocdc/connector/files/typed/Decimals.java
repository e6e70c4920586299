// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.files.typed;

import java.math.BigDecimal;
import java.util.function.Function;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.VarCharType;

/** Decimals of files; those that are longer than Flink's are text. */
final class Decimals {

  private Decimals() {}

  /**
   * @param number makes a number of that scale of a value of the format's library
   */
  static TypedValue value(int precision, int scale, Function<Object, BigDecimal> number) {
    if (precision > DecimalType.MAX_PRECISION) {
      return new TypedValue(
          new VarCharType(VarCharType.MAX_LENGTH),
          value -> StringData.fromString(number.apply(value).toPlainString()));
    }
    return new TypedValue(
        new DecimalType(precision, scale),
        value -> {
          BigDecimal exact = number.apply(value);
          DecimalData decimal = DecimalData.fromBigDecimal(exact, precision, scale);
          if (decimal == null) {
            throw new IllegalStateException(
                "the decimal " + exact.toPlainString() + " has more than " + precision + " digits");
          }
          return decimal;
        });
  }
}
