// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.spi;

/**
 * What a running job tells the program that submitted it, through Flink accumulators: they reach a
 * client in the same way from a mini cluster and from a remote one.
 */
public final class RunSignals {

  private static final String INPUT_READ = "autocdc.input-read.";

  private static final String FLOW = "autocdc.flow.";

  private RunSignals() {}

  /** Name of the accumulator (a {@code LongCounter}) of a counter of a flow. */
  public static String counter(String flow, FlowCounter counter) {
    return FLOW + flow + "." + counter.metricName();
  }

  /**
   * Name of the accumulator (a {@code LongCounter}) of rows that violated an expectation.
   *
   * @param view name of the view that has the expectation
   */
  public static String expectation(String view, String expectation) {
    return "autocdc.expectation." + view + "." + expectation;
  }

  /**
   * Name of the accumulator (an {@code IntCounter}) to which every subtask of a source adds one,
   * behind the last row of the input that was there when a triggered run began.
   */
  public static String inputRead(String source) {
    return INPUT_READ + source;
  }
}
