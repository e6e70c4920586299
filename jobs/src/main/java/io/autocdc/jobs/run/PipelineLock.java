// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.run;

import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Problem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Keeps two processes from running one pipeline on one warehouse. The operating system releases it
 * when the process ends, however it ends. The file says who holds it.
 */
final class PipelineLock implements AutoCloseable {

  private final FileChannel channel;

  private PipelineLock(FileChannel channel) {
    this.channel = channel;
  }

  /**
   * @throws AutoCdcException ALREADY_RUNNING
   */
  static PipelineLock acquire(Path file, String pipeline) {
    try {
      Files.createDirectories(file.getParent());
      FileChannel channel =
          FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (!tryLock(channel)) {
        channel.close();
        throw alreadyRunning(file, pipeline);
      }
      channel.truncate(0);
      String owner = Long.toString(ProcessHandle.current().pid());
      channel.write(ByteBuffer.wrap(owner.getBytes(StandardCharsets.UTF_8)));
      return new PipelineLock(channel);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot lock " + file, e);
    }
  }

  private static boolean tryLock(FileChannel channel) throws IOException {
    try {
      FileLock lock = channel.tryLock();
      return lock != null;
    } catch (OverlappingFileLockException e) {
      return false;
    }
  }

  private static AutoCdcException alreadyRunning(Path file, String pipeline) throws IOException {
    String pid = Files.readString(file).strip();
    return new AutoCdcException(
        Problem.error(
            null,
            ErrorCode.ALREADY_RUNNING,
            "pipeline '"
                + pipeline
                + "' is running already"
                + (pid.isEmpty() ? "" : ": process " + pid),
            "two runs would write the same tables from the same state",
            "wait for it, stop it, or use another --warehouse"));
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
