// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.cdc;

import java.util.Locale;
import java.util.Optional;
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
import org.apache.flink.table.types.logical.TinyIntType;
import org.apache.flink.table.types.logical.VarBinaryType;
import org.apache.flink.table.types.logical.VarCharType;

/** Types of MySQL as types of Flink, without loss; only times of day are cut to milliseconds. */
final class MySqlTypes {

  private static final LogicalType TEXT = new VarCharType(VarCharType.MAX_LENGTH);
  private static final LogicalType BYTES = new VarBinaryType(VarBinaryType.MAX_LENGTH);

  /** What Flink keeps of a time of day. */
  private static final int FINEST_TIME_OF_FLINK = 3;

  private MySqlTypes() {}

  /**
   * @param name name without length, as information_schema has it
   * @param full the whole type, such as {@code int(10) unsigned}
   * @param precision of a number
   * @param scale of a number
   * @param fraction digits behind the second
   * @return empty if changes do not have such columns in a form that is known
   */
  static Optional<LogicalType> of(
      String name, String full, int precision, int scale, int fraction) {
    String type = full.toLowerCase(Locale.ROOT);
    boolean unsigned = type.contains("unsigned") || type.contains("zerofill");
    return Optional.ofNullable(
        switch (name.toLowerCase(Locale.ROOT)) {
          case "tinyint" ->
              type.startsWith("tinyint(1)")
                  ? new BooleanType()
                  : unsigned ? new SmallIntType() : new TinyIntType();
          case "smallint" -> unsigned ? new IntType() : new SmallIntType();
          case "mediumint", "year" -> new IntType();
          case "int" -> unsigned ? new BigIntType() : new IntType();
          case "bigint" -> unsigned ? new DecimalType(20, 0) : new BigIntType();
          case "float" -> new FloatType();
          case "double" -> new DoubleType();
          case "decimal" ->
              precision <= DecimalType.MAX_PRECISION ? new DecimalType(precision, scale) : TEXT;
          case "date" -> new DateType();
          case "time" -> new TimeType(Math.min(fraction, FINEST_TIME_OF_FLINK));
          case "datetime" -> new TimestampType(fraction);
          case "timestamp" -> new LocalZonedTimestampType(fraction);
          case "char", "varchar", "tinytext", "text", "mediumtext", "longtext" -> TEXT;
          case "enum", "set", "json" -> TEXT;
          case "binary", "varbinary", "tinyblob", "blob", "mediumblob", "longblob" -> BYTES;
          case "bit" -> type.equals("bit(1)") ? new BooleanType() : BYTES;
          default -> null;
        });
  }
}
