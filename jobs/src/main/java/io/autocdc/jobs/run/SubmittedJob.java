// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.run;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.Properties;
import org.apache.flink.api.common.JobID;

/**
 * A job on a cluster, which may outlive the process that has submitted it. It stands beside the
 * run's checkpoints from before it is submitted until it is known to have ended. A second file, the
 * mark, stays with the run until nothing of the job can be missing: tables may hold what it has
 * written, even if its savepoint lies where nobody has looked yet.
 *
 * @param address the cluster
 * @param id the job
 */
record SubmittedJob(ClusterAddress address, JobID id) {

  private static final String FILE = "job.properties";
  private static final String MARK = "submitted";
  private static final String ADDRESS = "address";
  private static final String ID = "job-id";

  static Path file(Path runFolder) {
    return runFolder.resolve(FILE);
  }

  static Path mark(Path runFolder) {
    return runFolder.resolve(MARK);
  }

  /** True if a job of the run may have written what only its own restore point holds. */
  static boolean mayHaveWritten(Path runFolder) {
    return isIn(runFolder) || Files.exists(mark(runFolder));
  }

  /** True if a run has a job that is not known to have ended. */
  static boolean isIn(Path runFolder) {
    return Files.isRegularFile(file(runFolder));
  }

  /** The job of a run; empty if it has ended, or ended with its process. */
  static Optional<SubmittedJob> read(Path runFolder) {
    if (!isIn(runFolder)) {
      return Optional.empty();
    }
    Properties properties = new Properties();
    try (Reader in = Files.newBufferedReader(file(runFolder))) {
      properties.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Optional.of(
        new SubmittedJob(
            ClusterAddress.parse(properties.getProperty(ADDRESS)).orElseThrow(),
            JobID.fromHexString(properties.getProperty(ID))));
  }

  void write(Path runFolder) {
    Properties properties = new Properties();
    properties.put(ADDRESS, address.toString());
    properties.put(ID, id.toHexString());
    Path draft = runFolder.resolve(FILE + ".tmp");
    try {
      Files.writeString(mark(runFolder), this + "\n");
      try (Writer out = Files.newBufferedWriter(draft)) {
        properties.store(out, "may be running; the next run looks after it");
      }
      Files.move(draft, file(runFolder), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The job of a run runs no more, but tables may hold what it has written. */
  static void markEnded(Path runFolder) {
    try {
      Files.deleteIfExists(file(runFolder));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The job of a run has ended, and nothing that it has written is missing in saved state. */
  static void forget(Path runFolder) {
    markEnded(runFolder);
    try {
      Files.deleteIfExists(mark(runFolder));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public String toString() {
    return "job " + id.toHexString() + " on " + address;
  }
}
