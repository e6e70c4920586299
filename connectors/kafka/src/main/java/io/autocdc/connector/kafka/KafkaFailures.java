// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.kafka;

import io.autocdc.dsl.KafkaOptions;
import io.autocdc.dsl.Source;
import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Problem;
import java.io.Serializable;
import org.apache.flink.util.ExceptionUtils;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * Says what a user must know when Kafka's client fails, before a run and in it.
 *
 * @param source name of the source
 * @param servers where it looks for brokers
 */
record KafkaFailures(String source, String servers) implements Serializable {

  static KafkaFailures of(Source source) {
    return new KafkaFailures(source.name(), source.options().get(KafkaOptions.BOOTSTRAP_SERVERS));
  }

  /**
   * The failure as a problem: TOPIC_NOT_FOUND, SOURCE_UNREACHABLE or, where a broker or the client
   * itself refuses, SOURCE_REFUSED.
   */
  AutoCdcException describe(Throwable failure) {
    String reason = root(failure).getMessage();
    if (has(failure, UnknownTopicOrPartitionException.class)) {
      return problem(
          ErrorCode.TOPIC_NOT_FOUND,
          "a topic that it reads is gone from Kafka at " + servers,
          reason,
          "create it, or correct the name",
          failure);
    }
    if (isUnreachable(failure)) {
      return problem(
          ErrorCode.SOURCE_UNREACHABLE,
          "Kafka at " + servers + " does not answer",
          reason,
          "check "
              + KafkaOptions.BOOTSTRAP_SERVERS
              + ", kafka.security.protocol, and that the brokers are up; then run again",
          failure);
    }
    return problem(
        ErrorCode.SOURCE_REFUSED,
        "Kafka at " + servers + " cannot be used",
        reason,
        "check the user, its permissions and the options that begin with "
            + KafkaOptions.CLIENT_PREFIX,
        failure);
  }

  private AutoCdcException problem(
      ErrorCode code, String what, String why, String remedy, Throwable failure) {
    return new AutoCdcException(
        Problem.error(null, code, "source '" + source + "': " + what, String.valueOf(why), remedy),
        failure);
  }

  private static boolean isUnreachable(Throwable failure) {
    if (has(failure, AuthenticationException.class) || has(failure, AuthorizationException.class)) {
      return false;
    }
    // All else, such as a key that cannot be read, is said before anybody has been asked anything.
    return has(failure, RetriableException.class)
        || String.valueOf(root(failure).getMessage()).contains("No resolvable bootstrap urls");
  }

  private static boolean has(Throwable failure, Class<? extends Throwable> type) {
    return ExceptionUtils.findThrowable(failure, type).isPresent();
  }

  private static Throwable root(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root;
  }
}
