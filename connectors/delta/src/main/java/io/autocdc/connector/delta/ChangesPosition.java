// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.delta;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/**
 * Where a reader of a table stands, and what it has read there: another table has the same
 * versions, and so has one whose log was set back.
 *
 * @param table what tells the table from others, see {@link
 *     io.autocdc.connector.delta.kernel.DeltaState#tableId}
 * @param next the next version to look at
 * @param lastCommit what tells the commit in front of it from others; empty if that is not known
 * @param pending rows of versions before it that no reader has yet
 */
record ChangesPosition(String table, long next, String lastCommit, List<ChangesSplit> pending) {

  static final Serializer SERIALIZER = new Serializer();

  /** Nothing has been looked at. */
  static final ChangesPosition NOT_BEGUN = new ChangesPosition("", -1, "", List.of());

  boolean hasBegun() {
    return next >= 0;
  }

  static final class Serializer implements SimpleVersionedSerializer<ChangesPosition> {

    private static final int VERSION = 1;

    @Override
    public int getVersion() {
      return VERSION;
    }

    @Override
    public byte[] serialize(ChangesPosition position) throws IOException {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      DataOutputStream out = new DataOutputStream(bytes);
      out.writeUTF(position.table);
      out.writeLong(position.next);
      out.writeUTF(position.lastCommit);
      out.writeInt(ChangesSplit.SERIALIZER.getVersion());
      out.writeInt(position.pending.size());
      for (ChangesSplit split : position.pending) {
        byte[] serialized = ChangesSplit.SERIALIZER.serialize(split);
        out.writeInt(serialized.length);
        out.write(serialized);
      }
      return bytes.toByteArray();
    }

    @Override
    public ChangesPosition deserialize(int version, byte[] serialized) throws IOException {
      if (version != VERSION) {
        throw new IOException("unknown version " + version + " of a position in a Delta table");
      }
      DataInputStream in = new DataInputStream(new ByteArrayInputStream(serialized));
      String table = in.readUTF();
      long next = in.readLong();
      String lastCommit = in.readUTF();
      int splitVersion = in.readInt();
      int count = in.readInt();
      List<ChangesSplit> pending = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        byte[] split = in.readNBytes(in.readInt());
        pending.add(ChangesSplit.SERIALIZER.deserialize(splitVersion, split));
      }
      return new ChangesPosition(table, next, lastCommit, pending);
    }
  }
}
