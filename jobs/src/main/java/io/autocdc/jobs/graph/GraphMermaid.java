// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.graph;

import io.autocdc.jobs.graph.LineageGraph.Edge;
import io.autocdc.jobs.graph.LineageGraph.Kind;
import io.autocdc.jobs.graph.LineageGraph.Node;
import java.util.ArrayList;
import java.util.List;

/** Graphs as a Mermaid flowchart, one subgraph a pipeline. */
public final class GraphMermaid {

  private GraphMermaid() {}

  /** The lines of the chart. */
  public static List<String> render(List<LineageGraph> graphs) {
    List<String> lines = new ArrayList<>(List.of("flowchart LR"));
    for (int i = 0; i < graphs.size(); i++) {
      LineageGraph graph = graphs.get(i);
      String prefix = "p" + i + "_";
      lines.add("  subgraph p" + i + "[\"" + escape(graph.pipeline()) + "\"]");
      graph.nodes().forEach(node -> lines.add("    " + prefix + node.index() + shape(node)));
      for (Edge edge : graph.edges()) {
        boolean aside = graph.nodes().get(edge.to()).kind() == Kind.QUARANTINE;
        String arrow = aside ? " -.-> " : " --> ";
        lines.add("    " + prefix + edge.from() + arrow + prefix + edge.to());
      }
      lines.add("  end");
    }
    return lines;
  }

  private static String shape(Node node) {
    StringBuilder label =
        new StringBuilder("\"" + node.kind().text() + "<br/><b>" + escape(node.name()) + "</b>");
    node.details().forEach(detail -> label.append("<br/>").append(escape(detail)));
    label.append('"');
    return switch (node.kind()) {
      case SOURCE -> "([" + label + "])";
      case FLOW -> "{{" + label + "}}";
      case TARGET, QUARANTINE -> "[(" + label + ")]";
      case VIEW, EXPECTATIONS -> "[" + label + "]";
    };
  }

  /** Mermaid reads entities by number, and some letters as Markdown. */
  private static String escape(String text) {
    StringBuilder escaped = new StringBuilder();
    text.replaceAll("\\R", " ")
        .codePoints()
        .forEach(
            c -> {
              if ("\"#&;<>`*_[]{}()|\\".indexOf(c) >= 0 && c != '_') {
                escaped.append('#').append(c).append(';');
              } else {
                escaped.appendCodePoint(c);
              }
            });
    return escaped.toString();
  }
}
