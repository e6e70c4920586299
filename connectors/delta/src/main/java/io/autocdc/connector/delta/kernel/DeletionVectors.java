// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.delta.kernel;

import io.delta.kernel.engine.Engine;
import io.delta.kernel.internal.actions.DeletionVectorDescriptor;
import io.delta.kernel.internal.deletionvectors.Base85Codec;
import io.delta.kernel.internal.deletionvectors.DeletionVectorUtils;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.zip.CRC32;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.roaringbitmap.RoaringBitmap;

/**
 * Reads and writes deletion vectors: the positions of the rows of a data file that are not there
 * any more. Kernel only reads them, so the form of the file is written here, after the section
 * "Deletion Vector Format" of Delta's protocol.
 */
final class DeletionVectors {

  private static final int FORMAT_VERSION = 1;
  private static final int PORTABLE_BITMAPS = 1681511377;

  /** Of the upper half of positions: rows of one file are fewer than two to the power of 32. */
  private static final int HIGH_KEY = 0;

  private DeletionVectors() {}

  static RoaringBitmap read(Engine engine, String table, DeletionVectorDescriptor vector) {
    RoaringBitmap positions = new RoaringBitmap();
    for (long position :
        DeletionVectorUtils.loadNewDvAndBitmap(engine, table, vector)._2.toArray()) {
      positions.add(Math.toIntExact(position));
    }
    return positions;
  }

  /** Writes vectors into one new file; the descriptors stand in their order. */
  static List<DeletionVectorDescriptor> write(
      FileSystem files, Path table, List<RoaringBitmap> vectors) throws IOException {
    UUID id = UUID.randomUUID();
    List<DeletionVectorDescriptor> descriptors = new ArrayList<>();
    try (OutputStream stream =
            files.create(new Path(table, "deletion_vector_" + id + ".bin"), false);
        DataOutputStream out = new DataOutputStream(stream)) {
      out.writeByte(FORMAT_VERSION);
      for (RoaringBitmap vector : vectors) {
        byte[] payload = payload(vector);
        CRC32 checksum = new CRC32();
        checksum.update(payload);
        descriptors.add(
            new DeletionVectorDescriptor(
                DeletionVectorDescriptor.UUID_DV_MARKER,
                Base85Codec.encodeUUID(id),
                Optional.of(out.size()),
                payload.length,
                vector.getLongCardinality()));
        out.writeInt(payload.length);
        out.write(payload);
        out.writeInt((int) checksum.getValue());
      }
    }
    return descriptors;
  }

  private static byte[] payload(RoaringBitmap vector) {
    vector.runOptimize();
    ByteBuffer bytes =
        ByteBuffer.allocate(
                Integer.BYTES + Long.BYTES + Integer.BYTES + vector.serializedSizeInBytes())
            .order(ByteOrder.LITTLE_ENDIAN);
    bytes.putInt(PORTABLE_BITMAPS).putLong(1).putInt(HIGH_KEY);
    vector.serialize(bytes);
    return bytes.array();
  }
}
