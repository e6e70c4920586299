// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.run;

import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Problem;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.client.program.StreamContextEnvironment;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.DeploymentOptions;
import org.apache.flink.configuration.GlobalConfiguration;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.graph.StreamGraph;

/**
 * The cluster that {@code flink run} names. Its options are those of Flink's configuration file and
 * of its command line; it has the jars already.
 */
final class FlinkRun extends JobTarget {

  /** Options of Flink's configuration file. */
  private final Map<String, String> configured;

  /** Options of the command line of {@code flink run}, and what it adds by itself. */
  private final Map<String, String> given;

  private final Configuration session;
  private final ClusterAddress address;

  private FlinkRun(Map<String, String> configured, Configuration session, ClusterAddress address) {
    this.configured = Map.copyOf(configured);
    this.session = session;
    this.address = address;
    this.given = session.toMap();
    given.entrySet().removeIf(option -> option.getValue().equals(configured.get(option.getKey())));
  }

  static FlinkRun current() {
    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
    Configuration session = Configuration.fromMap(env.getConfiguration().toMap());
    String kind = session.get(DeploymentOptions.TARGET);
    if (!(env instanceof StreamContextEnvironment) || !"remote".equals(kind)) {
      throw new AutoCdcException(
          Problem.error(
              null,
              ErrorCode.NOT_AVAILABLE,
              "there is no session cluster to run on"
                  + (kind == null ? "" : "; the target is " + kind),
              "jobs are submitted by 'flink run' to a running cluster",
              "start it with 'flink run -m HOST:PORT', or use './autocdc run'"));
    }
    ClusterAddress address =
        new ClusterAddress(session.get(RestOptions.ADDRESS), session.get(RestOptions.PORT));
    return new FlinkRun(GlobalConfiguration.loadConfiguration().toMap(), session, address);
  }

  @Override
  public Map<String, String> givenOptions() {
    return given;
  }

  @Override
  public boolean isDetached() {
    return !session.get(DeploymentOptions.ATTACHED);
  }

  @Override
  void check(RunOptions options) {
    ClusterChecks.requireSameFlink(address, clientOptions(options));
  }

  @Override
  Map<String, String> clientOptions(RunOptions options) {
    Map<String, String> all = new HashMap<>(configured);
    all.putAll(options.flinkOptions());
    return all;
  }

  @Override
  Optional<ClusterAddress> address() {
    return Optional.of(address);
  }

  @Override
  Optional<Path> requestedSavepoint() {
    return session.getOptional(StateRecoveryOptions.SAVEPOINT_PATH).map(FlinkPaths::folder);
  }

  @Override
  Configuration configuration(
      RunOptions options,
      Path runFolder,
      Path temporaryFolder,
      Optional<RestorePoint> restorePoint) {
    Configuration c = JobOptions.defaults();
    if (options.triggered()) {
      RemoteCluster.restartTriggered(c);
    }
    c.addAll(Configuration.fromMap(clientOptions(options)));
    if (options.parallelism() != null) {
      c.set(CoreOptions.DEFAULT_PARALLELISM, options.parallelism());
    }
    JobOptions.setState(c, runFolder, restorePoint);
    return c;
  }

  @Override
  StreamExecutionEnvironment environment(Configuration configuration) {
    return StreamExecutionEnvironment.getExecutionEnvironment(configuration);
  }

  @Override
  void prepare(
      StreamExecutionEnvironment env,
      StreamGraph graph,
      Configuration configuration,
      RunListener listener) {
    ClusterChecks.noteMissingSlots(address, session.toMap(), ClusterChecks.slots(graph), listener);
  }

  /** Flink logs as it is told to. */
  @Override
  Log openLog(Path file) {
    return () -> {};
  }
}
