// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.files;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.autocdc.json.JsonText;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.BooleanType;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.DoubleType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.NullType;
import org.apache.flink.table.types.logical.RowType;

/**
 * Guesses types from texts. Numbers and booleans are told apart, and all else is text, dates and
 * times among it: a text that looks like one may be one by chance.
 */
final class TextTypes {

  static final LogicalType NULL = new NullType();

  private static final LogicalType BOOLEAN = new BooleanType();
  static final LogicalType BIGINT = new BigIntType();
  private static final LogicalType DOUBLE = new DoubleType();
  private static final LogicalType LARGE = new DecimalType(DecimalType.MAX_PRECISION, 0);

  private static final int DIGITS_OF_LONG = 18;

  /** A leading zero makes it the name of something, such as a postal code. */
  private static final Pattern INTEGER = Pattern.compile("-?(0|[1-9]\\d*)");

  private static final Pattern FRACTION =
      Pattern.compile("-?(0|[1-9]\\d*)(\\.\\d+)?([eE][-+]?\\d{1,3})?");

  private final TypeUnion union = new TypeUnion(true);

  /** The type of a text without quotes around it. */
  LogicalType ofCell(String text) {
    if (INTEGER.matcher(text).matches()) {
      return ofInteger(text);
    }
    if (FRACTION.matcher(text).matches()) {
      return DOUBLE;
    }
    return text.equals("true") || text.equals("false") ? BOOLEAN : TypeUnion.TEXT;
  }

  /**
   * The columns of a JSON object; empty if the text is none.
   *
   * @param utf8 the text
   */
  Optional<RowType> ofJson(byte[] utf8) {
    try (JsonParser parser = JsonText.FACTORY.createParser(utf8)) {
      return parser.nextToken() == JsonToken.START_OBJECT
          ? Optional.of(ofObject(parser))
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty(); // It becomes an invalid row when it is read.
    }
  }

  private LogicalType ofValue(JsonParser parser) throws IOException {
    return switch (parser.currentToken()) {
      case START_OBJECT -> ofObject(parser);
      case START_ARRAY -> ofArray(parser);
      case VALUE_TRUE, VALUE_FALSE -> BOOLEAN;
      case VALUE_NUMBER_INT -> ofInteger(parser.getText());
      case VALUE_NUMBER_FLOAT -> DOUBLE;
      case VALUE_NULL -> NULL;
      default -> TypeUnion.TEXT;
    };
  }

  private RowType ofObject(JsonParser parser) throws IOException {
    Map<String, LogicalType> fields = new LinkedHashMap<>();
    String name;
    while ((name = parser.nextFieldName()) != null) {
      parser.nextToken();
      LogicalType type = ofValue(parser);
      if (!name.isBlank()) { // No column can be called that.
        fields.put(name, type);
      }
    }
    return new RowType(
        fields.entrySet().stream()
            .map(e -> new RowType.RowField(e.getKey(), e.getValue()))
            .toList());
  }

  private ArrayType ofArray(JsonParser parser) throws IOException {
    LogicalType element = NULL;
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      element = union.of(element, ofValue(parser));
    }
    return new ArrayType(element);
  }

  private static LogicalType ofInteger(String text) {
    int digits = text.startsWith("-") ? text.length() - 1 : text.length();
    if (digits <= DIGITS_OF_LONG || isLong(text)) {
      return BIGINT;
    }
    return digits <= DecimalType.MAX_PRECISION ? LARGE : DOUBLE;
  }

  private static boolean isLong(String text) {
    try {
      Long.parseLong(text);
      return true;
    } catch (NumberFormatException e) {
      return false;
    }
  }

  /**
   * What the guess comes to: of what was null or empty everywhere nothing is known but its text.
   */
  static LogicalType settled(LogicalType type) {
    return switch (type.getTypeRoot()) {
      case NULL -> TypeUnion.TEXT;
      case ARRAY -> new ArrayType(settled(((ArrayType) type).getElementType()));
      case ROW ->
          ((RowType) type).getFieldCount() == 0 ? TypeUnion.TEXT : settledRow((RowType) type);
      default -> type;
    };
  }

  /** Columns that are all text. */
  static RowType texts(List<String> names) {
    return new RowType(
        names.stream().map(name -> new RowType.RowField(name, TypeUnion.TEXT)).toList());
  }

  static RowType settledRow(RowType type) {
    return new RowType(
        type.getFields().stream()
            .map(field -> new RowType.RowField(field.getName(), settled(field.getType())))
            .toList());
  }
}
