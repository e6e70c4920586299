// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.delta;

import io.autocdc.connector.delta.kernel.StagedFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

/**
 * What a writer hands to the committer: files with the rows that there are at the end of a
 * checkpoint, and the keys whose earlier rows are no more.
 *
 * @param files in no version of the table yet
 * @param keys name of a {@link KeyFile}; empty for a table without primary key
 */
record StagedChanges(List<StagedFile> files, String keys) {

  static final SimpleVersionedSerializer<StagedChanges> SERIALIZER = new Serializer();

  StagedChanges {
    files = List.copyOf(files);
  }

  private static final class Serializer implements SimpleVersionedSerializer<StagedChanges> {

    private static final int VERSION = 1;

    @Override
    public int getVersion() {
      return VERSION;
    }

    @Override
    public byte[] serialize(StagedChanges changes) throws IOException {
      DataOutputSerializer out = new DataOutputSerializer(256);
      out.writeUTF(changes.keys);
      out.writeInt(changes.files.size());
      for (StagedFile file : changes.files) {
        out.writeUTF(file.path());
        out.writeLong(file.size());
        out.writeLong(file.modified());
        byte[] statistics = file.statistics().getBytes(java.nio.charset.StandardCharsets.UTF_8);
        out.writeInt(statistics.length);
        out.write(statistics);
      }
      return out.getCopyOfBuffer();
    }

    @Override
    public StagedChanges deserialize(int version, byte[] bytes) throws IOException {
      if (version != VERSION) {
        throw new IOException("Staged changes are of the unknown version " + version);
      }
      DataInputDeserializer in = new DataInputDeserializer(bytes);
      String keys = in.readUTF();
      int count = in.readInt();
      List<StagedFile> files = new ArrayList<>(count);
      for (int i = 0; i < count; i++) {
        String path = in.readUTF();
        long size = in.readLong();
        long modified = in.readLong();
        byte[] statistics = new byte[in.readInt()];
        in.readFully(statistics);
        files.add(
            new StagedFile(
                path,
                size,
                modified,
                new String(statistics, java.nio.charset.StandardCharsets.UTF_8)));
      }
      return new StagedChanges(files, keys);
    }
  }
}
