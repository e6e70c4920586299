// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.autocdc.dsl.type.TableSchema;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.LogicalType;
import org.junit.jupiter.api.Test;

class SequenceCodecTest {

  /** Every orderable type, with how to make a value of it and how its values compare. */
  private enum Kind {
    BOOLEAN("BOOLEAN", Random::nextBoolean),
    TINYINT("TINYINT", r -> (byte) r.nextInt()),
    SMALLINT("SMALLINT", r -> (short) r.nextInt()),
    INT("INT", r -> r.nextBoolean() ? r.nextInt() : r.nextInt(5) - 2),
    BIGINT("BIGINT", r -> r.nextBoolean() ? r.nextLong() : (long) r.nextInt(5) - 2),
    FLOAT("FLOAT", r -> special(r, (float) r.nextGaussian())),
    DOUBLE("DOUBLE", r -> special(r, r.nextGaussian())),
    SMALL_DECIMAL("DECIMAL(9, 3)", r -> decimal(r, 9, 3)),
    WIDE_DECIMAL("DECIMAL(38, 10)", r -> decimal(r, 38, 10)),
    STRING("STRING", r -> StringData.fromString(text(r))),
    BYTES("BYTES", r -> bytes(r)),
    DATE("DATE", r -> r.nextInt(40_000) - 20_000),
    TIME("TIME(3)", r -> r.nextInt(86_400_000)),
    TIMESTAMP_3("TIMESTAMP(3)", r -> timestamp(r, 0)),
    TIMESTAMP_9("TIMESTAMP(9)", r -> timestamp(r, r.nextInt(1_000_000))),
    TIMESTAMP_LTZ("TIMESTAMP_LTZ(6)", r -> timestamp(r, 1000 * r.nextInt(1000)));

    private final LogicalType type;
    private final Function<Random, Object> value;

    Kind(String type, Function<Random, Object> value) {
      this.type = TableSchema.parse("s " + type).columns().get(0).type();
      this.value = value;
    }

    Object value(Random random) {
      return random.nextInt(8) == 0 ? null : value.apply(random);
    }
  }

  @Property(shrinking = ShrinkingMode.OFF)
  void sequencesCompareAsTheirValuesDo(@ForAll long seed) {
    Random random = new Random(seed);
    for (Kind kind : Kind.values()) {
      SequenceCodec codec = SequenceCodec.of(List.of(kind.type));
      Object a = kind.value(random);
      Object b = random.nextInt(4) == 0 ? a : kind.value(random);
      Sequence left = encode(codec, a);
      Sequence right = encode(codec, b);
      if (a == null || b == null) {
        assertThat(a == null ? left : right).as("null has no sequence").isNull();
        continue;
      }
      assertThat(Integer.signum(left.compareTo(right)))
          .as("%s: %s against %s", kind, a, b)
          .isEqualTo(Integer.signum(compare(a, b)));
      assertThat(compare(codec.decode(left), a)).as("%s: %s read back", kind, a).isZero();
    }
  }

  @Property(shrinking = ShrinkingMode.OFF)
  void listsCompareFirstToLastWithNullsFirst(@ForAll long seed) {
    Random random = new Random(seed);
    Kind[] kinds = Kind.values();
    Kind first = kinds[random.nextInt(kinds.length)];
    Kind second = kinds[random.nextInt(kinds.length)];
    SequenceCodec codec = SequenceCodec.of(List.of(first.type, second.type));
    Object a1 = first.value(random);
    Object b1 = random.nextBoolean() ? a1 : first.value(random);
    Object a2 = second.value(random);
    Object b2 = second.value(random);
    Sequence left = encode(codec, a1, a2);
    Sequence right = encode(codec, b1, b2);
    if (left == null || right == null) {
      assertThat(left == null ? a1 == null && a2 == null : b1 == null && b2 == null).isTrue();
      return;
    }
    Comparator<Object> nullsFirst = Comparator.nullsFirst(SequenceCodecTest::compare);
    int expected = nullsFirst.compare(a1, b1);
    expected = expected != 0 ? expected : nullsFirst.compare(a2, b2);
    assertThat(Integer.signum(left.compareTo(right))).isEqualTo(Integer.signum(expected));
    RowData decoded = (RowData) codec.decode(left);
    assertThat(
            nullsFirst.compare(
                RowData.createFieldGetter(first.type, 0).getFieldOrNull(decoded), a1))
        .isZero();
  }

