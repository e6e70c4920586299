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
    for (int i = 0; i < flows(); i++) {
      int flow = i;
      flows.add(
          TestFlows.flow(
              schema(flow), builder -> declare(builder.named(flow == 0 ? "one" : "two"), flow)));
    }
    return new TargetShape(ResolvedFlow.withCommonOutput(flows));
  }

  /** How many flows keep the target. */
  int flows() {
    return mode == Mode.TWO_FLOWS ? 2 : 1;
  }

  /** Columns of the source of a flow. */
  String schema(int flow) {
    return flow == 0 ? COLUMNS : OTHER_COLUMNS;
  }

  /** Gives a flow all parameters but its name, its source and its retention. */
  void declare(AutoCdcFlow.Builder builder, int flow) {
    common(builder);
    if (flow == 0) {
      switch (mode) {
        case FULL, TWO_FLOWS -> {}
        case IGNORE_NULLS -> builder.ignoreNullUpdates();
        case IGNORE_NULLS_OF_LISTED -> builder.ignoreNullUpdatesOn(List.of("b", "s"));
        case IGNORE_NULLS_EXCEPT_LISTED -> builder.ignoreNullUpdatesExcept(List.of("s"));
        case COLUMNS_TO_UPDATE -> builder.columnsToUpdate("cols");
      }
    } else {
      builder.ignoreNullUpdatesOn(List.of("a"));
    }
    if (tracked != Tracked.ALL) {
      String own = flow == 0 ? "s" : "c";
      builder.trackHistory(tracked == Tracked.SOME ? List.of("a", own) : List.of());
    }
  }

  private void common(AutoCdcFlow.Builder flow) {
    flow.keys("id")
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
