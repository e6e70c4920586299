// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl;

/**
 * What happens to a snapshot whose version is not above that of the one before (semantics.md,
 * section 7).
 */
public enum LowerVersionPolicy {
  /** The run stops with an error that names both versions. */
  ERROR,
  /** The snapshot is left out. */
  SKIP
}
