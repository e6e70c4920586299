// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.check;

import io.autocdc.dsl.FlinkInsert;
import io.autocdc.dsl.Pipeline;
import io.autocdc.dsl.Source;
import io.autocdc.dsl.View;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The views of a pipeline, each behind the views that it reads. */
public final class ViewOrder {

  private final Map<String, View> views = new LinkedHashMap<>();
  private final Set<String> sources;
  private final Set<String> known;
  private final Set<String> done = new LinkedHashSet<>();
  private final Set<String> inCycle = new HashSet<>();
  private final List<List<String>> cycles = new ArrayList<>();

  private ViewOrder(Pipeline pipeline) {
    pipeline.views().forEach(view -> views.putIfAbsent(view.name(), view));
    sources = pipeline.sources().stream().map(Source::name).collect(Collectors.toSet());
    known = new HashSet<>(sources);
    known.addAll(views.keySet());
    for (View view : views.values()) {
      visit(view, new ArrayList<>());
    }
  }

  /** Orders the views; those of equal rank stay in the order of their declaration. */
  public static ViewOrder of(Pipeline pipeline) {
    return new ViewOrder(pipeline);
  }

  /** The views in an order in which they can be made; those of a circle are left out. */
  public List<View> views() {
    return done.stream().filter(name -> !inCycle.contains(name)).map(views::get).toList();
  }

  /** Circles of views that read from each other, each with the name that closes it at its end. */
  public List<List<String>> cycles() {
    return List.copyOf(cycles);
  }

  /** The sources and views of the pipeline that an insert reads. */
  public Set<String> inputsOf(FlinkInsert insert) {
    return RelationNames.of(insert.sql(), known);
  }

  /** The sources and views of the pipeline that a view reads. */
  public Set<String> inputsOf(View view) {
    if (view instanceof View.SqlView sql) {
      return RelationNames.of(sql.sql(), known);
    }
    return Set.of(((View.QualityView) view).source());
  }

  /**
   * The source that a relation shows the rows of: itself, or what a view reads, if it reads one
   * thing only. Empty if several sources come together, or a name is unknown.
   */
  public Optional<String> soleSourceOf(String relation) {
    String name = relation;
    while (!sources.contains(name)) {
      View view = views.get(name);
      if (view == null || inCycle.contains(name) || inputsOf(view).size() != 1) {
        return Optional.empty();
      }
      name = inputsOf(view).iterator().next();
    }
    return Optional.of(name);
  }

  private void visit(View view, List<String> path) {
    int start = path.indexOf(view.name());
    if (start >= 0) {
      List<String> cycle = new ArrayList<>(path.subList(start, path.size()));
      inCycle.addAll(cycle);
      cycle.add(view.name());
      cycles.add(cycle);
      return;
    }
    if (done.contains(view.name())) {
      return;
    }
    path.add(view.name());
    for (String input : inputsOf(view)) {
      if (views.containsKey(input) && !sources.contains(input)) {
        visit(views.get(input), path);
      }
    }
    path.remove(path.size() - 1);
    done.add(view.name());
  }
}
