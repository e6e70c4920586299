// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.run;

import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Problem;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.client.deployment.ClusterClientJobClientAdapter;
import org.apache.flink.client.deployment.StandaloneClusterId;
import org.apache.flink.client.program.rest.RestClusterClient;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.DeploymentOptions;
import org.apache.flink.configuration.JobManagerOptions;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.jobmanager.scheduler.NoResourceAvailableException;
import org.apache.flink.runtime.messages.FlinkJobNotFoundException;
import org.apache.flink.runtime.rest.handler.legacy.messages.ClusterOverviewWithVersion;
import org.apache.flink.runtime.rest.messages.EmptyMessageParameters;
import org.apache.flink.runtime.rest.messages.EmptyRequestBody;
import org.apache.flink.runtime.rest.messages.EnvironmentInfo;
import org.apache.flink.runtime.rest.messages.JobExceptionsHeaders;
import org.apache.flink.runtime.rest.messages.JobExceptionsInfoWithHistory.RootExceptionInfo;
import org.apache.flink.runtime.rest.messages.JobManagerEnvironmentHeaders;
import org.apache.flink.runtime.rest.messages.JobMessageParameters;
import org.apache.flink.runtime.rest.messages.checkpoints.CheckpointStatistics.CompletedCheckpointStatistics;
import org.apache.flink.runtime.rest.messages.checkpoints.CheckpointingStatistics;
import org.apache.flink.runtime.rest.messages.checkpoints.CheckpointingStatisticsHeaders;
import org.apache.flink.runtime.rest.messages.job.JobExceptionsMessageParameters;
import org.apache.flink.runtime.rest.util.RestClientException;
import org.apache.flink.runtime.rest.util.RestMapperUtils;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;

