// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.kafka;

import io.autocdc.operators.state.ValueTypeInfo;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.base.TypeSerializerSingleton;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.types.StringValue;

/** Serializes records where the parser is not chained to the source. */
final class KafkaRecordSerializer extends TypeSerializerSingleton<KafkaRecord> {

  private static final long serialVersionUID = 1L;
  private static final int NULL = -1;

  static final KafkaRecordSerializer INSTANCE = new KafkaRecordSerializer();
  static final TypeInformation<KafkaRecord> TYPE = new ValueTypeInfo<>(KafkaRecord.class, INSTANCE);

  private KafkaRecordSerializer() {}

  @Override
  public boolean isImmutableType() {
    return true;
  }

  @Override
  public KafkaRecord createInstance() {
    return KafkaRecord.endOfInput();
  }

  @Override
  public KafkaRecord copy(KafkaRecord from) {
    return from;
  }

  @Override
  public KafkaRecord copy(KafkaRecord from, KafkaRecord reuse) {
    return from;
  }

  @Override
  public int getLength() {
    return -1;
  }

  @Override
  public void serialize(KafkaRecord value, DataOutputView out) throws IOException {
    StringValue.writeString(value.topic(), out);
    if (value.isEndOfInput()) {
      return;
    }
    out.writeInt(value.partition());
    out.writeLong(value.offset());
    out.writeLong(value.timestamp());
    writeBytes(value.key(), out);
    writeBytes(value.value(), out);
    out.writeInt(value.headers().size());
    for (Map.Entry<String, byte[]> header : value.headers().entrySet()) {
      StringValue.writeString(header.getKey(), out);
      writeBytes(header.getValue(), out);
    }
  }

  private static void writeBytes(byte[] bytes, DataOutputView out) throws IOException {
    out.writeInt(bytes == null ? NULL : bytes.length);
    if (bytes != null) {
      out.write(bytes);
    }
  }

  @Override
  public KafkaRecord deserialize(DataInputView in) throws IOException {
    String topic = StringValue.readString(in);
    return topic == null
        ? KafkaRecord.endOfInput()
        : new KafkaRecord(
            topic,
            in.readInt(),
            in.readLong(),
            in.readLong(),
            readBytes(in),
            readBytes(in),
            readHeaders(in));
  }

  private static byte[] readBytes(DataInputView in) throws IOException {
    int length = in.readInt();
    if (length == NULL) {
      return null;
    }
    byte[] bytes = new byte[length];
    in.readFully(bytes);
    return bytes;
  }

  private static Map<String, byte[]> readHeaders(DataInputView in) throws IOException {
    int size = in.readInt();
    Map<String, byte[]> headers = size == 0 ? Map.of() : new LinkedHashMap<>();
    for (int i = 0; i < size; i++) {
      headers.put(StringValue.readString(in), readBytes(in));
    }
    return headers;
  }

  @Override
  public KafkaRecord deserialize(KafkaRecord reuse, DataInputView in) throws IOException {
    return deserialize(in);
  }

  @Override
  public void copy(DataInputView in, DataOutputView out) throws IOException {
    serialize(deserialize(in), out);
  }

  @Override
  public TypeSerializerSnapshot<KafkaRecord> snapshotConfiguration() {
    return new Snapshot();
  }

  /** Version 1. */
  public static final class Snapshot extends SimpleTypeSerializerSnapshot<KafkaRecord> {
    public Snapshot() {
      super(() -> INSTANCE);
    }
  }
}
