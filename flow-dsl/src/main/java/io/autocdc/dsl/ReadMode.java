// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl;

/** How a source is read. */
public enum ReadMode {
  /** What is there and what comes later; a later run reads only what is new. */
  STREAM,
  /** All that is there, once a run. */
  BATCH
}
