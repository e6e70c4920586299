// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.cli;

import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Problem;
import io.autocdc.jobs.run.ClusterAddress;
import io.autocdc.jobs.run.JobTarget;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Says where the jobs of a command go. */
interface TargetChooser {

  /**
   * Jars that a job needs beside that of the product: Paimon's, Kafka's, Flink CDC's, and what
   * Hadoop logs through.
   */
  Pattern BESIDE_PRODUCT =
      Pattern.compile(
          "(paimon-flink|hadoop-client|flink-connector-kafka|kafka-clients|zstd-jni|lz4-java"
              + "|snappy-java|flink-sql-connector-postgres-cdc|flink-sql-connector-mysql-cdc"
              + "|mysql-connector-j|jcl-over-slf4j)-.*\\.jar");

  /**
   * @throws ParameterException if options do not fit together
   * @throws AutoCdcException NOT_AVAILABLE if there is no such place
   */
  JobTarget choose(CommonOptions options, CommandSpec spec);

  /** The choice of {@code ./autocdc}: what {@code --target} says. */
  static JobTarget byOptions(CommonOptions options, CommandSpec spec) {
    if (options.target == CommonOptions.Target.LOCAL) {
      if (options.address != null) {
        throw new ParameterException(
            spec.commandLine(), "--address names a cluster; add --target remote to run there");
      }
      return JobTarget.local();
    }
    if (options.address == null) {
      throw new ParameterException(
          spec.commandLine(),
          "--target remote needs --address HOST:PORT, the REST port of a cluster");
    }
    ClusterAddress address =
        ClusterAddress.parse(options.address)
            .orElseThrow(
                () ->
                    new ParameterException(
                        spec.commandLine(),
                        "--address is no HOST:PORT, such as localhost:8081: " + options.address));
    return JobTarget.remote(address, jarsForClusters());
  }

  /** The choice of {@code flink run}. */
  static JobTarget ofFlinkRun(CommonOptions options, CommandSpec spec) {
    if (options.target == CommonOptions.Target.REMOTE || options.address != null) {
      throw new ParameterException(
          spec.commandLine(),
          "'flink run -m HOST:PORT' names the cluster, not --target or --address");
    }
    return JobTarget.ofFlinkRun();
  }

  /** The jar for clusters, and what it needs that a cluster may not have. */
  private static List<Path> jarsForClusters() {
    Path lib = ownJar().getParent();
    Path product = lib.resolveSibling("cluster").resolve("autocdc-flink.jar");
    List<Path> jars = new ArrayList<>(List.of(product));
    try (Stream<Path> all = Files.list(lib)) {
      all.filter(jar -> BESIDE_PRODUCT.matcher(jar.getFileName().toString()).matches())
          .sorted()
          .forEach(jars::add);
    } catch (IOException e) {
      throw notPackaged(lib);
    }
    if (!Files.isRegularFile(product)) {
      throw notPackaged(product);
    }
    return jars;
  }

  private static Path ownJar() {
    try {
      URI location =
          TargetChooser.class.getProtectionDomain().getCodeSource().getLocation().toURI();
      return Path.of(location);
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static AutoCdcException notPackaged(Path missing) {
    return new AutoCdcException(
        Problem.error(
            null,
            ErrorCode.NOT_AVAILABLE,
            missing + " is not there",
            "the program was not started from its distribution, and has no jar for clusters",
            "start it as ./autocdc"));
  }
}
