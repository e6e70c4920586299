// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.benchmarks;

import io.autocdc.merge.ChangeSink;
import io.autocdc.merge.Event;
import io.autocdc.merge.RowSemantics;
import io.autocdc.merge.Scd2Core;
import io.autocdc.merge.Sequence;
import io.autocdc.merge.TreeTimeline;
import io.autocdc.merge.Version;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/** What lateness costs the core of SCD type 2, for one key with a history in memory. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class Scd2CoreBenchmark {

  private static final int EVENTS = 1_000;

  /** How many of a hundred events are late, by any distance. */
  @Param({"0", "10", "100"})
  public int latePercent;

  private Event<Integer>[] arrivals;

  @Setup
  @SuppressWarnings("unchecked")
  public void shuffle() {
    Random random = new Random(1);
    arrivals = new Event[EVENTS];
    Arrays.setAll(
        arrivals,
        i -> Event.upsert(new Sequence(new byte[] {(byte) (i >> 8), (byte) i}), random.nextInt(3)));
    for (int i = 0; i < EVENTS * latePercent / 200; i++) {
      int a = random.nextInt(EVENTS);
      int b = random.nextInt(EVENTS);
      Event<Integer> moved = arrivals[a];
      arrivals[a] = arrivals[b];
      arrivals[b] = moved;
    }
  }

  @Benchmark
  @OperationsPerInvocation(EVENTS)
  public void apply(Blackhole blackhole) {
    Scd2Core<Integer> core = new Scd2Core<>(new Numbers());
    TreeTimeline<Integer> timeline = new TreeTimeline<>();
    Discarding changes = new Discarding(blackhole);
    for (Event<Integer> event : arrivals) {
      core.apply(event, timeline, changes);
    }
  }

  private static final class Numbers implements RowSemantics<Integer> {
    @Override
    public int compare(Integer a, Integer b) {
      return a.compareTo(b);
    }

    @Override
    public boolean sameVersion(Integer a, Integer b) {
      return a.equals(b);
    }
  }

  private record Discarding(Blackhole blackhole) implements ChangeSink<Integer> {
    @Override
    public void insert(Version<Integer> version) {
      blackhole.consume(version);
    }

    @Override
    public void update(Version<Integer> before, Version<Integer> after) {
      blackhole.consume(after);
    }

    @Override
    public void delete(Version<Integer> version) {
      blackhole.consume(version);
    }
  }
}
