// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.delta;

import io.autocdc.connector.delta.kernel.FileRows;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/**
 * Rows of one version of a table that are read in one go.
 *
 * @param version the version that brought them
 * @param timestamp when it was made, in epoch milliseconds
 * @param number tells it from others of the version
 * @param files where the rows are
 * @param keys columns by which a row that goes and one that comes are an update; empty to take rows
 *     as they are, which one file only can be about
 * @param position how many of the rows have been read, see {@link SplitRows}
 */
record ChangesSplit(
    long version,
    long timestamp,
    int number,
    List<FileRows> files,
    List<String> keys,
    long position)
    implements SourceSplit {

  static final Serializer SERIALIZER = new Serializer();

  ChangesSplit {
    files = List.copyOf(files);
    keys = List.copyOf(keys);
  }

  @Override
  public String splitId() {
    return version + "-" + number;
  }

  ChangesSplit at(long newPosition) {
    return new ChangesSplit(version, timestamp, number, files, keys, newPosition);
  }

  static final class Serializer implements SimpleVersionedSerializer<ChangesSplit> {

    private static final int VERSION = 1;

    @Override
    public int getVersion() {
      return VERSION;
    }

    @Override
    public byte[] serialize(ChangesSplit split) throws IOException {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      DataOutputStream out = new DataOutputStream(bytes);
      out.writeLong(split.version);
      out.writeLong(split.timestamp);
      out.writeInt(split.number);
      out.writeInt(split.files.size());
      for (FileRows file : split.files) {
        file.write(out);
      }
      out.writeInt(split.keys.size());
      for (String key : split.keys) {
        out.writeUTF(key);
      }
      out.writeLong(split.position);
      return bytes.toByteArray();
    }

    @Override
    public ChangesSplit deserialize(int version, byte[] serialized) throws IOException {
      if (version != VERSION) {
        throw new IOException("unknown version " + version + " of rows of a Delta table");
      }
      DataInputStream in = new DataInputStream(new ByteArrayInputStream(serialized));
      long commit = in.readLong();
      long timestamp = in.readLong();
      int number = in.readInt();
      int fileCount = in.readInt();
      List<FileRows> files = new ArrayList<>();
      for (int i = 0; i < fileCount; i++) {
        files.add(FileRows.read(in));
      }
      int keyCount = in.readInt();
      List<String> keys = new ArrayList<>();
      for (int i = 0; i < keyCount; i++) {
        keys.add(in.readUTF());
      }
      return new ChangesSplit(commit, timestamp, number, files, keys, in.readLong());
    }
  }
}
