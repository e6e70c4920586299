// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.spi;

/**
 * What a running job tells the program that submitted it, through Flink accumulators: they reach a
 * client in the same way from a mini cluster and from a remote one.
 */
public final class RunSignals {

  private static final String INPUT_READ = "autocdc.input-read.";

  private static final String FLOW = "autocdc.flow.";

  private static final String EXPECTATION = "autocdc.expectation.";

  private RunSignals() {}

  /**
   * Name of the accumulator (a {@code LongCounter}) of a counter of a flow, as of the last
   * checkpoint: what was done again after a failure counts once.
   */
  public static String counter(String flow, FlowCounter counter) {
    return counter(flow, counter.metricName());
  }

  /**
   * @param counter name of a {@link FlowCounter}
   * @see #counter(String, FlowCounter)
   */
  public static String counter(String flow, String counter) {
    return FLOW + flow + "." + counter;
  }

  /**
   * Name of the accumulator (a {@code LongCounter}) of the same counter as of now: it moves with
   * every row, and falls back to the last checkpoint when the job is started again.
   *
   * @param counter name of a {@link FlowCounter}
   */
  public static String liveCounter(String flow, String counter) {
    return "autocdc.live." + flow + "." + counter;
  }

  /**
   * Name of the accumulator (a {@code LongCounter}) of the invalid rows of a flow, as of the last
   * checkpoint.
   *
   * @param reason text of an {@link InvalidReason}
   */
  public static String invalid(String flow, String reason) {
    return "autocdc.invalid." + flow + "." + reason;
  }

  /**
   * Name of the accumulator (a {@code LongCounter}) of rows that violated an expectation, as of the
   * last checkpoint.
   *
   * @param view name of the view that has the expectation
   */
  public static String failed(String view, String expectation) {
    return EXPECTATION + view + "." + expectation + ".failed";
  }

  /**
   * Name of the accumulator (a {@code LongCounter}) of rows that kept an expectation, as of the
   * last checkpoint.
   *
   * @param view name of the view that has the expectation
   */
  public static String passed(String view, String expectation) {
    return EXPECTATION + view + "." + expectation + ".passed";
  }

  /**
   * Name of the accumulator (an {@code IntCounter}) to which every subtask of a source adds one,
   * behind the last row of the input that was there when a triggered run began.
   */
  public static String inputRead(String source) {
    return INPUT_READ + source;
  }
}
