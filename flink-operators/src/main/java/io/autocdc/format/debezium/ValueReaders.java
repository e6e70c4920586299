// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.format.debezium;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.autocdc.format.debezium.DebeziumOptions.Binary;
import io.autocdc.format.debezium.DebeziumOptions.Decimals;
import io.autocdc.json.CellReader;
import io.autocdc.json.InvalidTextException;
import io.autocdc.json.JsonValueReader;
import io.autocdc.json.JsonValueReaders;
import io.autocdc.json.Numbers;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.apache.flink.table.data.GenericArrayData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.utils.LogicalTypeChecks;

/**
 * Compiles a declared type, and what the schema part says about its values, into a reader. Where
 * there is no schema part, values are read as Debezium writes them for a column of that type; a
 * value that could mean two things is an error and never a guess.
 */
final class ValueReaders {

  static final String DECIMAL = "org.apache.kafka.connect.data.Decimal";
  static final String VARIABLE_SCALE = "io.debezium.data.VariableScaleDecimal";
  private static final String BITS = "io.debezium.data.Bits";
  private static final String NANO_DURATION = "io.debezium.time.NanoDuration";

  private static final DecimalType ANY_DECIMAL = new DecimalType(38, 18);
  private static final JsonValueReader LONG = JsonValueReaders.of(new BigIntType());
  private static final ConnectSchema UNKNOWN =
      new ConnectSchema(null, null, Map.of(), Map.of(), null);

  private final DebeziumOptions options;
  private final TimeReaders times;

  ValueReaders(DebeziumOptions options) {
    this.options = options;
    this.times = new TimeReaders(options);
  }

  /**
   * @param schema what the schema part says of the values; null if nothing
   * @throws io.autocdc.dsl.problem.AutoCdcException UNSUPPORTED_TYPE
   */
  JsonValueReader of(LogicalType type, ConnectSchema schema) {
    ConnectSchema known = schema == null ? UNKNOWN : schema;
    return switch (type.getTypeRoot()) {
      case CHAR, VARCHAR -> text(type, known);
      case BINARY, VARBINARY -> binary(type, known);
      case BOOLEAN -> bool(type, known);
      case TINYINT, SMALLINT, INTEGER, BIGINT -> integer(type, known);
      case FLOAT, DOUBLE -> floating(type, known);
      case DECIMAL -> decimal((DecimalType) type, known);
      case DATE, TIME_WITHOUT_TIME_ZONE -> times.of(type, known);
      case TIMESTAMP_WITHOUT_TIME_ZONE, TIMESTAMP_WITH_LOCAL_TIME_ZONE -> times.of(type, known);
      case INTERVAL_DAY_TIME -> duration(known);
      case ROW -> structured(type, row((RowType) type, known));
      case ARRAY -> structured(type, array((ArrayType) type, known));
      case MAP -> structured(type, JsonValueReaders.of(type));
      default -> JsonValueReaders.of(type);
    };
  }

  /** Numbers and times whose meaning is known as the text of that, all else as it is. */
  private JsonValueReader text(LogicalType type, ConnectSchema schema) {
    JsonValueReader plain = JsonValueReaders.of(type);
    CellReader cell = CellReader.of(type);
    if (schema.means(DECIMAL, VARIABLE_SCALE)) {
      return parser -> cell.read(exact(parser, ANY_DECIMAL, schema).toPlainString());
    }
    TimeReaders.Text time = times.textOf(schema);
    return time == null
        ? plain
        : TimeReaders.guarded(
            type, parser -> isText(parser) ? plain.read(parser) : cell.read(time.read(parser)));
  }

  private JsonValueReader binary(LogicalType type, ConnectSchema schema) {
    boolean bytes = "bytes".equals(schema.type());
    int length = LogicalTypeChecks.getLength(type);
    return parser -> {
      if (!isText(parser)) {
        throw JsonValueReaders.wrongForm(parser, type, "it should be text");
      }
      String text = parser.getText();
      byte[] value = decode(text, bytes ? Binary.BYTES : options.binary(), type);
      if (value.length > length) {
        throw InvalidTextException.notA(text, type, "it has " + value.length + " bytes");
      }
      return value;
    };
  }

