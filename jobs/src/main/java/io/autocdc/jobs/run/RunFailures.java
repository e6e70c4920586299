// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.run;

import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Problem;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.flink.runtime.jobmanager.scheduler.NoResourceAvailableException;
import org.apache.flink.util.ExceptionUtils;
import org.apache.flink.util.SerializedThrowable;
import org.apache.flink.util.StateMigrationException;

/** Finds in a job's failure what its user must know. */
final class RunFailures {

  /** How Flink says that saved state has no place in a job, or not the form that it has there. */
  private static final Pattern STATE_DOES_NOT_FIT =
      Pattern.compile(
          "Failed to rollback to checkpoint/savepoint|Cannot map checkpoint/savepoint state"
              + "|serializer .* must not be incompatible|StateMigrationException");

  /** How it says that it cannot reach where checkpoints are. */
  private static final Pattern FOLDER_IS_MISSING =
      Pattern.compile(
          "Failed to create checkpoint storage|Cannot find checkpoint or savepoint"
              + "|Failed to create directory for shared state");

  /** How Flink says that an option has a value that it cannot read. */
  private static final Pattern INVALID_OPTION =
      Pattern.compile("Could not parse value '(.*)' for key '(.*)'\\.?");

  private RunFailures() {}

  /**
   * The problem of a user, if the failure carries one; else INVALID_VALUE of an option of Flink,
   * NOT_ENOUGH_SLOTS, WAREHOUSE_NOT_SHARED, STATE_NOT_RESTORED or RUN_FAILED.
   */
  static AutoCdcException describe(String pipeline, Throwable failure) {
    Optional<AutoCdcException> users = find(failure, AutoCdcException.class);
    if (users.isPresent()) {
      return users.get();
    }
    Optional<Matcher> option = invalidOption(failure);
    if (option.isPresent()) {
      return new AutoCdcException(
          Problem.error(
              null,
              ErrorCode.INVALID_VALUE,
              "'"
                  + option.get().group(1)
                  + "' is no value of the Flink option "
                  + option.get().group(2),
              reason(failure),
              "correct it after -D, under 'flink' in autocdc.yaml, or in the SET of the script"),
          failure);
    }
    if (find(failure, NoResourceAvailableException.class).isPresent()) {
      return notEnoughSlots(pipeline, failure);
    }
    if (isStateMismatch(failure)) {
      return new AutoCdcException(
          Problem.error(
              null,
              ErrorCode.STATE_NOT_RESTORED,
              "the saved state of pipeline '" + pipeline + "' does not fit its declaration",
              // Flink would tell it in hashes and serializers.
              "a step that keeps state, such as a query with a join, was removed or changed",
              "restore the declaration, or drop the tables to fill them anew; --debug prints what"
                  + " Flink says"),
          failure);
    }
    if (find(failure, OutOfMemoryError.class).isPresent()) {
      return new AutoCdcException(
          Problem.error(
              null,
              ErrorCode.RUN_FAILED,
              "pipeline '" + pipeline + "' has not enough memory",
              reason(failure),
              "lower --parallelism, or give the process more with AUTOCDC_HEAP, on clusters the"
                  + " task managers; then run again to continue from the last checkpoint"),
          failure);
    }
    return new AutoCdcException(
        Problem.error(
            null,
            ErrorCode.RUN_FAILED,
            "pipeline '" + pipeline + "' failed",
            reason(failure),
            "run again to continue from the last checkpoint; --debug prints the stack trace"),
        failure);
  }

  static AutoCdcException notEnoughSlots(String pipeline, Throwable failure) {
    return new AutoCdcException(
        Problem.error(
            null,
            ErrorCode.NOT_ENOUGH_SLOTS,
            "pipeline '" + pipeline + "' did not get its slots",
            "the cluster had fewer free slots than the job has parallel subtasks, for as long as it"
                + " waits (slot.request.timeout)",
            "lower --parallelism, start task managers, or stop other jobs; then run again"),
        failure);
  }

  /** The job may go on while nobody watches it. */
  static AutoCdcException lostContact(SubmittedJob job, Throwable failure) {
    return new AutoCdcException(
        Problem.error(
            null,
            ErrorCode.CLUSTER_UNREACHABLE,
            "lost contact with the " + job,
            reason(failure),
            "it goes on if the cluster does; run again to take it over"),
        failure);
  }

  /** The cluster is there, but has forgotten the job, and so does not run it. */
  static AutoCdcException jobGone(SubmittedJob job, Throwable failure) {
    return new AutoCdcException(
        Problem.error(
            null,
            ErrorCode.RUN_FAILED,
            "the " + job + " is gone",
            "the cluster does not know it any more: its job manager was replaced, or has forgotten"
                + " the job after its end (jobstore.expiration-time)",
            "run again to go on from the newest checkpoint"),
        failure);
  }

  /**
   * @param what what shows that the cluster sees another folder
   * @param failure null if there is none
   */
  static AutoCdcException warehouseNotShared(Path warehouse, String what, Throwable failure) {
    return new AutoCdcException(
        Problem.error(
            null,
            ErrorCode.WAREHOUSE_NOT_SHARED,
            what,
            "the cluster does not see the folder " + warehouse + " of this machine",
            "use a folder that this machine, job manager and task managers have under one path, and"
                + " may write"),
        failure);
  }

  static <T extends Throwable> Optional<T> find(Throwable failure, Class<T> type) {
    try {
      return ExceptionUtils.findSerializedThrowable(
          failure, type, RunFailures.class.getClassLoader());
    } catch (ClassCastException e) {
      // Flink cannot always read back what it has serialized; the failure itself is still at hand.
      return ExceptionUtils.findThrowable(failure, type);
    }
  }

  private static Optional<Matcher> invalidOption(Throwable failure) {
    for (Throwable t = failure; t != null; t = t.getCause()) {
      Matcher message = INVALID_OPTION.matcher(String.valueOf(t.getMessage()));
      if (t instanceof IllegalArgumentException && message.matches()) {
        return Optional.of(message);
      }
    }
    return Optional.empty();
  }

  private static boolean isStateMismatch(Throwable failure) {
    return ExceptionUtils.findThrowable(failure, StateMigrationException.class).isPresent()
        || says(failure, STATE_DOES_NOT_FIT);
  }

  /** True if Flink cannot find, or make, what stands in the folder of a run. */
  static boolean missesFolder(Throwable failure) {
    return says(failure, FOLDER_IS_MISSING);
  }

  private static boolean says(Throwable failure, Pattern text) {
    for (Throwable t = failure; t != null; t = t.getCause()) {
      if (t.getMessage() != null && text.matcher(t.getMessage()).find()) {
        return true;
      }
    }
    return false;
  }

  /** What lies at the bottom of a failure, in one line. */
  static String reason(Throwable failure) {
    return firstLine(rootCause(failure));
  }

  private static Throwable rootCause(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null && root.getCause() != root) {
      root = root.getCause();
    }
    return root;
  }

  private static String firstLine(Throwable cause) {
    boolean nameless =
        cause instanceof CompletionException
            || cause instanceof ExecutionException
            || cause instanceof SerializedThrowable;
    String message = cause.getMessage() == null ? "" : cause.getMessage();
    String line = message.lines().map(String::strip).findFirst().orElse("");
    return nameless && !line.isEmpty() ? line : cause.getClass().getSimpleName() + ": " + line;
  }
}
