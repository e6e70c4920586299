// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl;

import java.io.Serializable;

/** How changes get from a source or view into a target. */
public sealed interface Flow extends Serializable permits AutoCdcFlow {

  /** Name, unique in the pipeline. */
  String name();

  /** The table that the flow keeps. */
  TableName target();

  /** The source or view that it reads. */
  String source();
}
