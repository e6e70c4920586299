// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.graph;

import io.autocdc.dsl.AppendFlow;
import io.autocdc.dsl.AutoCdcFlow;
import io.autocdc.dsl.Expectation;
import io.autocdc.dsl.FlinkInsert;
import io.autocdc.dsl.Flow;
import io.autocdc.dsl.InvalidRowPolicy;
import io.autocdc.dsl.KeyedFlow;
import io.autocdc.dsl.Pipeline;
import io.autocdc.dsl.SnapshotCdcFlow;
import io.autocdc.dsl.Source;
import io.autocdc.dsl.SourceTypes;
import io.autocdc.dsl.StreamingTable;
import io.autocdc.dsl.TableName;
import io.autocdc.dsl.View;
import io.autocdc.dsl.check.Lineage;
import io.autocdc.dsl.check.ViewOrder;
import io.autocdc.dsl.problem.Problem;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a pipeline reads and writes, and the steps between.
 *
 * @param pipeline name of the pipeline
 * @param nodes in the order of their declaration, sources first
 * @param edges in the direction of the rows
 */
public record LineageGraph(String pipeline, List<Node> nodes, List<Edge> edges) {

  /** What a node stands for. */
  public enum Kind {
    SOURCE,
    VIEW,
    EXPECTATIONS,
    FLOW,
    TARGET,
    QUARANTINE;

    /** In lower case. */
    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * A box of the picture.
   *
   * @param index place among the nodes, from 0
   * @param name what users call it
   * @param details what else there is to say, a line each
   */
  public record Node(int index, Kind kind, String name, List<String> details) {}

  /**
   * An arrow of the picture.
   *
   * @param from index of a node
   * @param to index of a node
   */
  public record Edge(int from, int to) {}

  public LineageGraph {
    nodes = List.copyOf(nodes);
    edges = List.copyOf(edges);
  }

  /**
   * @param pipeline a pipeline without errors
   * @param secrets texts that no name and no detail may show
   */
  public static LineageGraph of(Pipeline pipeline, Set<String> secrets) {
    return new Builder(pipeline, secrets).build();
  }

  List<Node> successors(Node node) {
    return edges.stream()
        .filter(e -> e.from() == node.index())
        .map(e -> nodes.get(e.to()))
        .toList();
  }

  List<Node> predecessors(Node node) {
    return edges.stream()
        .filter(e -> e.to() == node.index())
        .map(e -> nodes.get(e.from()))
        .toList();
  }

  private static final class Builder {
    private final Pipeline pipeline;
    private final Set<String> secrets;
    private final ViewOrder views;
    private final Lineage lineage;
    private final List<Node> nodes = new ArrayList<>();
    private final Set<Edge> edges = new LinkedHashSet<>();

    /** Sources and views by their names. */
    private final Map<String, Node> relations = new LinkedHashMap<>();

    Builder(Pipeline pipeline, Set<String> secrets) {
      this.pipeline = pipeline;
      this.secrets = secrets;
      this.views = ViewOrder.of(pipeline);
      this.lineage = new Lineage(pipeline);
    }

    LineageGraph build() {
      Set<String> onlyWritten = lineage.onlyWritten();
      for (Source source : pipeline.sources()) {
        if (onlyWritten.contains(source.name())) {
          continue;
        }
        relations.put(source.name(), add(Kind.SOURCE, source.name(), List.of(describe(source))));
      }
      views.views().forEach(this::add);
      for (StreamingTable table : pipeline.tables()) {
        add(table);
      }
      addInserts();
      List<Edge> ordered = new ArrayList<>(edges);
      ordered.sort(Comparator.comparingInt(Edge::from).thenComparingInt(Edge::to));
      return new LineageGraph(Problem.hide(pipeline.name(), secrets), nodes, ordered);
    }

    /** Tables of Flink are sinks, however many statements write them. */
    private void addInserts() {
      Map<String, Node> sinks = new LinkedHashMap<>();
      for (FlinkInsert insert : pipeline.inserts()) {
        Node statement = add(Kind.FLOW, "INSERT INTO " + insert.target(), List.of("of Flink"));
        views.inputsOf(insert).stream()
            .sorted()
            .forEach(input -> connect(relations.get(input), statement));
        Node sink =
            sinks.computeIfAbsent(
                insert.target(), name -> add(Kind.TARGET, name, List.of("table of Flink")));
        connect(statement, sink);
      }
    }

