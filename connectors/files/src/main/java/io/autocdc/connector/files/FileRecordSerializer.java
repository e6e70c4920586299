// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.files;

import io.autocdc.operators.state.ValueTypeInfo;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.base.TypeSerializerSingleton;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.types.StringValue;

/** Serializes records where the parser is not chained to the source. */
final class FileRecordSerializer extends TypeSerializerSingleton<FileRecord> {

  private static final long serialVersionUID = 1L;
  private static final int NO_HEADER = -1;
  private static final FileRecord.Kind[] KINDS = FileRecord.Kind.values();

  static final FileRecordSerializer INSTANCE = new FileRecordSerializer();
  static final TypeInformation<FileRecord> TYPE = new ValueTypeInfo<>(FileRecord.class, INSTANCE);

  private FileRecordSerializer() {}

  @Override
  public boolean isImmutableType() {
    return true;
  }

  @Override
  public FileRecord createInstance() {
    return FileRecord.endOfInput();
  }

  @Override
  public FileRecord copy(FileRecord from) {
    return from;
  }

  @Override
  public FileRecord copy(FileRecord from, FileRecord reuse) {
    return from;
  }

  @Override
  public int getLength() {
    return -1;
  }

  @Override
  public void serialize(FileRecord value, DataOutputView out) throws IOException {
    out.writeByte(value.kind().ordinal());
    if (value.isEndOfInput()) {
      return;
    }
    out.writeInt(value.text().length);
    out.write(value.text());
    out.writeLong(value.line());
    StringValue.writeString(value.problem(), out);
    FileOrigin origin = value.origin();
    StringValue.writeString(origin.name(), out);
    out.writeLong(origin.modificationTime());
    out.writeInt(origin.header() == null ? NO_HEADER : origin.header().size());
    if (origin.header() != null) {
      for (String name : origin.header()) {
        StringValue.writeString(name, out);
      }
    }
  }

  @Override
  public FileRecord deserialize(DataInputView in) throws IOException {
    FileRecord.Kind kind = KINDS[in.readByte()];
    if (kind == FileRecord.Kind.END_OF_INPUT) {
      return FileRecord.endOfInput();
    }
    byte[] text = new byte[in.readInt()];
    in.readFully(text);
    long line = in.readLong();
    String problem = StringValue.readString(in);
    FileOrigin origin = new FileOrigin(StringValue.readString(in), in.readLong(), readHeader(in));
    return new FileRecord(kind, text, origin, line, problem);
  }

  private static List<String> readHeader(DataInputView in) throws IOException {
    int columns = in.readInt();
    if (columns == NO_HEADER) {
      return null;
    }
    List<String> header = new ArrayList<>();
    for (int i = 0; i < columns; i++) {
      header.add(StringValue.readString(in));
    }
    return header;
  }

  @Override
  public FileRecord deserialize(FileRecord reuse, DataInputView in) throws IOException {
    return deserialize(in);
  }

  @Override
  public void copy(DataInputView in, DataOutputView out) throws IOException {
    serialize(deserialize(in), out);
  }

  @Override
  public TypeSerializerSnapshot<FileRecord> snapshotConfiguration() {
    return new Snapshot();
  }

  /** Version 1. */
  public static final class Snapshot extends SimpleTypeSerializerSnapshot<FileRecord> {
    public Snapshot() {
      super(() -> INSTANCE);
    }
  }
}
