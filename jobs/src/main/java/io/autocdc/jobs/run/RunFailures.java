// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.run;

import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Problem;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.regex.Pattern;
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

  private RunFailures() {}

  /** The problem of a user, if the failure carries one; else STATE_NOT_RESTORED or RUN_FAILED. */
  static AutoCdcException describe(String pipeline, Throwable failure) {
    Optional<AutoCdcException> users = find(failure, AutoCdcException.class);
    if (users.isPresent()) {
      return users.get();
    }
    if (isStateMismatch(failure)) {
      return new AutoCdcException(
          Problem.error(
              null,
              ErrorCode.STATE_NOT_RESTORED,
              "the saved state of pipeline '" + pipeline + "' does not fit its declaration",
              firstLine(rootCause(failure)),
              "restore the declaration, or refresh the targets in full"),
          failure);
    }
    return new AutoCdcException(
        Problem.error(
            null,
            ErrorCode.RUN_FAILED,
            "pipeline '" + pipeline + "' failed",
            firstLine(rootCause(failure)),
            "run again to continue from the last checkpoint; --debug prints the stack trace"),
        failure);
  }

  static <T extends Throwable> Optional<T> find(Throwable failure, Class<T> type) {
    return ExceptionUtils.findSerializedThrowable(
        failure, type, RunFailures.class.getClassLoader());
  }

  private static boolean isStateMismatch(Throwable failure) {
    if (ExceptionUtils.findThrowable(failure, StateMigrationException.class).isPresent()) {
      return true;
    }
    for (Throwable t = failure; t != null; t = t.getCause()) {
      if (t.getMessage() != null && STATE_DOES_NOT_FIT.matcher(t.getMessage()).find()) {
        return true;
      }
    }
    return false;
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
