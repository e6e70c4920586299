// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.paimon;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.paimon.flink.source.FileStoreSourceSplitSerializer;
import org.apache.paimon.flink.source.PendingSplitsCheckpoint;
import org.apache.paimon.flink.source.PendingSplitsCheckpointSerializer;

/**
 * Where a reader of changes stands, and what it has read there: another table has the same numbers,
 * and so has a table that was set back to an earlier snapshot.
 */
final class ChangesCheckpoint extends PendingSplitsCheckpoint {

  /** The snapshot that was read last is not known: there was none, or it was gone already. */
  static final long UNKNOWN = -1;

  private final long madeAt;
  private final long readAt;

  /**
   * @param position where Paimon's source stands
   * @param madeAt when the table was made, see {@link TableAge}
   * @param readAt when the snapshot in front of the position was committed, in epoch milliseconds,
   *     or {@link #UNKNOWN}
   */
  ChangesCheckpoint(PendingSplitsCheckpoint position, long madeAt, long readAt) {
    super(position.splits(), position.currentSnapshotId());
    this.madeAt = madeAt;
    this.readAt = readAt;
  }

  long madeAt() {
    return madeAt;
  }

  long readAt() {
    return readAt;
  }

  /** What was read in front of what Paimon writes. */
  static final class Serializer extends PendingSplitsCheckpointSerializer {

    /** Far from what Paimon counts to, so that its own state is told from this. */
    private static final int VERSION = 1001;

    Serializer() {
      super(new FileStoreSourceSplitSerializer());
    }

    @Override
    public int getVersion() {
      return VERSION;
    }

    @Override
    public byte[] serialize(PendingSplitsCheckpoint checkpoint) throws IOException {
      ChangesCheckpoint read = (ChangesCheckpoint) checkpoint;
      byte[] position = super.serialize(checkpoint);
      return ByteBuffer.allocate(2 * Long.BYTES + Integer.BYTES + position.length)
          .putLong(read.madeAt)
          .putLong(read.readAt)
          .putInt(super.getVersion())
          .put(position)
          .array();
    }

    @Override
    public ChangesCheckpoint deserialize(int version, byte[] serialized) throws IOException {
      if (version != VERSION) {
        throw new IOException("unknown version " + version + " of a position in a table");
      }
      ByteBuffer bytes = ByteBuffer.wrap(serialized);
      long madeAt = bytes.getLong();
      long readAt = bytes.getLong();
      int paimon = bytes.getInt();
      byte[] position = new byte[bytes.remaining()];
      bytes.get(position);
      return new ChangesCheckpoint(super.deserialize(paimon, position), madeAt, readAt);
    }
  }
}
