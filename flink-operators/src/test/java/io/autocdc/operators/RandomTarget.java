// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators;

import io.autocdc.dsl.AutoCdcFlow;
import io.autocdc.operators.RandomRows.Row;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/**
 * A target with random rows for its flows and the table that must come of them, for tests of whole
 * programs.
 */
public final class RandomTarget {

  private final Combination combination;
  private final long seed;
  private final List<Row> arrivals;

  private RandomTarget(Combination combination, long seed) {
    this.combination = combination;
    this.seed = seed;
    this.arrivals = RandomRows.of(combination, new Random(seed));
  }

  /** A target for everything that may be combined. */
  public static Stream<RandomTarget> all(long seed) {
    return Combination.all().map(combination -> new RandomTarget(combination, seed));
  }

  /** How many flows keep the target. */
  public int flows() {
    return combination.flows();
  }

  /** Columns of the source of a flow. */
  public String schema(int flow) {
    return combination.schema(flow);
  }

  /** Gives a flow all parameters but its name, its source and its retention. */
  public void declare(AutoCdcFlow.Builder builder, int flow) {
    combination.declare(builder, flow);
  }

  /**
   * Rows of the source of a flow as JSON, in the order of their arrival.
   *
   * @param batch the part of all rows, from 0
   * @param batches how many parts there are
   */
  public List<String> arrivals(int flow, int batch, int batches) {
    int from = arrivals.size() * batch / batches;
    int to = arrivals.size() * (batch + 1) / batches;
    return arrivals.subList(from, to).stream()
        .filter(row -> row.flow() == flow)
        .map(Row::json)
        .toList();
  }

  /** The rows of the table in the end as JSON, as texts are sorted. */
  public List<String> rows() {
    return ReferenceRows.of(combination, arrivals);
  }

  @Override
  public String toString() {
    return combination + ", seed " + seed;
  }
}
