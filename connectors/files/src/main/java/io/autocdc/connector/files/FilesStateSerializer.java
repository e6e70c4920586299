// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.files;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.connector.file.src.FileSourceSplit;
import org.apache.flink.connector.file.src.FileSourceSplitSerializer;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

/**
 * Writes the state of the enumerator. The ledger only grows, so a name is written as what differs
 * from the one before it: the names of a folder mostly start alike.
 */
final class FilesStateSerializer implements SimpleVersionedSerializer<FilesState> {

  private static final int VERSION = 1;
  private static final FileSourceSplitSerializer SPLITS = FileSourceSplitSerializer.INSTANCE;

  @Override
  public int getVersion() {
    return VERSION;
  }

  @Override
  public byte[] serialize(FilesState state) throws IOException {
    DataOutputSerializer out = new DataOutputSerializer(64 + 32 * state.ledger().size());
    out.writeInt(state.ledger().size());
    String previous = "";
    for (Map.Entry<String, FileStamp> entry : state.ledger().entrySet()) {
      int shared = sharedPrefix(previous, entry.getKey());
      out.writeInt(shared);
      writeBytes(out, entry.getKey().substring(shared).getBytes(StandardCharsets.UTF_8));
      out.writeLong(entry.getValue().modificationTime());
      out.writeLong(entry.getValue().length());
      previous = entry.getKey();
    }
    out.writeInt(SPLITS.getVersion());
    out.writeInt(state.pending().size());
    for (FileSourceSplit split : state.pending()) {
      writeBytes(out, SPLITS.serialize(split));
    }
    return out.getCopyOfBuffer();
  }

  @Override
  public FilesState deserialize(int version, byte[] serialized) throws IOException {
    if (version != VERSION) {
      throw new IOException("state of files in version " + version + ", known is " + VERSION);
    }
    DataInputDeserializer in = new DataInputDeserializer(serialized);
    Map<String, FileStamp> ledger = new TreeMap<>();
    String previous = "";
    for (int i = in.readInt(); i > 0; i--) {
      int shared = in.readInt();
      String rest = new String(readBytes(in), StandardCharsets.UTF_8);
      previous = previous.substring(0, shared) + rest;
      ledger.put(previous, new FileStamp(in.readLong(), in.readLong()));
    }
    int splitVersion = in.readInt();
    List<FileSourceSplit> pending = new ArrayList<>();
    for (int i = in.readInt(); i > 0; i--) {
      pending.add(SPLITS.deserialize(splitVersion, readBytes(in)));
    }
    return new FilesState(ledger, pending);
  }

  /** Never cuts a surrogate pair in two, since halves have no UTF-8 form. */
  private static int sharedPrefix(String a, String b) {
    int shared = 0;
    int limit = Math.min(a.length(), b.length());
    while (shared < limit && a.charAt(shared) == b.charAt(shared)) {
      shared++;
    }
    return shared > 0 && Character.isHighSurrogate(a.charAt(shared - 1)) ? shared - 1 : shared;
  }

  private static void writeBytes(DataOutputSerializer out, byte[] bytes) throws IOException {
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private static byte[] readBytes(DataInputDeserializer in) throws IOException {
    byte[] bytes = new byte[in.readInt()];
    in.readFully(bytes);
    return bytes;
  }
}
