// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators.state;

import io.autocdc.merge.BeliefBase;
import io.autocdc.merge.Sequence;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** Writes {@link BeliefBase}; it needs to know nothing of the target. */
public final class BeliefBaseSerializer extends ImmutableValueSerializer<BeliefBase> {

  private static final long serialVersionUID = 1L;

  @Override
  public void serialize(BeliefBase base, DataOutputView target) throws IOException {
    BinaryRows.write(base.system(), target);
    BinaryRows.write(base.business(), target);
    target.writeInt(base.since().size());
    for (Map.Entry<Sequence, Sequence> row : base.since().entrySet()) {
      BinaryRows.write(row.getKey(), target);
      BinaryRows.write(row.getValue(), target);
    }
  }

  @Override
  public BeliefBase deserialize(DataInputView source) throws IOException {
    Sequence system = BinaryRows.readSequence(source);
    Sequence business = BinaryRows.readSequence(source);
    Map<Sequence, Sequence> since = new HashMap<>();
    for (int rows = source.readInt(); rows > 0; rows--) {
      since.put(BinaryRows.readSequence(source), BinaryRows.readSequence(source));
    }
    return new BeliefBase(system, business, since);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof BeliefBaseSerializer;
  }

  @Override
  public int hashCode() {
    return BeliefBaseSerializer.class.hashCode();
  }

  @Override
  public TypeSerializerSnapshot<BeliefBase> snapshotConfiguration() {
    return new Snapshot();
  }

  /** Has nothing to keep. */
  public static final class Snapshot extends SimpleTypeSerializerSnapshot<BeliefBase> {

    /** For restore. */
    public Snapshot() {
      super(BeliefBaseSerializer::new);
    }
  }
}
