// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.cdc;

import io.autocdc.operators.state.ValueTypeInfo;
import java.io.IOException;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.base.TypeSerializerSingleton;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.types.StringValue;

/** Serializes records where the parser is not chained to the source. */
final class ChangeRecordSerializer extends TypeSerializerSingleton<ChangeRecord> {

  private static final long serialVersionUID = 1L;

  static final ChangeRecordSerializer INSTANCE = new ChangeRecordSerializer();
  static final TypeInformation<ChangeRecord> TYPE =
      new ValueTypeInfo<>(ChangeRecord.class, INSTANCE);

  private ChangeRecordSerializer() {}

  @Override
  public boolean isImmutableType() {
    return true;
  }

  @Override
  public ChangeRecord createInstance() {
    return ChangeRecord.endOfInput();
  }

  @Override
  public ChangeRecord copy(ChangeRecord from) {
    return from;
  }

  @Override
  public ChangeRecord copy(ChangeRecord from, ChangeRecord reuse) {
    return from;
  }

  @Override
  public int getLength() {
    return -1;
  }

  @Override
  public void serialize(ChangeRecord value, DataOutputView out) throws IOException {
    StringValue.writeString(value.place(), out);
    if (!value.isEndOfInput()) {
      out.writeInt(value.value().length);
      out.write(value.value());
    }
  }

  @Override
  public ChangeRecord deserialize(DataInputView in) throws IOException {
    String place = StringValue.readString(in);
    if (place == null) {
      return ChangeRecord.endOfInput();
    }
    byte[] value = new byte[in.readInt()];
    in.readFully(value);
    return new ChangeRecord(value, place);
  }

  @Override
  public ChangeRecord deserialize(ChangeRecord reuse, DataInputView in) throws IOException {
    return deserialize(in);
  }

  @Override
  public void copy(DataInputView in, DataOutputView out) throws IOException {
    serialize(deserialize(in), out);
  }

  @Override
  public TypeSerializerSnapshot<ChangeRecord> snapshotConfiguration() {
    return new Snapshot();
  }

  /** Version 1. */
  public static final class Snapshot extends SimpleTypeSerializerSnapshot<ChangeRecord> {
    public Snapshot() {
      super(() -> INSTANCE);
    }
  }
}
