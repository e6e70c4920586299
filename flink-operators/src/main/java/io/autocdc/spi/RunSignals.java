// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.spi;

/**
 * What a running job tells the program that submitted it, through Flink accumulators: they reach a
 * client in the same way from a mini cluster and from a remote one.
 */
public final class RunSignals {

  private static final String INPUT_READ = "autocdc.input-read.";

  private RunSignals() {}

  /**
   * Name of the accumulator (an {@code IntCounter}) to which every subtask of a source adds one,
   * behind the last row of the input that was there when a triggered run began.
   */
  public static String inputRead(String source) {
    return INPUT_READ + source;
  }
}
