// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.source.snapshots;

import java.io.IOException;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

/**
 * How far a feed has been read. A feed has one split.
 *
 * @param position that of the last snapshot that was read to its end; null if there is none
 * @param begun true if rows of the next one have been passed on
 */
record FeedSplit(byte[] position, boolean begun) implements SourceSplit {

  static final FeedSplit START = new FeedSplit(null, false);

  @Override
  public String splitId() {
    return "snapshots";
  }

  /** Version 1. */
  static final class Serializer implements SimpleVersionedSerializer<FeedSplit> {

    private static final int VERSION = 1;
    private static final int NO_POSITION = -1;

    @Override
    public int getVersion() {
      return VERSION;
    }

    @Override
    public byte[] serialize(FeedSplit split) throws IOException {
      DataOutputSerializer out = new DataOutputSerializer(32);
      out.writeBoolean(split.begun());
      out.writeInt(split.position() == null ? NO_POSITION : split.position().length);
      if (split.position() != null) {
        out.write(split.position());
      }
      return out.getCopyOfBuffer();
    }

    @Override
    public FeedSplit deserialize(int version, byte[] bytes) throws IOException {
      if (version != VERSION) {
        throw new IOException("unknown version " + version + " of the state of a feed");
      }
      DataInputDeserializer in = new DataInputDeserializer(bytes);
      boolean begun = in.readBoolean();
      int length = in.readInt();
      byte[] position = length == NO_POSITION ? null : new byte[length];
      if (position != null) {
        in.readFully(position);
      }
      return new FeedSplit(position, begun);
    }
  }
}
