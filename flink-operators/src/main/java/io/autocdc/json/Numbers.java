// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.json;

import java.math.BigDecimal;
import java.math.RoundingMode;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.LogicalType;

/** Numbers from text, exactly or not at all; only binary fractions take the nearest value. */
public final class Numbers {

  private static final int LONG_DIGITS = 19;

  private Numbers() {}

  /** Any integer type, also from {@code 12.0} and {@code 1e3}. */
  static long integer(String text, LogicalType type) throws InvalidTextException {
    String stripped = text.strip();
    if (isPlainInteger(stripped)) {
      return checkRange(Long.parseLong(stripped), stripped, type);
    }
    BigDecimal exact = parse(stripped, type).stripTrailingZeros();
    if (exact.scale() > 0) {
      throw InvalidTextException.notA(text, type, "it has a fraction");
    }
    if (integerDigits(exact) > LONG_DIGITS || exact.toBigInteger().bitLength() >= Long.SIZE) {
      throw outOfRange(text, type);
    }
    return checkRange(exact.longValueExact(), text, type);
  }

  /** The least value of an integer type; the greatest is its complement. */
  static long min(LogicalType type) {
    return switch (type.getTypeRoot()) {
      case TINYINT -> Byte.MIN_VALUE;
      case SMALLINT -> Short.MIN_VALUE;
      case INTEGER, INTERVAL_YEAR_MONTH -> Integer.MIN_VALUE;
      default -> Long.MIN_VALUE;
    };
  }

  private static long checkRange(long value, String text, LogicalType type)
      throws InvalidTextException {
    long min = min(type);
    if (value < min || value > -1 - min) {
      throw outOfRange(text, type);
    }
    return value;
  }

  static InvalidTextException outOfRange(String text, LogicalType type) {
    return InvalidTextException.notA(text, type, "it is out of range");
  }

  /** Rounds surplus fraction digits half up, as SQL casts do. */
  static DecimalData decimal(String text, LogicalType type) throws InvalidTextException {
    return decimal(parse(text.strip(), type), text, (DecimalType) type);
  }

  /**
   * The same for a number that did not come as decimal text.
   *
   * @param text the value as it came, for messages
   * @throws InvalidTextException if it has too many digits before the point
   */
  public static DecimalData decimal(BigDecimal value, String text, DecimalType type)
      throws InvalidTextException {
    int precision = type.getPrecision();
    int scale = type.getScale();
    if (value.signum() == 0 || integerDigits(value) < -scale) {
      // Below half a unit of the last place. Rounding 1e-999999999 would first write it out.
      return DecimalData.fromBigDecimal(BigDecimal.ZERO, precision, scale);
    }
    if (integerDigits(value) > precision - scale) {
      throw tooManyDigits(text, type);
    }
    BigDecimal rounded = value.setScale(scale, RoundingMode.HALF_UP);
    DecimalData decimal = DecimalData.fromBigDecimal(rounded, precision, scale);
    if (decimal == null) {
      throw tooManyDigits(text, type);
    }
    return decimal;
  }

  static float floatOf(String text, LogicalType type) throws InvalidTextException {
    String stripped = text.strip();
    float value =
        isNumberText(stripped)
            ? parseFloat(stripped, type)
            : (float) notFinite(stripped, text, type);
    if (Float.isInfinite(value) && isNumberText(stripped)) {
      throw outOfRange(text, type);
    }
    return value;
  }

  static double doubleOf(String text, LogicalType type) throws InvalidTextException {
    String stripped = text.strip();
    if (!isNumberText(stripped)) {
      return notFinite(stripped, text, type);
    }
    double value;
    try {
      value = Double.parseDouble(stripped);
    } catch (NumberFormatException e) {
      throw InvalidTextException.notA(text, type, null);
    }
    if (Double.isInfinite(value)) {
      throw outOfRange(text, type);
    }
    return value;
  }

  private static float parseFloat(String text, LogicalType type) throws InvalidTextException {
    try {
      return Float.parseFloat(text);
    } catch (NumberFormatException e) {
      throw InvalidTextException.notA(text, type, null);
    }
  }

  private static double notFinite(String stripped, String text, LogicalType type)
      throws InvalidTextException {
    return switch (stripped) {
      case "NaN" -> Double.NaN;
      case "Infinity", "+Infinity" -> Double.POSITIVE_INFINITY;
      case "-Infinity" -> Double.NEGATIVE_INFINITY;
      default -> throw InvalidTextException.notA(text, type, null);
    };
  }

  private static InvalidTextException tooManyDigits(String text, DecimalType type) {
    int digits = type.getPrecision() - type.getScale();
    return InvalidTextException.notA(
        text, type, "it has more than " + digits + " digits before the point");
  }

  private static BigDecimal parse(String stripped, LogicalType type) throws InvalidTextException {
    try {
      if (isNumberText(stripped)) {
        return new BigDecimal(stripped);
      }
    } catch (NumberFormatException e) {
      // Falls through to the same message.
    }
    throw InvalidTextException.notA(stripped, type, null);
  }

  private static long integerDigits(BigDecimal value) {
    return (long) value.precision() - value.scale();
  }

  private static boolean isPlainInteger(String text) {
    int start = !text.isEmpty() && (text.charAt(0) == '-' || text.charAt(0) == '+') ? 1 : 0;
    int digits = text.length() - start;
    if (digits == 0 || digits >= LONG_DIGITS) {
      return false;
    }
    for (int i = start; i < text.length(); i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return false;
      }
    }
    return true;
  }

  /** Keeps out what Java would read and SQL would not: hexadecimal, suffixes, other digits. */
  private static boolean isNumberText(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean known =
          c >= '0' && c <= '9' || c == '.' || c == '-' || c == '+' || c == 'e' || c == 'E';
      if (!known) {
        return false;
      }
    }
    return !text.isEmpty();
  }
}
