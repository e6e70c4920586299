// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl;

/** What happens to a row that cannot be applied (semantics.md, section 8). */
public enum InvalidRowPolicy {
  /** The row goes to the table {@code <target>__quarantine} and is counted. */
  QUARANTINE,
  /** The run stops with an error that names flow, reason and row. */
  FAIL,
  /** The row is counted and left out. */
  DROP
}