  @Property(shrinking = ShrinkingMode.OFF)
  void theLayoutFindsTheEndOfASequenceInAStream(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    LogicalType row =
        TableSchema.parse("s ROW<a STRING, b ROW<c BIGINT, d BYTES>>").columns().get(0).type();
    SequenceCodec codec = SequenceCodec.of(List.of(Kind.STRING.type, row, Kind.INT.type));
    GenericRowData nested =
        GenericRowData.of(
            Kind.STRING.value(random),
            random.nextInt(3) == 0
                ? null
                : GenericRowData.of(Kind.BIGINT.value(random), Kind.BYTES.value(random)));
    Sequence sequence = encode(codec, StringData.fromString(text(random)), nested, 7);
    byte[] stream = new byte[sequence.bytes().length + 5];
    for (int i = 0; i < sequence.bytes().length; i++) {
      stream[i] = (byte) ~sequence.bytes()[i];
    }
    SequenceLayout layout = SequenceLayout.parse(codec.layout().toString());
    assertThat(layout).isEqualTo(codec.layout());
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(stream));
    assertThat(SequenceCodec.readFrom(in, layout, true)).isEqualTo(sequence);
    assertThat(in.available()).isEqualTo(5);
  }

  @Test
  void zerosOfBothSignsAreOneSequence() {
    SequenceCodec codec = SequenceCodec.of(List.of(Kind.DOUBLE.type));
    assertThat(encode(codec, -0.0)).isEqualTo(encode(codec, 0.0));
    assertThat(encode(codec, Double.NaN)).isGreaterThan(encode(codec, Double.POSITIVE_INFINITY));
  }

  @Test
  void mapsArraysAndMultisetsHaveNoOrder() {
    for (String type :
        List.of("MAP<STRING, INT>", "ARRAY<INT>", "MULTISET<INT>", "ROW<a ARRAY<INT>>")) {
      LogicalType logical = TableSchema.parse("s " + type).columns().get(0).type();
      assertThat(SequenceCodec.isOrderable(logical)).isFalse();
      assertThatThrownBy(() -> SequenceCodec.of(List.of(logical)))
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThat(SequenceCodec.isOrderable(Kind.WIDE_DECIMAL.type)).isTrue();
  }

  private static Sequence encode(SequenceCodec codec, Object... values) {
    int[] positions = new int[values.length];
    for (int i = 0; i < positions.length; i++) {
      positions[i] = i;
    }
    return codec.encode(GenericRowData.of(values), positions);
  }

  @SuppressWarnings("unchecked")
  private static int compare(Object a, Object b) {
    if (a instanceof byte[] left) {
      return Arrays.compareUnsigned(left, (byte[]) b);
    }
    if (a instanceof StringData left) {
      return Arrays.compareUnsigned(left.toBytes(), ((StringData) b).toBytes());
    }
    if (a instanceof Double left) {
      return Double.compare(left + 0.0, (Double) b + 0.0);
    }
    if (a instanceof Float left) {
      return Float.compare(left + 0.0f, (Float) b + 0.0f);
    }
    if (a instanceof RowData) {
      return 0;
    }
    return ((Comparable<Object>) a).compareTo(b);
  }

  private static float special(Random random, float value) {
    float[] values = {
      0f, -0f, Float.NaN, Float.NEGATIVE_INFINITY, Float.MIN_VALUE, -Float.MAX_VALUE
    };
    return random.nextInt(3) == 0 ? values[random.nextInt(values.length)] : value;
  }

  private static double special(Random random, double value) {
    double[] values = {0, -0.0, Double.NaN, Double.POSITIVE_INFINITY, -Double.MIN_VALUE};
    return random.nextInt(3) == 0 ? values[random.nextInt(values.length)] : value;
  }

  private static DecimalData decimal(Random random, int precision, int scale) {
    BigInteger limit = BigInteger.TEN.pow(1 + random.nextInt(precision));
    BigInteger unscaled = new BigInteger(130, random).mod(limit);
    BigDecimal value = new BigDecimal(random.nextBoolean() ? unscaled : unscaled.negate(), scale);
    return DecimalData.fromBigDecimal(value, precision, scale);
  }

  private static String text(Random random) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(4); i > 0; i--) {
      text.append("\u0000\u0001aé\uFFFF".charAt(random.nextInt(5)));
    }
    return text.toString();
  }

  private static byte[] bytes(Random random) {
    byte[] bytes = new byte[random.nextInt(4)];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (random.nextInt(4) - 2);
    }
    return bytes;
  }

  private static TimestampData timestamp(Random random, int nanos) {
    return TimestampData.fromEpochMillis(random.nextInt(2_000) - 1_000, nanos);
  }
}
