// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.delta;

import io.delta.storage.LocalLogStore;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;

/** Local files under another scheme, some of which cannot be written when a test says so. */
public final class FaultyFiles extends RawLocalFileSystem {

  private static final String SCHEME = "faulty";

  /** Which files fail, and when. */
  private record Fault(Predicate<Path> files, Moment moment) {}

  /** When a file fails. */
  enum Moment {
    /** When its last bytes are written. */
    CLOSE,
    /** Instead of getting the name that it should have. */
    RENAME,
    /** After it has got the name. */
    RENAMED
  }

  private static final AtomicReference<Fault> FAULT = new AtomicReference<>();

  /** Options for the location of a table. */
  static Map<String, String> options() {
    return Map.of(
        "fs." + SCHEME + ".impl",
        FaultyFiles.class.getName(),
        "io.delta.kernel.logStore." + SCHEME + ".impl",
        LocalLogStore.class.getName());
  }

  static String uri(java.nio.file.Path folder) {
    return SCHEME + ":" + folder;
  }

  static void fail(Moment moment, Predicate<Path> files) {
    FAULT.set(new Fault(files, moment));
  }

  static void heal() {
    FAULT.set(null);
  }

  private static void fault(Path file, Moment moment) throws IOException {
    Fault fault = FAULT.get();
    if (fault != null && fault.moment() == moment && fault.files().test(file)) {
      throw new IOException("the storage of " + file.getName() + " is out of order");
    }
  }

  @Override
  public String getScheme() {
    return SCHEME;
  }

  @Override
  public URI getUri() {
    return URI.create(SCHEME + ":///");
  }

  @Override
  public void initialize(URI uri, Configuration configuration) throws IOException {
    super.initialize(getUri(), configuration);
  }

  @Override
  public FSDataOutputStream create(
      Path file,
      FsPermission permission,
      boolean overwrite,
      int bufferSize,
      short replication,
      long blockSize,
      Progressable progress)
      throws IOException {
    return faulty(
        file,
        super.create(file, permission, overwrite, bufferSize, replication, blockSize, progress));
  }

  @Override
  public FSDataOutputStream create(
      Path file,
      boolean overwrite,
      int bufferSize,
      short replication,
      long blockSize,
      Progressable progress)
      throws IOException {
    return faulty(
        file, super.create(file, overwrite, bufferSize, replication, blockSize, progress));
  }

  private static FSDataOutputStream faulty(Path file, OutputStream stream) throws IOException {
    return new FSDataOutputStream(
        new FilterOutputStream(stream) {
          @Override
          public void write(byte[] bytes, int offset, int length) throws IOException {
            out.write(bytes, offset, length);
          }

          @Override
          public void close() throws IOException {
            super.close();
            fault(file, Moment.CLOSE);
          }
        },
        null);
  }

  @Override
  public boolean rename(Path from, Path to) throws IOException {
    fault(to, Moment.RENAME);
    boolean renamed = super.rename(from, to);
    fault(to, Moment.RENAMED);
    return renamed;
  }
}
