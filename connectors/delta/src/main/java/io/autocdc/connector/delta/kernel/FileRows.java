// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.delta.kernel;

import io.delta.kernel.data.MapValue;
import io.delta.kernel.internal.actions.AddFile;
import io.delta.kernel.internal.actions.DeletionVectorDescriptor;
import io.delta.kernel.internal.actions.RemoveFile;
import io.delta.kernel.internal.util.VectorUtils;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Rows of one file that a commit brings or takes away.
 *
 * @param path as the log names it
 * @param size in bytes; {@link #UNKNOWN} if the log does not say
 * @param partition values of partition columns by their physical names; a value may be null
 * @param type what the rows are; null if each of them says so, as in files of changes
 * @param only positions of the rows that it is about; null for all
 * @param without positions of rows that it is not about; null for none
 */
public record FileRows(
    String path,
    long size,
    Map<String, String> partition,
    ChangeType type,
    Vector only,
    Vector without) {

  static final long UNKNOWN = -1;

  private static final int NOTHING = -1;

  /** A deletion vector, as the log names it. */
  record Vector(String storage, String place, int offset, int size, long cardinality) {

    static Vector of(Optional<DeletionVectorDescriptor> vector) {
      return vector
          .map(
              found ->
                  new Vector(
                      found.getStorageType(),
                      found.getPathOrInlineDv(),
                      found.getOffset().orElse(NOTHING),
                      found.getSizeInBytes(),
                      found.getCardinality()))
          .orElse(null);
    }

    DeletionVectorDescriptor descriptor() {
      return new DeletionVectorDescriptor(
          storage,
          place,
          offset == NOTHING ? Optional.empty() : Optional.of(offset),
          size,
          cardinality);
    }
  }

  /** The rows that a file of a version has. */
  public static FileRows of(LiveFile file) {
    return added(file.add());
  }

  static FileRows added(AddFile file) {
    return new FileRows(
        file.getPath(),
        file.getSize(),
        map(file.getPartitionValues()),
        ChangeType.INSERT,
        null,
        Vector.of(file.getDeletionVector()));
  }

  static FileRows removed(RemoveFile file) {
    return new FileRows(
        file.getPath(),
        file.getSize().orElse(UNKNOWN),
        file.getPartitionValues().map(FileRows::map).orElse(null),
        ChangeType.DELETE,
        null,
        Vector.of(file.getDeletionVector()));
  }

  static FileRows ofChanges(String path, long size, MapValue partition) {
    return new FileRows(path, size, map(partition), null, null, null);
  }

  /** The rows of a file that one of its deletion vectors has and another has not. */
  FileRows between(ChangeType about, Vector has, Vector lacks) {
    return new FileRows(path, size, partition, about, has, lacks);
  }

  private static Map<String, String> map(MapValue values) {
    return VectorUtils.<String, String>toJavaMap(values);
  }

  public void write(DataOutput out) throws IOException {
    out.writeUTF(path);
    out.writeLong(size);
    out.writeInt(partition == null ? NOTHING : partition.size());
    if (partition != null) {
      for (Map.Entry<String, String> entry : new TreeMap<>(partition).entrySet()) {
        out.writeUTF(entry.getKey());
        out.writeBoolean(entry.getValue() != null);
        if (entry.getValue() != null) {
          out.writeUTF(entry.getValue());
        }
      }
    }
    out.writeUTF(type == null ? "" : type.text());
    write(only, out);
    write(without, out);
  }

  private static void write(Vector vector, DataOutput out) throws IOException {
    out.writeBoolean(vector != null);
    if (vector != null) {
      out.writeUTF(vector.storage);
      out.writeUTF(vector.place);
      out.writeInt(vector.offset);
      out.writeInt(vector.size);
      out.writeLong(vector.cardinality);
    }
  }

  public static FileRows read(DataInput in) throws IOException {
    String path = in.readUTF();
    long size = in.readLong();
    int values = in.readInt();
    Map<String, String> partition = values == NOTHING ? null : new HashMap<>();
    for (int i = 0; i < values; i++) {
      String column = in.readUTF();
      partition.put(column, in.readBoolean() ? in.readUTF() : null);
    }
    String type = in.readUTF();
    return new FileRows(
        path,
        size,
        partition,
        type.isEmpty() ? null : ChangeType.of(type),
        readVector(in),
        readVector(in));
  }

  private static Vector readVector(DataInput in) throws IOException {
    return in.readBoolean()
        ? new Vector(in.readUTF(), in.readUTF(), in.readInt(), in.readInt(), in.readLong())
        : null;
  }
}
