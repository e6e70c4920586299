// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.merge;

import java.math.BigInteger;
import java.util.List;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.utils.LogicalTypeChecks;

/** One field of a sequence: a marker byte, then the value in an order-preserving form. */
abstract sealed class SequenceField {

  private static final int LONG = 8;
  private static final int INT = 4;

  static SequenceField of(LogicalType type) {
    return switch (type.getTypeRoot()) {
      case BOOLEAN -> new IntegerField(1, (r, p) -> r.getBoolean(p) ? 1L : 0L, v -> v == 1);
      case TINYINT -> new IntegerField(1, RowData::getByte, v -> (byte) v);
      case SMALLINT -> new IntegerField(2, RowData::getShort, v -> (short) v);
      case INTEGER, DATE, TIME_WITHOUT_TIME_ZONE, INTERVAL_YEAR_MONTH ->
          new IntegerField(INT, RowData::getInt, v -> (int) v);
      case BIGINT, INTERVAL_DAY_TIME -> new IntegerField(LONG, RowData::getLong, v -> v);
      case FLOAT ->
          new IntegerField(
              INT,
              (r, p) -> orderedBits(r.getFloat(p)),
              v -> Float.intBitsToFloat(v < 0 ? (int) v ^ Integer.MAX_VALUE : (int) v));
      case DOUBLE ->
          new IntegerField(
              LONG,
              (r, p) -> orderedBits(r.getDouble(p)),
              v -> Double.longBitsToDouble(v < 0 ? v ^ Long.MAX_VALUE : v));
      case DECIMAL -> new DecimalField((DecimalType) type);
      case CHAR, VARCHAR ->
          new TerminatedField((r, p) -> r.getString(p).toBytes(), StringData::fromBytes);
      case BINARY, VARBINARY -> new TerminatedField(RowData::getBinary, bytes -> bytes);
      case TIMESTAMP_WITHOUT_TIME_ZONE, TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
          new TimestampField(LogicalTypeChecks.getPrecision(type));
      case ROW -> new RowField((RowType) type);
      default ->
          throw new IllegalArgumentException(type.asSummaryString() + " values have no order");
    };
  }

  static boolean isOrderable(LogicalType type) {
    return switch (type.getTypeRoot()) {
      case BOOLEAN,
          TINYINT,
          SMALLINT,
          INTEGER,
          BIGINT,
          FLOAT,
          DOUBLE,
          DECIMAL,
          CHAR,
          VARCHAR,
          BINARY,
          VARBINARY,
          DATE,
          TIME_WITHOUT_TIME_ZONE,
          TIMESTAMP_WITHOUT_TIME_ZONE,
          TIMESTAMP_WITH_LOCAL_TIME_ZONE,
          INTERVAL_YEAR_MONTH,
          INTERVAL_DAY_TIME ->
          true;
      case ROW -> type.getChildren().stream().allMatch(SequenceField::isOrderable);
      default -> false;
    };
  }

  final void write(RowData row, int position, boolean isNull, OrderedBytes.Writer out) {
    out.writeByte(isNull ? OrderedBytes.NULL : OrderedBytes.PRESENT);
    if (!isNull) {
      writeValue(row, position, out);
    }
  }

  final Object read(OrderedBytes.Reader in) {
    return in.readByte() == OrderedBytes.NULL ? null : readValue(in);
  }

  abstract void writeValue(RowData row, int position, OrderedBytes.Writer out);

  abstract Object readValue(OrderedBytes.Reader in);

  abstract SequenceLayout.Field layout();

  /**
   * Bits that compare as the numbers do: -0.0 is 0.0, one NaN above all else. Negative numbers have
   * their lower bits inverted; the sign bit is the writer's to invert.
   */
  private static long orderedBits(float value) {
    int bits = Float.floatToIntBits(value + 0.0f);
    return bits < 0 ? bits ^ Integer.MAX_VALUE : bits;
  }

  private static long orderedBits(double value) {
    long bits = Double.doubleToLongBits(value + 0.0);
    return bits < 0 ? bits ^ Long.MAX_VALUE : bits;
  }

  private interface Getter {
    long get(RowData row, int position);
  }

  private interface FromLong {
    Object apply(long value);
  }

  private interface BytesGetter {
    byte[] get(RowData row, int position);
  }

  private interface FromBytes {
    Object apply(byte[] bytes);
  }