  private static byte[] decode(String text, Binary mode, LogicalType type)
      throws InvalidTextException {
    try {
      return switch (mode) {
        case BYTES, BASE64 -> Base64.getDecoder().decode(text);
        case BASE64_URL_SAFE -> Base64.getUrlDecoder().decode(text);
        case HEX -> HexFormat.of().parseHex(text);
      };
    } catch (IllegalArgumentException e) {
      throw InvalidTextException.notA(
          text, type, "it is not " + (mode == Binary.HEX ? "hexadecimal" : "base64"));
    }
  }

  /** Databases without a type of their own for it write 0 and 1. */
  private static JsonValueReader bool(LogicalType type, ConnectSchema schema) {
    JsonValueReader plain = JsonValueReaders.of(type);
    return parser -> {
      if (schema.means(BITS) && isText(parser)) {
        return truth(bits(parser, type), parser, type);
      }
      return parser.currentToken() == JsonToken.VALUE_NUMBER_INT
          ? truth(new BigInteger(parser.getText()), parser, type)
          : plain.read(parser);
    };
  }

  private static Boolean truth(BigInteger number, JsonParser parser, LogicalType type)
      throws IOException, InvalidTextException {
    if (number.equals(BigInteger.ZERO) || number.equals(BigInteger.ONE)) {
      return number.signum() != 0;
    }
    throw JsonValueReaders.wrongForm(parser, type, "only true, false, 1 and 0 are");
  }

  private static JsonValueReader integer(LogicalType type, ConnectSchema schema) {
    JsonValueReader plain = JsonValueReaders.of(type);
    if (!schema.means(BITS)) {
      return plain;
    }
    CellReader cell = CellReader.of(type);
    return parser -> isText(parser) ? cell.read(bits(parser, type).toString()) : plain.read(parser);
  }

  /** Bits come in bytes, the lowest first. */
  private static BigInteger bits(JsonParser parser, LogicalType type)
      throws IOException, InvalidTextException {
    byte[] bytes = decode(parser.getText(), Binary.BYTES, type);
    for (int low = 0, high = bytes.length - 1; low < high; low++, high--) {
      byte swapped = bytes[low];
      bytes[low] = bytes[high];
      bytes[high] = swapped;
    }
    return new BigInteger(1, bytes);
  }

  private JsonValueReader floating(LogicalType type, ConnectSchema schema) {
    JsonValueReader plain = JsonValueReaders.of(type);
    CellReader cell = CellReader.of(type);
    return parser ->
        isStruct(parser) || schema.means(DECIMAL)
            ? cell.read(exact(parser, ANY_DECIMAL, schema).toString())
            : plain.read(parser);
  }

  private JsonValueReader decimal(DecimalType type, ConnectSchema schema) {
    return parser -> {
      BigDecimal value = exact(parser, type, schema);
      return Numbers.decimal(value, value.toString(), type);
    };
  }

  /**
   * A decimal number in any form that tells its value.
   *
   * @param type gives the scale of base64 where nothing else does
   */
  private BigDecimal exact(JsonParser parser, DecimalType type, ConnectSchema schema)
      throws IOException, InvalidTextException {
    switch (parser.currentToken()) {
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> {
        return new BigDecimal(parser.getText());
      }
      case START_OBJECT -> {
        return variableScale(parser, type);
      }
      case VALUE_STRING -> {
        String text = parser.getText().strip();
        if (schema.means(DECIMAL)) {
          return unscaled(text, scale(schema), type);
        }
        if (schema.type() == null && options.decimals() == Decimals.PRECISE) {
          return unscaled(text, type.getScale(), type);
        }
        try {
          return new BigDecimal(text);
        } catch (NumberFormatException e) {
          throw InvalidTextException.notA(
              text,
              type,
              "it is no decimal number; if the connector's decimal.handling.mode is precise and"
                  + " records have no schema part, set decimal_handling_mode: precise on the"
                  + " source, or decimal.handling.mode to string in the connector");
        }
      }
      default -> throw JsonValueReaders.wrongForm(parser, type, "it is no decimal number");
    }
  }

