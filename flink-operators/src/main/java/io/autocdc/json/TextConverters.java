// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.json;

import java.time.DateTimeException;
import java.util.Base64;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.logical.utils.LogicalTypeChecks;

/** The text form of every scalar type: the rules that JSON text values and CSV cells share. */
final class TextConverters {

  private TextConverters() {}

  static boolean isScalar(LogicalType type) {
    return switch (type.getTypeRoot()) {
      case ROW, ARRAY, MAP, MULTISET -> false;
      default -> true;
    };
  }

  /**
   * @throws io.autocdc.dsl.problem.AutoCdcException UNSUPPORTED_TYPE
   */
  static TextConverter of(LogicalType type) {
    return switch (type.getTypeRoot()) {
      case CHAR, VARCHAR -> string(type);
      case BOOLEAN -> text -> booleanOf(text, type);
      case BINARY, VARBINARY -> text -> bytes(text, type);
      case DECIMAL -> text -> Numbers.decimal(text, type);
      case TINYINT -> text -> (byte) Numbers.integer(text, type);
      case SMALLINT -> text -> (short) Numbers.integer(text, type);
      case INTEGER, INTERVAL_YEAR_MONTH -> text -> (int) Numbers.integer(text, type);
      case BIGINT, INTERVAL_DAY_TIME -> text -> Numbers.integer(text, type);
      case FLOAT -> text -> Numbers.floatOf(text, type);
      case DOUBLE -> text -> Numbers.doubleOf(text, type);
      case DATE -> dateTime(type, DateTimeText::parseDate);
      case TIME_WITHOUT_TIME_ZONE -> {
        int precision = LogicalTypeChecks.getPrecision(type);
        yield dateTime(type, text -> DateTimeText.parseTime(text, precision));
      }
      case TIMESTAMP_WITHOUT_TIME_ZONE -> {
        int precision = LogicalTypeChecks.getPrecision(type);
        yield dateTime(type, text -> DateTimeText.parseTimestamp(text, precision));
      }
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE -> {
        int precision = LogicalTypeChecks.getPrecision(type);
        yield dateTime(type, text -> DateTimeText.parseInstant(text, precision));
      }
      default -> throw UnsupportedTypes.problem(type);
    };
  }

  private static TextConverter string(LogicalType type) {
    int length = LogicalTypeChecks.getLength(type);
    return text -> {
      checkText(text, length, type);
      return StringData.fromString(text);
    };
  }

  private static void checkText(String text, int length, LogicalType type)
      throws InvalidTextException {
    int characters = text.length();
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        boolean pair =
            i + 1 < text.length() && Character.isSurrogatePair(text.charAt(i), text.charAt(i + 1));
        if (!pair) {
          throw InvalidTextException.notA(text, type, "half a surrogate pair is no character");
        }
        i++;
        characters--;
      }
    }
    if (characters > length) {
      throw InvalidTextException.notA(text, type, "it has " + characters + " characters");
    }
  }

  private static Boolean booleanOf(String text, LogicalType type) throws InvalidTextException {
    String stripped = text.strip();
    if (stripped.equalsIgnoreCase("true")) {
      return Boolean.TRUE;
    }
    if (stripped.equalsIgnoreCase("false")) {
      return Boolean.FALSE;
    }
    throw InvalidTextException.notA(text, type, "only true and false are");
  }

  private static byte[] bytes(String text, LogicalType type) throws InvalidTextException {
    byte[] bytes;
    try {
      bytes = Base64.getDecoder().decode(text);
    } catch (IllegalArgumentException e) {
      throw InvalidTextException.notA(text, type, "it is not base64");
    }
    if (bytes.length > LogicalTypeChecks.getLength(type)) {
      throw InvalidTextException.notA(text, type, "it has " + bytes.length + " bytes");
    }
    return bytes;
  }

  private interface DateTimeParser {
    Object parse(String text);
  }

  private static TextConverter dateTime(LogicalType type, DateTimeParser parser) {
    return text -> {
      try {
        return parser.parse(text.strip());
      } catch (DateTimeException | ArithmeticException e) {
        String why = type.is(LogicalTypeRoot.DATE) ? "write it as 2024-12-31" : e.getMessage();
        throw InvalidTextException.notA(text, type, why);
      }
    };
  }
}
