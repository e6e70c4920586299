// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.graph;

import io.autocdc.jobs.graph.LineageGraph.Node;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The graph as a tree of lines; what several branches lead to is shown once. */
public final class GraphText {

  private final LineageGraph graph;
  private final List<String> lines = new ArrayList<>();
  private final Set<Node> shown = new HashSet<>();

  private GraphText(LineageGraph graph) {
    this.graph = graph;
  }

  /** The lines of the graph, the name of the pipeline first. */
  public static List<String> render(LineageGraph graph) {
    GraphText text = new GraphText(graph);
    text.lines.add("pipeline " + line(graph.pipeline()));
    text.show(
        graph.nodes().stream().filter(node -> graph.predecessors(node).isEmpty()).toList(), "");
    return text.lines;
  }

  private void show(List<Node> nodes, String indentation) {
    for (int i = 0; i < nodes.size(); i++) {
      boolean last = i == nodes.size() - 1;
      Node node = nodes.get(i);
      boolean first = shown.add(node);
      lines.add(indentation + (last ? "└─ " : "├─ ") + describe(node, first));
      if (first) {
        show(graph.successors(node), indentation + (last ? "   " : "│  "));
      }
    }
  }

  private static String describe(Node node, boolean first) {
    String name = node.kind().text() + " " + line(node.name());
    if (!first) {
      return name + " (see above)";
    }
    return node.details().isEmpty() ? name : name + ": " + line(String.join(", ", node.details()));
  }

  private static String line(String text) {
    return text.replaceAll("\\R", " ");
  }
}
