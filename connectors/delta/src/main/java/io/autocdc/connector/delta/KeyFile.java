// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.delta;

import io.autocdc.connector.delta.kernel.DeltaFolder;
import io.autocdc.merge.Sequence;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Collection;
import java.util.UUID;
import org.apache.hadoop.fs.Path;

/**
 * The keys that a writer touched in one checkpoint, for the committer. A file lies among those of
 * the table, so that whatever removes data files of no version removes it as well, if its job never
 * comes to its commit.
 */
final class KeyFile {

  private static final int FORMAT_VERSION = 1;
  private static final int END = -1;

  private KeyFile() {}

  /** Writes keys one by one. */
  static final class Writer implements Closeable {

    private final String name = "touched_keys_" + UUID.randomUUID() + ".bin";
    private final DataOutputStream out;

    Writer(DeltaFolder folder) throws IOException {
      Path path = new Path(folder.root(), name);
      out = new DataOutputStream(new BufferedOutputStream(folder.files().create(path, false)));
      out.writeByte(FORMAT_VERSION);
    }

    void write(Sequence key) throws IOException {
      out.writeInt(key.bytes().length);
      out.write(key.bytes());
    }

    /** Name of the file, below the folder of the table. */
    String name() {
      return name;
    }

    @Override
    public void close() throws IOException {
      out.writeInt(END);
      out.close();
    }
  }

  static void read(DeltaFolder folder, String name, Collection<Sequence> keys) throws IOException {
    try (DataInputStream in =
        new DataInputStream(
            new BufferedInputStream(folder.files().open(new Path(folder.root(), name))))) {
      int version = in.readByte();
      if (version != FORMAT_VERSION) {
        throw new IOException(name + " is of the unknown version " + version);
      }
      for (int length = in.readInt(); length != END; length = in.readInt()) {
        keys.add(new Sequence(in.readNBytes(length)));
      }
    }
  }

  static void delete(DeltaFolder folder, String name) throws IOException {
    folder.files().delete(new Path(folder.root(), name), false);
  }
}