/** Asks a cluster through its REST interface. Every question is bounded in time. */
final class ClusterRest implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  /** A cluster shows a job as it was a few seconds ago (web.refresh-interval). */
  private static final Duration STALENESS = Duration.ofSeconds(5);

  private static final Duration RETRY = Duration.ofMillis(500);
  private static final int NOT_FOUND = 404;

  private final ClusterAddress address;
  private final Configuration configuration;
  private final RestClusterClient<StandaloneClusterId> client;

  /**
   * @param flinkOptions of the user, such as those of TLS
   * @throws AutoCdcException CLUSTER_UNREACHABLE
   */
  ClusterRest(ClusterAddress address, Map<String, String> flinkOptions) {
    this.address = address;
    this.configuration = Configuration.fromMap(flinkOptions);
    setAddress(configuration, address);
    Configuration impatient = new Configuration(configuration);
    impatient.set(RestOptions.RETRY_MAX_ATTEMPTS, 0);
    impatient.set(RestOptions.CONNECTION_TIMEOUT, PATIENCE.dividedBy(2));
    try {
      this.client = new RestClusterClient<>(impatient, StandaloneClusterId.getInstance());
    } catch (Exception e) {
      throw unreachable(e);
    }
  }

  /** Options with which Flink submits jobs to a session cluster. */
  static void setAddress(Configuration c, ClusterAddress address) {
    c.set(DeploymentOptions.TARGET, "remote");
    c.set(RestOptions.ADDRESS, address.host());
    c.set(RestOptions.PORT, address.port());
    c.set(JobManagerOptions.ADDRESS, address.host());
    c.set(JobManagerOptions.PORT, address.port());
  }

  /** Version and slots. */
  ClusterOverviewWithVersion overview() {
    return get(client.getClusterOverview());
  }

  /** Empty if the cluster does not know the job. */
  Optional<JobStatus> status(JobID job) {
    try {
      return Optional.of(await(client.getJobStatus(job)));
    } catch (ExecutionException e) {
      if (isNotFound(e)) {
        return Optional.empty();
      }
      throw unreachable(e);
    }
  }

  /** Where the newest savepoint of a job lies; empty if it has none. */
  Optional<String> savepoint(JobID job) {
    return checkpoints(job)
        .map(all -> all.getLatestCheckpoints().getSavepointStatistics())
        .map(CompletedCheckpointStatistics::getExternalPath);
  }

  /** True if a job has completed a checkpoint or savepoint, and so may have written tables. */
  boolean hasCompletedCheckpoints(JobID job) {
    return checkpoints(job)
        .filter(all -> all.getCounts().getNumberCompletedCheckpoints() > 0)
        .isPresent();
  }

  /** Empty for a job that failed before it had any. */
  private Optional<CheckpointingStatistics> checkpoints(JobID job) {
    JobMessageParameters parameters = new JobMessageParameters();
    parameters.jobPathParameter.resolve(job);
    try {
      return Optional.of(
          await(
              client.sendRequest(
                  new CheckpointingStatisticsHeaders(),
                  parameters,
                  EmptyRequestBody.getInstance())));
    } catch (ExecutionException e) {
      if (isNotFound(e)) {
        return Optional.empty();
      }
      throw unreachable(e);
    }
  }

  /** Names of the jars on the class path of the job manager. */
  Set<String> jars() {
    EnvironmentInfo environment =
        get(
            client.sendRequest(
                new JobManagerEnvironmentHeaders(),
                EmptyMessageParameters.getInstance(),
                EmptyRequestBody.getInstance()));
    // It gives nothing away otherwise.
    JsonNode json = RestMapperUtils.getStrictObjectMapper().valueToTree(environment);
    Set<String> names = new HashSet<>();
    json.path("classpath")
        .forEach(entry -> names.add(entry.asText().replaceFirst("^.*[/\\\\]", "")));
    return names;
  }

  /** True if the job could not be started for want of slots. */
  boolean lacksSlots(JobID job) {
    JobExceptionsMessageParameters parameters =
        JobExceptionsHeaders.getInstance().getUnresolvedMessageParameters();
    parameters.jobPathParameter.resolve(job);
    long deadline = System.nanoTime() + STALENESS.toNanos();
    List<RootExceptionInfo> failures;
    do {
      failures =
          get(client.sendRequest(
                  JobExceptionsHeaders.getInstance(), parameters, EmptyRequestBody.getInstance()))
              .getExceptionHistory()
              .getEntries();
    } while (failures.isEmpty() && pause() && System.nanoTime() < deadline);
    return failures.stream()
        .anyMatch(
            entry -> entry.getStacktrace().contains(NoResourceAvailableException.class.getName()));
  }

  private static boolean pause() {
    try {
      Thread.sleep(RETRY.toMillis());
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Controls a job; with Flink's own patience. */
  JobClient job(JobID job) {
    return new ClusterClientJobClientAdapter<>(
        () -> {
          try {
            return new RestClusterClient<>(configuration, StandaloneClusterId.getInstance());
          } catch (Exception e) {
            throw unreachable(e);
          }
        },
        job,
        ClusterRest.class.getClassLoader());
  }

  private <T> T get(CompletableFuture<T> answer) {
    try {
      return await(answer);
    } catch (ExecutionException e) {
      throw unreachable(e);
    }
  }

  private <T> T await(CompletableFuture<T> answer) throws ExecutionException {
    try {
      return answer.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new ExecutionException(
          new TimeoutException("no answer within " + PATIENCE.toSeconds() + " s"));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ExecutionException(e);
    }
  }

  /** Flink answers some questions about an unknown job with 500, and names the reason in text. */
  private static boolean isNotFound(Throwable failure) {
    return RunFailures.find(failure, FlinkJobNotFoundException.class).isPresent()
        || RunFailures.find(failure, RestClientException.class)
            .filter(
                e ->
                    e.getHttpResponseStatus().code() == NOT_FOUND
                        || String.valueOf(e.getMessage())
                            .contains(FlinkJobNotFoundException.class.getName()))
            .isPresent();
  }

  private AutoCdcException unreachable(Throwable failure) {
    return new AutoCdcException(
        Problem.error(
            null,
            ErrorCode.CLUSTER_UNREACHABLE,
            "no Flink cluster answers at " + address,
            RunFailures.find(failure, RestClientException.class).isPresent()
                ? "something else does: it does not speak as Flink's REST interface"
                : RunFailures.reason(failure),
            "name host and REST port (8081 by default) of its job manager"),
        failure);
  }

  @Override
  public void close() {
    client.close();
  }
}
