// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.merge;

/** Takes the exact changes of the visible beliefs of one key. */
public interface BeliefSink<R> {

  void insert(Belief<R> belief);

  /** The belief keeps its start on both axes and changes its values, its end or its system end. */
  void update(Belief<R> before, Belief<R> after);

  void delete(Belief<R> belief);
}
