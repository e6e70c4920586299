// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.autocdc.dsl.Delta;
import io.autocdc.dsl.Files;
import io.autocdc.dsl.Paimon;
import io.autocdc.dsl.Pipeline;
import io.autocdc.dsl.TableSpec;
import io.autocdc.dsl.yaml.YamlWriter;
import io.autocdc.operators.RandomTarget;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random streams through whole runs, each into a Delta table and into one of Paimon, against the
 * slow references: every SCD type, deletes, truncates, partial updates, tracked columns, two flows
 * into one table, rows in any order with duplicates and ties, over several runs of any parallelism
 * with checkpoints in between. The short form has a sample of what can be combined.
 */
@Timeout(value = 60, unit = TimeUnit.MINUTES)
class RandomStreamsE2eTest {

  private static final boolean FULL = "full".equals(System.getProperty("autocdc.test.size"));
  private static final int SEEDS = FULL ? 10 : 1;
  private static final int RUNS = 3;

  /** A pipeline has one in so many combinations: some of each SCD type and way to author. */
  private static final int PARTS = 7;

  static Stream<Arguments> parts() {
    return LongStream.rangeClosed(1, SEEDS)
        .boxed()
        .flatMap(
            seed ->
                IntStream.range(FULL ? 0 : 1, FULL ? PARTS : 2)
                    .mapToObj(part -> Arguments.of(seed, part)));
  }

  /** A stream, and how its table is kept in Delta. */
  private record Target(
      RandomTarget stream,
      String name,
      String writeMode,
      String compactionFiles,
      Duration retention) {

    static Target of(RandomTarget stream, int index, Random random) {
      return new Target(
          stream,
          "t" + index,
          random.nextInt(3) == 0 ? "copy-on-write" : "merge-on-read",
          List.of("0", "2", "10").get(random.nextInt(3)),
          random.nextBoolean() ? Duration.ofHours(1) : Duration.ZERO);
    }

    TableSpec delta() {
      return Delta.table()
          .property("write.mode", writeMode)
          .property("compaction.files", compactionFiles);
    }

    String source(int flow) {
      return name + "_" + flow;
    }
  }

  @ParameterizedTest(name = "seed {0}, part {1}")
  @MethodSource("parts")
  void aTableIsAFunctionOfTheEvents(long seed, int part, @TempDir Path folder) {
    Random random = new Random(seed);
    List<RandomTarget> streams = RandomTarget.all(seed).toList();
    List<Target> targets =
        IntStream.range(0, streams.size())
            .filter(i -> i % PARTS == part)
            .mapToObj(i -> Target.of(streams.get(i), i, random))
            .toList();
    TestProject project = new TestProject(folder).write("random.yaml", declare(targets));
    Cli cli = new Cli(folder);
    for (int run = 0; run < RUNS; run++) {
      deliver(project, targets, run);
      Cli.Result result =
          cli.runHere(
                  "run",
                  ".",
                  "--parallelism",
                  String.valueOf(1 + random.nextInt(3)),
                  "-D",
                  "execution.checkpointing.interval=300 ms")
              .expect(0);
      assertThat(result.err()).doesNotContain("Exception");
    }
    SoftAssertions softly = new SoftAssertions();
    for (Target target : targets) {
      for (String catalog : List.of("delta", "paimon")) {
        softly
            .assertThat(rows(cli, catalog + ".silver." + target.name))
            .as("%s, %s", catalog, target)
            .isEqualTo(target.stream.rows());
      }
    }
    softly.assertAll();
  }

  private static String declare(List<Target> targets) {
    Pipeline.Builder pipeline = Pipeline.named("random");
    for (Target target : targets) {
      for (int flow = 0; flow < target.stream.flows(); flow++) {
        String source = target.source(flow);
        pipeline.source(source, Files.json("data/" + source).schema(target.stream.schema(flow)));
      }
      declare(pipeline, target, "delta", target.delta());
      declare(pipeline, target, "paimon", Paimon.table());
    }
    return YamlWriter.write(pipeline.build());
  }

  private static void declare(
      Pipeline.Builder pipeline, Target target, String catalog, TableSpec table) {
    String name = catalog + ".silver." + target.name;
    pipeline.streamingTable(name, table);
    for (int i = 0; i < target.stream.flows(); i++) {
      int flow = i;
      pipeline.autoCdcFlow(
          name,
          builder ->
              target.stream.declare(
                  builder
                      .named(catalog + "_" + target.source(flow))
                      .from(target.source(flow))
                      .tombstoneRetention(target.retention),
                  flow));
    }
  }

  private static void deliver(TestProject project, List<Target> targets, int run) {
    for (Target target : targets) {
      for (int flow = 0; flow < target.stream.flows(); flow++) {
        List<String> lines = target.stream.arrivals(flow, run, RUNS);
        project.write(
            "data/" + target.source(flow) + "/" + run + ".json", String.join("\n", lines) + "\n");
      }
    }
  }

  private static List<String> rows(Cli cli, String table) {
    List<String> lines =
        new ArrayList<>(cli.runHere("show", table, "--format", "json").expect(0).lines());
    lines.sort(null);
    return lines;
  }
}
