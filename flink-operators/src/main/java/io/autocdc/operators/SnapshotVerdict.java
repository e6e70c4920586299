// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators;

import io.autocdc.merge.Sequence;
import io.autocdc.merge.SnapshotDiff.Verdict;
import io.autocdc.operators.state.BinaryRows;
import io.autocdc.operators.state.ImmutableValueSerializer;
import java.io.IOException;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * What is to be done with a snapshot.
 *
 * @param number which snapshot of its source it is, from 1
 * @param verdict what is to be done
 * @param version its version; null if it was given up
 * @param name what people call it
 */
record SnapshotVerdict(long number, Verdict verdict, Sequence version, String name) {

  /** Writes verdicts, in streams and in broadcast state. */
  static final class Serializer extends ImmutableValueSerializer<SnapshotVerdict> {

    private static final long serialVersionUID = 1L;

    @Override
    public void serialize(SnapshotVerdict value, DataOutputView target) throws IOException {
      target.writeLong(value.number);
      target.writeUTF(value.verdict.name());
      target.writeBoolean(value.version != null);
      if (value.version != null) {
        BinaryRows.write(value.version, target);
      }
      target.writeUTF(value.name);
    }

    @Override
    public SnapshotVerdict deserialize(DataInputView source) throws IOException {
      long number = source.readLong();
      Verdict verdict = Verdict.valueOf(source.readUTF());
      Sequence version = source.readBoolean() ? BinaryRows.readSequence(source) : null;
      return new SnapshotVerdict(number, verdict, version, source.readUTF());
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Serializer;
    }

    @Override
    public int hashCode() {
      return Serializer.class.hashCode();
    }

    @Override
    public TypeSerializerSnapshot<SnapshotVerdict> snapshotConfiguration() {
      return new Snapshot();
    }

    /** Version 1. */
    public static final class Snapshot extends SimpleTypeSerializerSnapshot<SnapshotVerdict> {
      public Snapshot() {
        super(Serializer::new);
      }
    }
  }
}
