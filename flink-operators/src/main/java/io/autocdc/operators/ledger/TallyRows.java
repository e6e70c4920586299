// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators.ledger;

import java.util.List;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;

/** What was counted since the last checkpoint, on its way from an operator to the ledger. */
public final class TallyRows {

  private static final VarCharType TEXT = new VarCharType(VarCharType.MAX_LENGTH);

  /** What was counted, how much of it came, and an example. */
  private static final RowType TYPE =
      new RowType(
          false,
          List.of(
              new RowType.RowField("kind", TEXT),
              new RowType.RowField("subject", TEXT),
              new RowType.RowField("name", TEXT),
              new RowType.RowField("amount", new BigIntType()),
              new RowType.RowField("example", TEXT)));

  private TallyRows() {}

  public static InternalTypeInfo<RowData> typeInfo() {
    return InternalTypeInfo.of(TYPE);
  }

  /**
   * @param amount what was added; negative where something can become less
   * @param example words about one of the rows; may be null
   */
  static RowData of(Counted counted, long amount, String example) {
    return GenericRowData.of(
        StringData.fromString(counted.kind().name()),
        StringData.fromString(counted.subject()),
        StringData.fromString(counted.name()),
        amount,
        example == null ? null : StringData.fromString(example));
  }

  public static Counted counted(RowData row) {
    return new Counted(
        Counted.Kind.valueOf(row.getString(0).toString()),
        row.getString(1).toString(),
        row.getString(2).toString());
  }

  public static long amount(RowData row) {
    return row.getLong(3);
  }

  /** May be null. */
  static String example(RowData row) {
    return row.isNullAt(4) ? null : row.getString(4).toString();
  }
}
