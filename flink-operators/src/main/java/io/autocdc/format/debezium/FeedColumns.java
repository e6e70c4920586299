// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.format.debezium;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.autocdc.json.InvalidTextException;
import io.autocdc.json.JsonText;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.BooleanType;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.DoubleType;
import org.apache.flink.table.types.logical.FloatType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.SmallIntType;
import org.apache.flink.table.types.logical.VarBinaryType;
import org.apache.flink.table.types.logical.VarCharType;

/** The columns of a table as the schema part of a record has them. */
public final class FeedColumns {

  private static final LogicalType TEXT = new VarCharType(VarCharType.MAX_LENGTH);
  private static final String PRECISION = "connect.decimal.precision";

  private FeedColumns() {}

  /**
   * @param record as UTF-8
   * @return the columns, all nullable; empty if the record has no schema part or is no change
   * @throws InvalidTextException if it is broken
   */
  public static Optional<RowType> of(byte[] record) throws InvalidTextException {
    try (JsonParser parser = JsonText.FACTORY.createParser(record)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        return Optional.empty();
      }
      String field;
      while ((field = parser.nextFieldName()) != null) {
        parser.nextToken();
        if (field.equals("schema") && parser.currentToken() == JsonToken.START_OBJECT) {
          return columns(ConnectSchema.read(parser));
        }
        parser.skipChildren();
      }
      return Optional.empty();
    } catch (IOException e) {
      throw new InvalidTextException("not JSON: " + e.getMessage());
    }
  }

  private static Optional<RowType> columns(ConnectSchema envelope) {
    ConnectSchema image = envelope.fields().getOrDefault("after", envelope.fields().get("before"));
    return image == null || image.fields().isEmpty() ? Optional.empty() : Optional.of(row(image));
  }

  private static RowType row(ConnectSchema struct) {
    return new RowType(
        struct.fields().entrySet().stream()
            .map(field -> new RowType.RowField(field.getKey(), type(field.getValue())))
            .toList());
  }

  private static LogicalType type(ConnectSchema schema) {
    if (schema.means(ValueReaders.DECIMAL)) {
      return decimal(schema.parameters());
    }
    if (schema.means(ValueReaders.VARIABLE_SCALE)) {
      return TEXT;
    }
    Optional<LogicalType> time = TimeReaders.typeOf(schema);
    if (time.isPresent()) {
      return time.get();
    }
    return switch (String.valueOf(schema.type())) {
      case "boolean" -> new BooleanType();
      case "int8", "int16" -> new SmallIntType();
      case "int32" -> new IntType();
      case "int64" -> new BigIntType();
      case "float", "float32" -> new FloatType();
      case "double", "float64" -> new DoubleType();
      case "bytes" -> new VarBinaryType(VarBinaryType.MAX_LENGTH);
      case "array" -> schema.items() == null ? TEXT : new ArrayType(type(schema.items()));
      case "struct" -> schema.fields().isEmpty() ? TEXT : row(schema);
      default -> TEXT;
    };
  }

  /** A number whose length is not said can have all the digits that there are. */
  private static LogicalType decimal(Map<String, String> parameters) {
    try {
      int scale = Integer.parseInt(parameters.getOrDefault("scale", "0"));
      int precision =
          Integer.parseInt(
              parameters.getOrDefault(PRECISION, String.valueOf(DecimalType.MAX_PRECISION)));
      boolean known = precision >= 1 && precision <= DecimalType.MAX_PRECISION;
      return known && scale >= 0 && scale <= precision ? new DecimalType(precision, scale) : TEXT;
    } catch (NumberFormatException e) {
      return TEXT;
    }
  }
}
