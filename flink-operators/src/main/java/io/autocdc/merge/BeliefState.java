// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.merge;

/**
 * All that is kept of one key of a bitemporal table: what became known and when, and what is
 * believed now as a consequence.
 */
public interface BeliefState<R> {

  /** Everything that ever became known. */
  KnowledgeLog<R> knowledge();

  /** System time of the newest knowledge; null if nothing is known. */
  Sequence newestSystem();

  void setNewestSystem(Sequence system);

  /** What is believed now: the SCD type 2 timeline of all that is known. */
  Timeline<R> believed();

  /** Since when the row with that business start is believed as it is; null if it is not. */
  Sequence believedSince(Sequence start);

  void setBelievedSince(Sequence start, Sequence system);

  void forgetBelievedSince(Sequence start);

  /** Forgets {@link #believedSince} of the rows that start before that. */
  void forgetBelievedBefore(Sequence start);

  /** Where the knowledge begins; null if nothing of it has been dropped. */
  BeliefBase base();

  void setBase(BeliefBase base);

  /** Empties {@link #believed} and all of {@link #believedSince}, to be filled anew. */
  void clearBeliefs();
}
