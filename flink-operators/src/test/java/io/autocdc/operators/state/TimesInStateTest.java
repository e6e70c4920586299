// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.autocdc.merge.BeliefBase;
import io.autocdc.merge.Event;
import io.autocdc.merge.Sequence;
import io.autocdc.operators.row.RowLayout;
import java.io.IOException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.data.writer.BinaryRowWriter;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.RowType;
import org.junit.jupiter.api.Test;

/** Times cost nothing where nobody keeps them, and older state is read as it was written. */
class TimesInStateTest {

  private static final RowType TYPE = RowType.of(new IntType());
  private static final RowLayout LAYOUT = new RowLayout(TYPE, false, Set.of());
  private static final StoredEventSerializer EVENTS = new StoredEventSerializer(LAYOUT, "t");
  private static final KeyHeadSerializer HEADS = new KeyHeadSerializer(LAYOUT, "t");
  private static final Sequence SEQUENCE = new Sequence(new byte[] {5});

  private final StoredRows rows = new StoredRows(LAYOUT);

  private static BinaryRowData row() {
    BinaryRowData row = new BinaryRowData(1);
    BinaryRowWriter writer = new BinaryRowWriter(row);
    writer.writeInt(0, 7);
    writer.complete();
    return row;
  }

  private static <T> String write(TypeSerializer<T> serializer, T value) throws IOException {
    DataOutputSerializer out = new DataOutputSerializer(64);
    serializer.serialize(value, out);
    return HexFormat.of().formatHex(out.getCopyOfBuffer());
  }

  private static <T> T read(TypeSerializer<T> serializer, String hex) throws IOException {
    DataInputDeserializer in = new DataInputDeserializer(HexFormat.of().parseHex(hex));
    T value = serializer.deserialize(in);
    assertThat(in.available()).isZero();
    return value;
  }

  @Test
  void anEventWithoutATimeIsFlagLayoutLengthAndRow() throws IOException {
    Event<RowData> event = Event.upsert(SEQUENCE, row());
    String bytes = "01" + "0000" + "00000010" + "0000000000000000" + "0700000000000000";
    assertThat(write(EVENTS, rows.store(event))).isEqualTo(bytes);
    assertThat(rows.event(SEQUENCE, read(EVENTS, bytes))).isEqualTo(event);
  }

  @Test
  void aDeleteWithoutATimeIsNothing() throws IOException {
    Event<RowData> delete = Event.delete(SEQUENCE);
    assertThat(rows.store(delete)).isNull();
    assertThat(rows.event(SEQUENCE, null)).isEqualTo(delete);
    assertThat(write(EVENTS, null)).isEqualTo("00");
    assertThat(read(EVENTS, "00")).isNull();
  }

  @Test
  void aTimeFollowsTheRow() throws IOException {
    for (RowData row : new RowData[] {row(), null}) {
      Event<RowData> event = new Event<>(SEQUENCE, row, 9);
      String bytes = write(EVENTS, rows.store(event));
      assertThat(bytes).endsWith("0000000000000009");
      assertThat(rows.event(SEQUENCE, read(EVENTS, bytes))).isEqualTo(event);
    }
  }

  @Test
  void aHeadWithoutATimeIsWhatItWas() throws IOException {
    KeyHead upsert = KeyHead.of(Event.upsert(SEQUENCE, row()), rows, SEQUENCE, true, 0);
    KeyHead delete = KeyHead.of(Event.delete(SEQUENCE), rows, null, false, 3);
    String ofUpsert =
        "0d" + "00000001" + "05" + "0000" + "00000010" + "0000000000000000" + "0700000000000000";
    String ofDelete = "00" + "00000001" + "05" + "0000000000000003";
    assertThat(write(HEADS, upsert)).isEqualTo(ofUpsert);
    assertThat(write(HEADS, delete)).isEqualTo(ofDelete);
    assertThat(read(HEADS, ofUpsert).newest(rows)).isEqualTo(upsert.newest(rows));
    assertThat(read(HEADS, ofDelete)).isEqualTo(delete);
  }

  @Test
  void aHeadKeepsItsTimeAndWhatIsKnownOfItsKey() throws IOException {
    KeyHead head =
        KeyHead.of(new Event<>(SEQUENCE, null, Event.FINAL), rows, null, true, 3)
            .with(true, true, true);
    assertThat(read(HEADS, write(HEADS, head))).isEqualTo(head);
  }

  @Test
  void theBaseOfBeliefsComesBackAsItWas() throws IOException {
    BeliefBase base =
        new BeliefBase(
            SEQUENCE, new Sequence(new byte[] {1, 2}), Map.of(SEQUENCE, new Sequence(new byte[3])));
    BeliefBaseSerializer serializer = new BeliefBaseSerializer();
    assertThat(read(serializer, write(serializer, base))).isEqualTo(base);
  }
}
