// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators;

import io.autocdc.dsl.AutoCdcFlow;
import io.autocdc.dsl.ResolvedFlow;
import io.autocdc.dsl.ScdType;
import io.autocdc.golden.TestFlows;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A target with one choice of every option that a random stream may meet. */
record Combination(ScdType type, Mode mode, Tracked tracked, boolean truncates) {

  /** What events author. */
  enum Mode {
    FULL,
    IGNORE_NULLS,
    IGNORE_NULLS_OF_LISTED,
    IGNORE_NULLS_EXCEPT_LISTED,
    COLUMNS_TO_UPDATE,
    /** Two flows into one target, with different columns. */
    TWO_FLOWS
  }

  /** Which columns start a new version. */
  enum Tracked {
    ALL,
    SOME,
    NONE
  }

  private static final String CONTROL = "cols ARRAY<STRING>, op STRING, seq INT, sys INT";
  private static final String COLUMNS =
      "id BIGINT, a STRING, b DOUBLE, s ROW<x INT, t ROW<y STRING, z INT>>, " + CONTROL;

  /** Of the second flow, which does not know b and s. */
  private static final String OTHER_COLUMNS = "id BIGINT, c INT, a STRING, " + CONTROL;

  /** Everything that may be combined. */
  static Stream<Combination> all() {
    List<Combination> all = new ArrayList<>();
    for (Mode mode : Mode.values()) {
      all.add(new Combination(ScdType.TYPE_1, mode, Tracked.ALL, false));
      all.add(new Combination(ScdType.TYPE_1, mode, Tracked.ALL, true));
      for (Tracked tracked : Tracked.values()) {
        all.add(new Combination(ScdType.TYPE_2, mode, tracked, false));
        if (mode != Mode.COLUMNS_TO_UPDATE) {
          all.add(new Combination(ScdType.BITEMPORAL, mode, tracked, false));
        }
      }
    }
    return all.stream();
  }

  TargetShape target() {
    List<ResolvedFlow> flows = new ArrayList<>();
    flows.add(
        TestFlows.flow(
            COLUMNS,
            flow -> {
              common(flow.named("one"));
              switch (mode) {
                case FULL, TWO_FLOWS -> {}
                case IGNORE_NULLS -> flow.ignoreNullUpdates();
                case IGNORE_NULLS_OF_LISTED -> flow.ignoreNullUpdatesOn(List.of("b", "s"));
                case IGNORE_NULLS_EXCEPT_LISTED -> flow.ignoreNullUpdatesExcept(List.of("s"));
                case COLUMNS_TO_UPDATE -> flow.columnsToUpdate("cols");
              }
              if (tracked != Tracked.ALL) {
                flow.trackHistory(tracked == Tracked.SOME ? List.of("a", "s") : List.of());
              }
            }));
    if (mode == Mode.TWO_FLOWS) {
      flows.add(
          TestFlows.flow(
              OTHER_COLUMNS,
              flow -> {
                common(flow.named("two")).ignoreNullUpdatesOn(List.of("a"));
                if (tracked != Tracked.ALL) {
                  flow.trackHistory(tracked == Tracked.SOME ? List.of("a", "c") : List.of());
                }
              }));
    }
    return new TargetShape(ResolvedFlow.withCommonOutput(flows));
  }

  private AutoCdcFlow.Builder common(AutoCdcFlow.Builder flow) {
    return flow.keys("id")
        .sequenceBy("seq")
        .systemSequenceBy(type == ScdType.BITEMPORAL ? List.of("sys") : List.of())
        .applyAsDeletes("op = 'D'")
        .applyAsTruncates(truncates ? "op = 'T'" : null)
        .exceptColumns("cols", "op", "seq", "sys")
        .storedAsScdType(type);
  }

  @Override
  public String toString() {
    return "SCD "
        + type
        + ", "
        + mode
        + ", tracked "
        + tracked
        + (truncates ? ", with truncates" : "");
  }
}
