// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.cdc;

import java.util.Optional;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.BooleanType;
import org.apache.flink.table.types.logical.DateType;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.DoubleType;
import org.apache.flink.table.types.logical.FloatType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LocalZonedTimestampType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.SmallIntType;
import org.apache.flink.table.types.logical.TimeType;
import org.apache.flink.table.types.logical.TimestampType;
import org.apache.flink.table.types.logical.VarBinaryType;
import org.apache.flink.table.types.logical.VarCharType;

/** Types of Postgres as types of Flink, without loss; only times of day are cut to milliseconds. */
final class PostgresTypes {

  private static final LogicalType TEXT = new VarCharType(VarCharType.MAX_LENGTH);
  private static final LogicalType BYTES = new VarBinaryType(VarBinaryType.MAX_LENGTH);

  private static final int UNLIMITED = -1;
  private static final int HEADER = 4;
  private static final int FINEST_TIME = 6;

  /** What Flink keeps of a time of day. */
  private static final int FINEST_TIME_OF_FLINK = 3;

  private PostgresTypes() {}

  /**
   * @param name name in pg_type; of an array, that of its elements
   * @param isEnum true for an enumeration
   * @param modifier length, precision and scale, as pg_attribute has them
   * @return empty if Debezium leaves such columns out
   */
  static Optional<LogicalType> of(String name, boolean isEnum, int modifier, boolean isArray) {
    Optional<LogicalType> type = isEnum ? Optional.of(TEXT) : scalar(name, modifier);
    return isArray ? type.filter(element -> !element.equals(BYTES)).map(ArrayType::new) : type;
  }

  private static Optional<LogicalType> scalar(String name, int modifier) {
    return Optional.ofNullable(
        switch (name) {
          case "bool" -> new BooleanType();
          case "int2" -> new SmallIntType();
          case "int4" -> new IntType();
          case "int8", "oid" -> new BigIntType();
          case "float4" -> new FloatType();
          case "float8" -> new DoubleType();
          case "numeric" -> decimal(modifier);
          case "date" -> new DateType();
          case "time" -> new TimeType(Math.min(precision(modifier), FINEST_TIME_OF_FLINK));
          case "timestamp" -> new TimestampType(precision(modifier));
          case "timestamptz" -> new LocalZonedTimestampType(precision(modifier));
          case "bytea", "varbit" -> BYTES;
          case "bit" -> modifier == 1 ? new BooleanType() : BYTES;
          case "bpchar", "char", "varchar", "text", "name", "citext" -> TEXT;
          case "json", "jsonb", "xml", "uuid", "hstore", "ltree", "isbn", "interval", "timetz" ->
              TEXT;
          case "inet", "cidr", "macaddr", "macaddr8" -> TEXT;
          case "int4range", "int8range", "numrange", "daterange", "tsrange", "tstzrange" -> TEXT;
          default -> null;
        });
  }

  /** Text for numbers that no DECIMAL holds. */
  private static LogicalType decimal(int modifier) {
    if (modifier == UNLIMITED) {
      return TEXT;
    }
    int precision = (modifier - HEADER >> 16) & 0xFFFF;
    int scale = ((modifier - HEADER & 0x7FF) ^ 1024) - 1024;
    return precision <= DecimalType.MAX_PRECISION && scale >= 0 && scale <= precision
        ? new DecimalType(precision, scale)
        : TEXT;
  }

  private static int precision(int modifier) {
    return modifier == UNLIMITED ? FINEST_TIME : modifier;
  }
}
