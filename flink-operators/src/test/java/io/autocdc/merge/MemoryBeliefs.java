// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.merge;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The state of one key of a bitemporal table in memory. */
public final class MemoryBeliefs<R> implements BeliefState<R>, KnowledgeLog<R> {

  private final TreeMap<Sequence, TreeMap<Sequence, Event<R>>> knowledge = new TreeMap<>();
  private final Map<Sequence, Sequence> believedSince = new HashMap<>();
  private TreeTimeline<R> believed = new TreeTimeline<>();
  private Sequence newestSystem;
  private BeliefBase base;
  private int reads;

  @Override
  public KnowledgeLog<R> knowledge() {
    return this;
  }

  /** How often what is known was read back. */
  int reads() {
    return reads;
  }

  @Override
  public KnownEvent<R> get(Sequence system, Sequence business) {
    reads++;
    Event<R> event = knowledge.getOrDefault(system, new TreeMap<>()).get(business);
    return event == null ? null : new KnownEvent<>(system, event);
  }

  @Override
  public List<KnownEvent<R>> all() {
    reads++;
    return knowledge.entrySet().stream()
        .flatMap(e -> e.getValue().values().stream().map(v -> new KnownEvent<>(e.getKey(), v)))
        .toList();
  }

  @Override
  public void put(KnownEvent<R> event) {
    knowledge
        .computeIfAbsent(event.system(), system -> new TreeMap<>())
        .put(event.event().sequence(), event.event());
  }

  @Override
  public Sequence newestSystem() {
    return newestSystem;
  }

  @Override
  public void setNewestSystem(Sequence system) {
    newestSystem = system;
  }

  @Override
  public Timeline<R> believed() {
    return believed;
  }

  @Override
  public Sequence believedSince(Sequence start) {
    return believedSince.get(start);
  }

  @Override
  public void setBelievedSince(Sequence start, Sequence system) {
    believedSince.put(start, system);
  }

  @Override
  public void forgetBelievedSince(Sequence start) {
    believedSince.remove(start);
  }

  @Override
  public void clearBeliefs() {
    believed = new TreeTimeline<>();
    if (base != null) {
      believed.setTrimmed();
    }
    believedSince.clear();
  }

  @Override
  public void remove(KnownEvent<R> event) {
    knowledge.get(event.system()).remove(event.event().sequence());
  }

  @Override
  public void forgetBelievedBefore(Sequence start) {
    believedSince.keySet().removeIf(other -> other.compareTo(start) < 0);
  }

  @Override
  public BeliefBase base() {
    return base;
  }

  @Override
  public void setBase(BeliefBase base) {
    this.base = base;
  }

  /** How many events are known, and how many of them and of their rows are believed. */
  int size() {
    return knowledge.values().stream().mapToInt(TreeMap::size).sum()
        + believed.events().size()
        + believedSince.size();
  }
}