    private Node add(Kind kind, String name, List<String> details) {
      Node node =
          new Node(
              nodes.size(),
              kind,
              Problem.hide(name, secrets),
              details.stream().map(detail -> Problem.hide(detail, secrets)).toList());
      nodes.add(node);
      return node;
    }

    private void connect(Node from, Node to) {
      edges.add(new Edge(from.index(), to.index()));
    }

    private void add(View view) {
      Node node =
          view instanceof View.QualityView quality
              ? add(Kind.EXPECTATIONS, view.name(), rules(quality.expectations()))
              : add(Kind.VIEW, view.name(), List.of("SQL query"));
      relations.put(view.name(), node);
      views.inputsOf(view).stream().sorted().forEach(i -> connect(relations.get(i), node));
    }

    private void add(StreamingTable table) {
      List<Flow> flows =
          pipeline.flows().stream().filter(flow -> flow.target().equals(table.name())).toList();
      List<Node> flowNodes = new ArrayList<>();
      for (Flow flow : flows) {
        Node input = relations.get(flow.source());
        if (!table.expectations().isEmpty()) {
          String name = "rules of " + text(table.name());
          Node rules = add(Kind.EXPECTATIONS, name, rules(table.expectations()));
          connect(input, rules);
          input = rules;
        }
        Node node = add(Kind.FLOW, flow.name(), describe(flow));
        connect(input, node);
        flowNodes.add(node);
      }
      Node target = add(Kind.TARGET, text(table.name()), List.of());
      flowNodes.forEach(flow -> connect(flow, target));
      if (flows.stream().anyMatch(flow -> mayQuarantine(flow, table))) {
        Node quarantine = add(Kind.QUARANTINE, text(table.name().quarantine()), List.of());
        for (int i = 0; i < flows.size(); i++) {
          if (mayQuarantine(flows.get(i), table)) {
            connect(flowNodes.get(i), quarantine);
          }
        }
      }
    }

    /** By its own policy, or by a rule on the way to it. */
    private boolean mayQuarantine(Flow flow, StreamingTable table) {
      Set<String> upstream = lineage.upstreamOf(List.of(flow));
      return flow.onInvalidRow() == InvalidRowPolicy.QUARANTINE
          || quarantines(table.expectations())
          || views.views().stream()
              .filter(view -> upstream.contains(view.name()))
              .anyMatch(
                  view -> view instanceof View.QualityView q && quarantines(q.expectations()));
    }

    private static boolean quarantines(List<Expectation> rules) {
      return rules.stream().anyMatch(rule -> rule.action() == Expectation.Action.QUARANTINE);
    }

    private static List<String> rules(List<Expectation> rules) {
      return rules.stream()
          .map(rule -> rule.name() + " (" + rule.action().name().toLowerCase(Locale.ROOT) + ")")
          .toList();
    }

    private static String describe(Source source) {
      if (source.type().equals(SourceTypes.SQL)) {
        boolean query = source.options().containsKey(SourceTypes.QUERY);
        return query ? "query of Flink" : "table of Flink";
      }
      String what =
          Optional.ofNullable(source.options().get("path"))
              .or(() -> Optional.ofNullable(source.options().get("table")))
              .map(place -> " " + place)
              .orElse("");
      String format = source.options().get("format");
      return source.type() + what + (format == null ? "" : ", " + format);
    }

    private static List<String> describe(Flow flow) {
      List<String> details = new ArrayList<>();
      if (flow instanceof AppendFlow) {
        details.add("appends");
      } else {
        AutoCdcFlow changes = ((KeyedFlow) flow).asChanges();
        boolean snapshots = flow instanceof SnapshotCdcFlow;
        details.add((snapshots ? "snapshots, " : "") + "SCD type " + changes.scdType());
        details.add("keys " + String.join(", ", changes.keys()));
        if (!snapshots) {
          details.add("sequence " + String.join(", ", changes.sequenceBy()));
        }
      }
      if (flow.once()) {
        details.add("once");
      }
      return details;
    }

    private static String text(TableName table) {
      return table.toString();
    }
  }
}
