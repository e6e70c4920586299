// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators.state;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.flink.api.common.typeutils.TypeSerializerSchemaCompatibility;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.utils.LogicalTypeParser;

/** Keeps the columns of stored rows with the state, as text that every version can read. */
abstract class RowTypeSnapshot<T> implements TypeSerializerSnapshot<T> {

  private static final int VERSION = 1;

  private RowType type;

  RowTypeSnapshot() {}

  RowTypeSnapshot(RowType type) {
    this.type = type;
  }

  final RowType type() {
    return type;
  }

  @Override
  public final int getCurrentVersion() {
    return VERSION;
  }

  @Override
  public final void writeSnapshot(DataOutputView out) throws IOException {
    byte[] text = type.asSerializableString().getBytes(StandardCharsets.UTF_8);
    out.writeInt(text.length);
    out.write(text);
  }

  @Override
  public final void readSnapshot(int version, DataInputView in, ClassLoader loader)
      throws IOException {
    byte[] text = new byte[in.readInt()];
    in.readFully(text);
    LogicalType parsed = LogicalTypeParser.parse(new String(text, StandardCharsets.UTF_8), loader);
    type = (RowType) parsed;
  }

  @Override
  public final TypeSerializerSchemaCompatibility<T> resolveSchemaCompatibility(
      TypeSerializerSnapshot<T> old) {
    return old instanceof RowTypeSnapshot<T> that && type.equals(that.type)
        ? TypeSerializerSchemaCompatibility.compatibleAsIs()
        : TypeSerializerSchemaCompatibility.incompatible();
  }
}