  private static int scale(ConnectSchema schema) throws InvalidTextException {
    String scale = schema.parameters().get("scale");
    try {
      return scale == null ? 0 : Integer.parseInt(scale);
    } catch (NumberFormatException e) {
      throw new InvalidTextException("its schema part has the scale '" + scale + "'");
    }
  }

  private static BigDecimal variableScale(JsonParser parser, LogicalType type)
      throws IOException, InvalidTextException {
    Integer scale = null;
    String value = null;
    String name;
    while ((name = parser.nextFieldName()) != null) {
      JsonToken token = parser.nextToken();
      if (name.equals("scale") && token == JsonToken.VALUE_NUMBER_INT) {
        scale = parser.getIntValue();
      } else if (name.equals("value") && token == JsonToken.VALUE_STRING) {
        value = parser.getText();
      } else {
        parser.skipChildren();
      }
    }
    if (scale == null || value == null) {
      throw new InvalidTextException("a decimal as a struct has a scale and a value in base64");
    }
    return unscaled(value, scale, type);
  }

  private static BigDecimal unscaled(String base64, int scale, LogicalType type)
      throws InvalidTextException {
    byte[] bytes = decode(base64, Binary.BYTES, type);
    if (bytes.length == 0) {
      throw InvalidTextException.notA(base64, type, "it has no digits");
    }
    return new BigDecimal(new BigInteger(bytes), scale);
  }

  /** Flink keeps milliseconds. */
  private static JsonValueReader duration(ConnectSchema schema) {
    long unit = schema.means(NANO_DURATION) ? 1_000_000 : 1_000;
    return parser -> Math.floorDiv((long) LONG.read(parser), unit);
  }

  /** What is structured may also stand as JSON in a text, as columns of type JSON do. */
  private static JsonValueReader structured(LogicalType type, JsonValueReader reader) {
    CellReader cell = CellReader.of(type);
    return parser -> isText(parser) ? cell.read(parser.getText()) : reader.read(parser);
  }

  private JsonValueReader row(RowType type, ConnectSchema schema) {
    List<String> names = type.getFieldNames();
    List<JsonValueReader> readers = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      readers.add(of(type.getTypeAt(i), schema.fields().get(names.get(i))));
    }
    return parser -> {
      if (!isStruct(parser)) {
        throw JsonValueReaders.wrongForm(parser, type, "it should be an object");
      }
      GenericRowData row = new GenericRowData(names.size());
      String name;
      while ((name = parser.nextFieldName()) != null) {
        parser.nextToken();
        int i = names.indexOf(name);
        if (i < 0) {
          parser.skipChildren();
          continue;
        }
        try {
          row.setField(i, JsonValueReaders.readElement(parser, readers.get(i), type.getTypeAt(i)));
        } catch (InvalidTextException e) {
          throw e.inField(name);
        }
      }
      for (int i = 0; i < names.size(); i++) {
        if (row.isNullAt(i) && !type.getTypeAt(i).isNullable()) {
          throw InvalidTextException.nullValue(type.getTypeAt(i)).inField(names.get(i));
        }
      }
      return row;
    };
  }

  private JsonValueReader array(ArrayType type, ConnectSchema schema) {
    LogicalType elementType = type.getElementType();
    JsonValueReader reader = of(elementType, schema.items());
    return parser -> {
      if (parser.currentToken() != JsonToken.START_ARRAY) {
        throw JsonValueReaders.wrongForm(parser, type, "it should be an array");
      }
      List<Object> elements = new ArrayList<>();
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        try {
          elements.add(JsonValueReaders.readElement(parser, reader, elementType));
        } catch (InvalidTextException e) {
          throw e.inElement(elements.size());
        }
      }
      return new GenericArrayData(elements.toArray());
    };
  }

  static boolean isText(JsonParser parser) {
    return parser.currentToken() == JsonToken.VALUE_STRING;
  }

  private static boolean isStruct(JsonParser parser) {
    return parser.currentToken() == JsonToken.START_OBJECT;
  }
}
