// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.files;

import java.io.IOException;
import org.apache.flink.core.fs.FSDataInputStream;

/**
 * Tells a file that cannot be read at the moment from one that is broken for good: it remembers
 * that the file system failed, whatever a library makes of it.
 */
final class GuardedStream extends FSDataInputStream {

  private final FSDataInputStream in;
  private IOException failure;

  GuardedStream(FSDataInputStream in) {
    this.in = in;
  }

  /** What the file system failed with; null if it did not. */
  IOException failure() {
    return failure;
  }

  private interface Call<T> {
    T call() throws IOException;
  }

  private <T> T guard(Call<T> call) throws IOException {
    try {
      return call.call();
    } catch (IOException e) {
      failure = e;
      throw e;
    }
  }

  @Override
  public void seek(long position) throws IOException {
    guard(
        () -> {
          in.seek(position);
          return null;
        });
  }

  @Override
  public long getPos() throws IOException {
    return guard(in::getPos);
  }

  @Override
  public int read() throws IOException {
    return guard(in::read);
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    return guard(() -> in.read(bytes, offset, length));
  }

  @Override
  public long skip(long bytes) throws IOException {
    return guard(() -> in.skip(bytes));
  }

  @Override
  public int available() throws IOException {
    return guard(in::available);
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
