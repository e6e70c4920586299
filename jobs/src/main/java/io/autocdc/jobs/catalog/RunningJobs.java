// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.catalog;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.JobID;
import org.apache.flink.client.deployment.ClusterClientFactory;
import org.apache.flink.client.deployment.ClusterDescriptor;
import org.apache.flink.client.deployment.DefaultClusterClientServiceLoader;
import org.apache.flink.client.program.ClusterClient;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.DeploymentOptions;
import org.apache.flink.util.FlinkRuntimeException;

/** The jobs of the session's cluster. */
final class RunningJobs {

  private static final long PATIENCE_SECONDS = 20;

  private RunningJobs() {}

  /** A job of that name that has not ended; empty also where there is no cluster to ask. */
  static Optional<JobID> find(Configuration session, String name) {
    if (!"remote".equals(session.get(DeploymentOptions.TARGET))) {
      return Optional.empty();
    }
    try {
      return find(
          new DefaultClusterClientServiceLoader().getClusterClientFactory(session), session, name);
    } catch (Exception e) {
      throw new FlinkRuntimeException("The cluster does not say which jobs run.", e);
    }
  }

  private static <C> Optional<JobID> find(
      ClusterClientFactory<C> factory, Configuration session, String name) throws Exception {
    try (ClusterDescriptor<C> cluster = factory.createClusterDescriptor(session);
        ClusterClient<C> client =
            cluster.retrieve(factory.getClusterId(session)).getClusterClient()) {
      return client.listJobs().get(PATIENCE_SECONDS, TimeUnit.SECONDS).stream()
          .filter(job -> !job.getJobState().isGloballyTerminalState())
          .filter(job -> job.getJobName().equals(name))
          .map(job -> job.getJobId())
          .findFirst();
    }
  }
}
