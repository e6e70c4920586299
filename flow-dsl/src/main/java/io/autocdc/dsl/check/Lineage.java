// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.check;

import io.autocdc.dsl.Flow;
import io.autocdc.dsl.Pipeline;
import io.autocdc.dsl.View;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** What flows read, directly or through views. */
public final class Lineage {

  private final Pipeline pipeline;
  private final ViewOrder order;
  private final List<View> lastFirst;

  public Lineage(Pipeline pipeline) {
    this.pipeline = pipeline;
    order = ViewOrder.of(pipeline);
    lastFirst = new ArrayList<>(order.views());
    Collections.reverse(lastFirst);
  }

  /** Names of all sources and views that flows, views or inserts read. */
  public Set<String> read() {
    Set<String> read = readByInserts();
    pipeline.flows().forEach(flow -> read.add(flow.source()));
    order.views().forEach(view -> read.addAll(order.inputsOf(view)));
    return read;
  }

  /** Tables of Flink that something writes, and nothing reads. */
  public Set<String> onlyWritten() {
    Set<String> written = new TreeSet<>();
    pipeline.inserts().forEach(insert -> written.add(insert.target()));
    written.removeAll(read());
    return written;
  }

  /** Names of all sources and views that flows and inserts need. */
  public Set<String> needed() {
    Set<String> needed = upstreamOf(pipeline.flows());
    needed.addAll(upstreamOfInserts());
    return needed;
  }

  /** Names of all sources and views that inserts need. */
  public Set<String> upstreamOfInserts() {
    return upstreamOf(readByInserts());
  }

  private Set<String> readByInserts() {
    Set<String> read = new TreeSet<>();
    pipeline.inserts().forEach(insert -> read.addAll(order.inputsOf(insert)));
    return read;
  }

  /** Names of all sources and views that the flows need. */
  public Set<String> upstreamOf(Collection<? extends Flow> flows) {
    Set<String> read = new TreeSet<>();
    flows.forEach(flow -> read.add(flow.source()));
    return upstreamOf(read);
  }

  /** Names of all sources and views that a source or view needs, itself included. */
  public Set<String> upstreamOf(String relation) {
    return upstreamOf(Set.of(relation));
  }

  private Set<String> upstreamOf(Set<String> read) {
    Set<String> needed = new TreeSet<>(read);
    for (View view : lastFirst) {
      if (needed.contains(view.name())) {
        needed.addAll(order.inputsOf(view));
      }
    }
    return needed;
  }
}
