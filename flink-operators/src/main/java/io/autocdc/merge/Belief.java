// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.merge;

/**
 * A row of a bitemporal table: a version, and when it was believed (semantics.md, section 6).
 *
 * @param version values and business interval
 * @param systemStart since when it was believed
 * @param systemEnd since when it is not any more; null while it is
 */
public record Belief<R>(Version<R> version, Sequence systemStart, Sequence systemEnd) {

  Belief<R> closedAt(Sequence systemEnd) {
    return new Belief<>(version, systemStart, systemEnd);
  }
}