  private static final class IntegerField extends SequenceField {
    private final int width;
    private final Getter getter;
    private final FromLong fromLong;

    IntegerField(int width, Getter getter, FromLong fromLong) {
      this.width = width;
      this.getter = getter;
      this.fromLong = fromLong;
    }

    @Override
    void writeValue(RowData row, int position, OrderedBytes.Writer out) {
      out.writeSigned(getter.get(row, position), width);
    }

    @Override
    Object readValue(OrderedBytes.Reader in) {
      return fromLong.apply(in.readSigned(width));
    }

    @Override
    SequenceLayout.Field layout() {
      return new SequenceLayout.Field(width, List.of());
    }
  }

  private static final class DecimalField extends SequenceField {
    private static final int WIDE = 16;

    private final int precision;
    private final int scale;

    DecimalField(DecimalType type) {
      this.precision = type.getPrecision();
      this.scale = type.getScale();
    }

    @Override
    void writeValue(RowData row, int position, OrderedBytes.Writer out) {
      DecimalData value = row.getDecimal(position, precision, scale);
      if (DecimalData.isCompact(precision)) {
        out.writeSigned(value.toUnscaledLong(), LONG);
      } else {
        out.writeSigned(value.toUnscaledBytes(), WIDE);
      }
    }

    @Override
    Object readValue(OrderedBytes.Reader in) {
      if (DecimalData.isCompact(precision)) {
        return DecimalData.fromUnscaledLong(in.readSigned(LONG), precision, scale);
      }
      byte[] unscaled = new BigInteger(in.readSignedBytes(WIDE)).toByteArray();
      return DecimalData.fromUnscaledBytes(unscaled, precision, scale);
    }

    @Override
    SequenceLayout.Field layout() {
      return new SequenceLayout.Field(DecimalData.isCompact(precision) ? LONG : WIDE, List.of());
    }
  }

  private static final class TerminatedField extends SequenceField {
    private final BytesGetter getter;
    private final FromBytes fromBytes;

    TerminatedField(BytesGetter getter, FromBytes fromBytes) {
      this.getter = getter;
      this.fromBytes = fromBytes;
    }

    @Override
    void writeValue(RowData row, int position, OrderedBytes.Writer out) {
      out.writeTerminated(getter.get(row, position));
    }

    @Override
    Object readValue(OrderedBytes.Reader in) {
      return fromBytes.apply(in.readTerminated());
    }

    @Override
    SequenceLayout.Field layout() {
      return new SequenceLayout.Field(SequenceLayout.TERMINATED, List.of());
    }
  }

  private static final class TimestampField extends SequenceField {
    private final int precision;

    TimestampField(int precision) {
      this.precision = precision;
    }

    @Override
    void writeValue(RowData row, int position, OrderedBytes.Writer out) {
      TimestampData value = row.getTimestamp(position, precision);
      out.writeSigned(value.getMillisecond(), LONG);
      if (!TimestampData.isCompact(precision)) {
        out.writeSigned(value.getNanoOfMillisecond(), INT);
      }
    }

    @Override
    Object readValue(OrderedBytes.Reader in) {
      long millis = in.readSigned(LONG);
      int nanos = TimestampData.isCompact(precision) ? 0 : (int) in.readSigned(INT);
      return TimestampData.fromEpochMillis(millis, nanos);
    }

    @Override
    SequenceLayout.Field layout() {
      int width = TimestampData.isCompact(precision) ? LONG : LONG + INT;
      return new SequenceLayout.Field(width, List.of());
    }
  }

  private static final class RowField extends SequenceField {
    private final SequenceField[] fields;

    RowField(RowType type) {
      this.fields =
          type.getChildren().stream().map(SequenceField::of).toArray(SequenceField[]::new);
    }

    @Override
    void writeValue(RowData row, int position, OrderedBytes.Writer out) {
      RowData nested = row.getRow(position, fields.length);
      for (int i = 0; i < fields.length; i++) {
        fields[i].write(nested, i, nested.isNullAt(i), out);
      }
    }

    @Override
    Object readValue(OrderedBytes.Reader in) {
      GenericRowData row = new GenericRowData(fields.length);
      for (int i = 0; i < fields.length; i++) {
        row.setField(i, fields[i].read(in));
      }
      return row;
    }

    @Override
    SequenceLayout.Field layout() {
      return new SequenceLayout.Field(
          SequenceLayout.ROW, SequenceLayout.of(List.of(fields)).fields());
    }
  }
}
