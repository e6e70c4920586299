// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.graph;

import io.autocdc.jobs.graph.LineageGraph.Edge;
import io.autocdc.jobs.graph.LineageGraph.Kind;
import io.autocdc.jobs.graph.LineageGraph.Node;
import java.util.ArrayList;
import java.util.List;

/** Graphs in the language of Graphviz, one cluster a pipeline. */
public final class GraphDot {

  private GraphDot() {}

  /** The lines of the graph. */
  public static List<String> render(List<LineageGraph> graphs) {
    List<String> lines =
        new ArrayList<>(
            List.of(
                "digraph autocdc {",
                "  rankdir=LR;",
                "  node [shape=box, style=rounded, fontname=\"sans-serif\"];"));
    for (int i = 0; i < graphs.size(); i++) {
      LineageGraph graph = graphs.get(i);
      String prefix = "p" + i + "_";
      lines.add("  subgraph cluster_" + i + " {");
      lines.add("    label=" + quoted(graph.pipeline()) + ";");
      for (Node node : graph.nodes()) {
        lines.add("    " + prefix + node.index() + " [" + attributes(node) + "];");
      }
      for (Edge edge : graph.edges()) {
        boolean aside = graph.nodes().get(edge.to()).kind() == Kind.QUARANTINE;
        String style = aside ? " [style=dashed]" : "";
        lines.add("    " + prefix + edge.from() + " -> " + prefix + edge.to() + style + ";");
      }
      lines.add("  }");
    }
    lines.add("}");
    return lines;
  }

  private static String attributes(Node node) {
    List<String> texts = new ArrayList<>(List.of(node.kind().text(), node.name()));
    texts.addAll(node.details());
    String label = "label=" + quoted(String.join("\n", texts));
    return switch (node.kind()) {
      case TARGET, QUARANTINE -> label + ", shape=cylinder, style=solid";
      case FLOW -> label + ", style=\"rounded,bold\"";
      case SOURCE, VIEW, EXPECTATIONS -> label;
    };
  }

  private static String quoted(String text) {
    String escaped = text.replace("\\", "\\\\").replace("\"", "\\\"").replaceAll("\\R", "\\\\n");
    return '"' + escaped + '"';
  }
}
