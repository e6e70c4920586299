// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl;

import io.autocdc.dsl.problem.Locations;
import io.autocdc.dsl.problem.Problems;
import java.io.Serializable;

/** How rows get from a source or view into a target. */
public sealed interface Flow extends Serializable permits KeyedFlow, AppendFlow {

  /** Name, unique in the pipeline. */
  String name();

  /** The table that the flow keeps. */
  TableName target();

  /** The source or view that it reads. */
  String source();

  /** What happens to rows that cannot be applied. */
  InvalidRowPolicy onInvalidRow();

  /** True for a flow that runs once over what is there, and again only after a full refresh. */
  boolean once();

  /** Collects the parameters of a flow. */
  sealed interface Builder permits KeyedFlow.Builder, AppendFlow.Builder {

    String name();

    /**
     * The flow, with contradictions reported and the first of two contradicting options taken.
     *
     * @param path the path of the flow's pieces in the locations
     */
    Flow build(Problems problems, Locations locations, String path);
  }
}
