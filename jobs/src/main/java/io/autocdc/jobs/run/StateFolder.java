// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.run;

import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Problem;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.flink.runtime.checkpoint.Checkpoints;
import org.apache.flink.runtime.checkpoint.metadata.CheckpointMetadata;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a pipeline leaves between runs: {@code <warehouse>/.autocdc/<pipeline>/} with one folder a
 * run ({@code 000001}, {@code 000002}, ...).
 *
 * <pre>
 * 000007/&lt;job id&gt;/chk-12/_metadata   the newest checkpoint; Flink removes it when the job has finished
 * 000007/savepoint-1a2b3c-.../_metadata  the savepoint that ended the run
 * 000007/savepoint.elsewhere             where it lies, if a user has put it elsewhere
 * 000007/job.properties                  the run's job on a cluster, until it is known to have ended
 * 000007/submitted                       mark of a job on a cluster that may have written tables
 * tmp/                                   working files; worthless without a process
 * lock, log
 * </pre>
 *
 * <p><b>Which restore point counts.</b> A checkpoint or savepoint is complete if and only if its
 * {@code _metadata} exists, since Flink moves that file into place last of all, and before any sink
 * is told to commit. So the newest complete one is never older than what the tables hold, and no
 * other may be used: an older one would lead to rows that the tables have and the state has
 * forgotten. The newest is found thus:
 *
 * <ul>
 *   <li>The newest run that has a complete one wins. A run without any committed nothing: it was
 *       killed before its first checkpoint, and the run before it still counts. The exception is a
 *       run whose job was on a cluster: its savepoint may lie elsewhere. See {@link #runInDoubt()}.
 *   <li>Within a run the highest checkpoint id wins, whether checkpoint or savepoint; ids only grow
 *       within a job. A savepoint that ended the run has the highest, as Flink stops making
 *       checkpoints before it. If the job could not stop behind its savepoint, tables may hold what
 *       the savepoint holds: {@link PipelineJob} then cancels the job before it can go on from the
 *       checkpoint before, so that no later checkpoint of that branch comes to be.
 * </ul>
 *
 * <p>Older runs are removed only when a newer one has a restore point of its own. A run starts with
 * Flink's NO_CLAIM mode: its own first checkpoint leans on no file of an older run. So a process
 * can be killed at any moment, and what is left is enough to continue.
 */
final class StateFolder {

  private static final Logger LOG = LoggerFactory.getLogger(StateFolder.class);

  private static final String ROOT = ".autocdc";
  private static final String ELSEWHERE = "savepoint.elsewhere";
  private static final String METADATA = "_metadata";
  private static final Pattern RUN = Pattern.compile("\\d{6,9}");
  private static final Pattern CHECKPOINT = Pattern.compile("chk-(\\d+)");

  private final Path folder;

  StateFolder(Path warehouse, String pipeline) {
    this.folder = warehouse.resolve(ROOT).resolve(fileName(pipeline));
  }

  private static String fileName(String pipeline) {
    String encoded = URLEncoder.encode(pipeline, StandardCharsets.UTF_8).replace("*", "%2A");
    return encoded.startsWith(".") ? "%2E" + encoded.substring(1) : encoded;
  }

  Path folder() {
    return folder;
  }

  Path lockFile() {
    return folder.resolve("lock");
  }

  Path logFile() {
    return folder.resolve("log");
  }

  /** A folder for working files, empty. */
  Path emptyTemporaryFolder() {
    Path temporary = folder.resolve("tmp");
    delete(temporary);
    create(temporary);
    return temporary;
  }

  void deleteTemporaryFolder() {
    delete(folder.resolve("tmp"));
  }

  /** The folders of runs that have left a job on a cluster, by the numbers of the runs. */
  SortedMap<Integer, Path> runsWithJobs() {
    SortedMap<Integer, Path> jobs = new TreeMap<>();
    for (int run : runs()) {
      if (SubmittedJob.isIn(runFolder(run))) {
        jobs.put(run, runFolder(run));
      }
    }
    return jobs;
  }

  /**
   * Counts a savepoint that lies elsewhere among those of a run.
   *
   * @param savepoint the folder that holds {@code _metadata}
   */
  void addSavepoint(int run, Path savepoint) {
    try {
      Files.writeString(runFolder(run).resolve(ELSEWHERE), savepoint.toString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The newest run whose job may have written tables; empty if there is none. */
  OptionalInt newestRunWithState() {
    return runs().stream()
        .mapToInt(Integer::intValue)
        .filter(
            run ->
                SubmittedJob.mayHaveWritten(runFolder(run)) || newestRestorePoint(run).isPresent())
        .max();
  }

  /**
   * The newest run after the newest restore point whose job may have written tables. Nothing older
   * may be restored: tables would have rows that the state knows nothing of.
   */
  OptionalInt runInDoubt() {
    int restored = newestRestorePoint().map(RestorePoint::run).orElse(0);
    return runs().stream()
        .mapToInt(Integer::intValue)
        .filter(run -> run > restored && SubmittedJob.mayHaveWritten(runFolder(run)))
        .max();
  }

  /** All tables were removed, and with them what runs without a restore point have written. */
  void forgetDoubts() {
    runs().forEach(run -> SubmittedJob.forget(runFolder(run)));
  }

  /** What the next run starts from; empty for the first. */
  Optional<RestorePoint> newestRestorePoint() {
    List<Integer> runs = runs();
    for (int i = runs.size() - 1; i >= 0; i--) {
      Optional<RestorePoint> newest = newestRestorePoint(runs.get(i));
      if (newest.isPresent()) {
        return newest;
      }
    }
    return Optional.empty();
  }

  /** What the state that the next run starts from belongs to; empty if there is none. */
  Optional<Manifest> newestManifest() {
    return newestRestorePoint().flatMap(point -> Manifest.read(runFolder(point.run())));
  }

  /** The newest restore point that the run itself has made. */
  Optional<RestorePoint> newestRestorePoint(int run) {
    List<RestorePoint> complete = new ArrayList<>();
    for (Path child : children(runFolder(run))) {
      if (child.getFileName().toString().startsWith("savepoint-")) {
        if (isComplete(child)) {
          complete.add(new RestorePoint(run, savepointId(child), child));
        }
        continue;
      }
      for (Path grandchild : children(child)) {
        Matcher name = CHECKPOINT.matcher(grandchild.getFileName().toString());
        if (name.matches() && isComplete(grandchild)) {
          complete.add(new RestorePoint(run, Long.parseLong(name.group(1)), grandchild));
        }
      }
    }
    savepointElsewhere(run)
        .ifPresent(
            savepoint -> complete.add(new RestorePoint(run, savepointId(savepoint), savepoint)));
    return complete.stream().max(Comparator.comparingLong(RestorePoint::checkpointId));
  }

  private Optional<Path> savepointElsewhere(int run) {
    Path pointer = runFolder(run).resolve(ELSEWHERE);
    try {
      return Files.exists(pointer)
          ? Optional.of(Path.of(Files.readString(pointer)))
          : Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Makes the folder of a new run and gives its number. */
  int startRun() {
    List<Integer> runs = runs();
    int run = runs.isEmpty() ? 1 : runs.get(runs.size() - 1) + 1;
    create(runFolder(run));
    return run;
  }

  Path runFolder(int run) {
    return folder.resolve("%06d".formatted(run));
  }

  /** Removes older runs if the run has a restore point of its own. */
  void deleteRunsBefore(int run) {
    if (newestRestorePoint(run).isPresent()) {
      runs().stream().filter(older -> older < run).map(this::runFolder).forEach(this::delete);
    }
  }

  /** Numbers of the runs that have a folder, ascending. */
  private List<Integer> runs() {
    return children(folder).stream()
        .map(child -> child.getFileName().toString())
        .filter(name -> RUN.matcher(name).matches())
        .map(Integer::parseInt)
        .sorted()
        .toList();
  }

  static boolean isComplete(Path point) {
    return Files.isRegularFile(point.resolve(METADATA));
  }

  /**
   * Flink's number of a savepoint.
   *
   * @throws AutoCdcException STATE_NOT_RESTORED if it cannot be read
   */
  static long savepointId(Path savepoint) {
    return metadata(savepoint).getCheckpointId();
  }

  /**
   * What a savepoint says about itself.
   *
   * @throws AutoCdcException STATE_NOT_RESTORED if it cannot be read
   */
  static CheckpointMetadata metadata(Path savepoint) {
    Path metadata = savepoint.resolve(METADATA);
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(metadata)))) {
      return Checkpoints.loadCheckpointMetadata(
          in, StateFolder.class.getClassLoader(), savepoint.toString());
    } catch (IOException | RuntimeException e) {
      // Never fall back to an older point: see the class comment.
      throw new AutoCdcException(
          Problem.error(
              null,
              ErrorCode.STATE_NOT_RESTORED,
              "the savepoint " + savepoint + " cannot be read",
              String.valueOf(e.getMessage()),
              "restore it from a backup, or drop the tables to fill them anew"),
          e);
    }
  }

  /** Empty if the folder does not exist, or goes away meanwhile. */
  private static List<Path> children(Path folder) {
    try (Stream<Path> children = Files.list(folder)) {
      return children.toList();
    } catch (NoSuchFileException | java.nio.file.NotDirectoryException e) {
      return List.of();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void create(Path folder) {
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new AutoCdcException(
          Problem.error(
              null,
              ErrorCode.FILE_NOT_FOUND,
              "the folder " + folder + " cannot be made",
              e.getClass().getSimpleName() + ": " + e.getMessage(),
              "choose another warehouse with --warehouse, or mend the permissions"),
          e);
    }
  }

  /** Removes a folder; what cannot be removed stays, as it does no harm. */
  private void delete(Path tree) {
    for (Path child : Files.isSymbolicLink(tree) ? List.<Path>of() : children(tree)) {
      delete(child);
    }
    try {
      Files.deleteIfExists(tree);
    } catch (IOException e) {
      LOG.warn("cannot remove {}", tree, e);
    }
  }
}
