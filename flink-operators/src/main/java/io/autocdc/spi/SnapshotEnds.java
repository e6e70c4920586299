// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.spi;

import java.util.List;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.BooleanType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;

/**
 * What a source of snapshots tells at the end of each, beside its rows. Snapshots are numbered as
 * they are read, those that are given up included; where a source begins anew, its numbers are
 * above all that it gave before. A source of snapshots has one subtask; its watermark {@code n}
 * stands behind the rows and the end of snapshot {@code n}, on both streams.
 */
public final class SnapshotEnds {

  /** Position of the version in a row. */
  public static final int VERSION = 1;

  private static final int NUMBER = 0;
  private static final int NAME = 2;
  private static final int ROWS = 3;
  private static final int WHOLE = 4;

  private static final int GENERATION_SHIFT = 40;

  private SnapshotEnds() {}

  /**
   * The number of the first snapshot.
   *
   * @param generation how often the source has begun anew, from 1
   */
  public static long firstNumber(int generation) {
    return ((generation - 1L) << GENERATION_SHIFT) + 1;
  }

  /** The generation, from 1, that a number belongs to. */
  public static int generationOf(long number) {
    return (int) (number >> GENERATION_SHIFT) + 1;
  }

  /**
   * number, version, name, rows, whole.
   *
   * @param version type of the version
   */
  public static InternalTypeInfo<RowData> typeInfo(LogicalType version) {
    return InternalTypeInfo.of(
        new RowType(
            false,
            List.of(
                new RowType.RowField("number", new BigIntType(false)),
                new RowType.RowField("version", version.copy(true)),
                new RowType.RowField("name", new VarCharType(VarCharType.MAX_LENGTH)),
                new RowType.RowField("rows", new BigIntType(false)),
                new RowType.RowField("whole", new BooleanType(false)))));
  }

  /**
   * @param number which snapshot of the source it is, from 1
   * @param version its version in Flink's internal form; null for one that was given up
   * @param name what people call it, such as a file path
   * @param rows how many rows it has
   * @param whole false if it was given up before its end
   */
  public static RowData of(long number, Object version, String name, long rows, boolean whole) {
    return GenericRowData.of(number, version, StringData.fromString(name), rows, whole);
  }

  /** How many rows of a snapshot have come to a flow, or to a part of it. */
  public static RowData count(long number, long rows) {
    return GenericRowData.of(number, null, null, rows, false);
  }

  /** True for what {@link #count} has made. */
  public static boolean isCount(RowData row) {
    return row.isNullAt(NAME);
  }

  public static long number(RowData end) {
    return end.getLong(NUMBER);
  }

  public static String name(RowData end) {
    return end.getString(NAME).toString();
  }

  public static long rows(RowData end) {
    return end.getLong(ROWS);
  }

  public static boolean isWhole(RowData end) {
    return end.getBoolean(WHOLE);
  }
}
