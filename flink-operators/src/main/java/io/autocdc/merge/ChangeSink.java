// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.merge;

/**
 * Takes the exact changes of the visible rows of one key. Every retraction names a row that was
 * there; what does not change is not mentioned (semantics.md, section 1, law 6).
 */
public interface ChangeSink<R> {

  void insert(Version<R> version);

  /** The row keeps its identity (its start) and changes its values or its end. */
  void update(Version<R> before, Version<R> after);

  void delete(Version<R> version);
}
