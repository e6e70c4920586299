// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.source.snapshots;

import io.autocdc.operators.state.ImmutableValueSerializer;
import io.autocdc.source.snapshots.FeedRecord.Kind;
import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalSerializers;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.types.StringValue;

/** Writes records where the operator behind the source is not chained to it. */
final class FeedRecordSerializer extends ImmutableValueSerializer<FeedRecord> {

  private static final long serialVersionUID = 1L;

  private static final Kind[] KINDS = Kind.values();

  private final TypeSerializer<RowData> rows;
  private final TypeSerializer<Object> versions;

  /**
   * @param columns columns of the rows
   * @param version type of the versions
   */
  FeedRecordSerializer(RowType columns, LogicalType version) {
    this(new RowDataSerializer(columns), InternalSerializers.create(version));
  }

  private FeedRecordSerializer(TypeSerializer<RowData> rows, TypeSerializer<Object> versions) {
    this.rows = rows;
    this.versions = versions;
  }

  @Override
  public TypeSerializer<FeedRecord> duplicate() {
    return new FeedRecordSerializer(rows.duplicate(), versions.duplicate());
  }

  @Override
  public void serialize(FeedRecord record, DataOutputView target) throws IOException {
    target.writeByte(record.kind().ordinal());
    if (record.kind() == Kind.ROW) {
      rows.serialize(record.row(), target);
    }
    target.writeBoolean(record.version() != null);
    if (record.version() != null) {
      versions.serialize(record.version(), target);
    }
    StringValue.writeString(record.name(), target);
  }

  @Override
  public FeedRecord deserialize(DataInputView source) throws IOException {
    Kind kind = KINDS[source.readByte()];
    RowData row = kind == Kind.ROW ? rows.deserialize(source) : null;
    Object version = source.readBoolean() ? versions.deserialize(source) : null;
    return new FeedRecord(kind, row, version, StringValue.readString(source));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof FeedRecordSerializer that
        && rows.equals(that.rows)
        && versions.equals(that.versions);
  }

  @Override
  public int hashCode() {
    return rows.hashCode();
  }

  @Override
  public TypeSerializerSnapshot<FeedRecord> snapshotConfiguration() {
    throw new UnsupportedOperationException("records of a feed are never kept in state");
  }
}
