// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.graph;

import io.autocdc.jobs.graph.LineageGraph.Kind;
import io.autocdc.jobs.graph.LineageGraph.Node;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The graph from top to bottom for narrow windows: one box below the other, and on their left a
 * rail for each box that others read, from which arrows lead to them.
 */
final class NarrowPicture {

  private static final int WIDTH = 352;
  private static final int LEAST_CARD = 220;
  private static final int GAP = 14;
  private static final int MARGIN = 4;
  private static final int WIDEST_RAIL = 13;
  private static final int NARROWEST_RAIL = 4;
  private static final int ARROW = 7;
  private static final int CORNER = 6;

  /** A box with its place. */
  private record Row(Card card, double top) {
    double incoming() {
      return top + 15;
    }

    double outgoing() {
      return top + card.height() - 12;
    }
  }

  /**
   * The rail of a node.
   *
   * @param first row of the node itself
   * @param last row of the last node that reads it
   */
  private record Rail(Node node, int first, int last) {}

  private final LineageGraph graph;
  private final List<Node> order;
  private final Map<Node, Row> rows = new LinkedHashMap<>();
  private final Map<Node, Integer> lanes;
  private final double rail;
  private final int cardLeft;
  private final int cardWidth;
  private final double height;

  NarrowPicture(LineageGraph graph) {
    this.graph = graph;
    order = order(graph);
    lanes = lanes();
    int railCount = lanes.values().stream().mapToInt(lane -> lane + 1).max().orElse(0);
    int room = WIDTH - LEAST_CARD - 2 * MARGIN - ARROW - 4;
    double fitting = (double) room / Math.max(1, railCount);
    rail = Math.max(NARROWEST_RAIL, Math.min(WIDEST_RAIL, fitting));
    cardLeft = MARGIN + (int) Math.ceil(railCount * rail) + ARROW + 4;
    cardWidth = Math.max(LEAST_CARD, WIDTH - cardLeft - MARGIN);
    double top = MARGIN;
    for (Node node : order) {
      Card card = Card.of(node, cardWidth);
      rows.put(node, new Row(card, top));
      top += card.height() + GAP;
    }
    height = top - GAP + MARGIN;
  }

  /** Each node behind all that it reads, and if that allows, right behind it. */
  private static List<Node> order(LineageGraph graph) {
    List<Node> order = new ArrayList<>();
    Deque<Node> ready = new ArrayDeque<>();
    graph.nodes().stream().filter(n -> graph.predecessors(n).isEmpty()).forEach(ready::add);
    while (!ready.isEmpty()) {
      Node node = ready.pop();
      order.add(node);
      List<Node> next =
          graph.successors(node).stream()
              .filter(successor -> order.containsAll(graph.predecessors(successor)))
              .toList();
      for (int i = next.size() - 1; i >= 0; i--) {
        ready.push(next.get(i));
      }
    }
    return order;
  }

  /** Short rails stand near the boxes; no two stand in one lane beside the same row. */
  private Map<Node, Integer> lanes() {
    List<Rail> rails = new ArrayList<>();
    for (Node node : order) {
      graph.successors(node).stream()
          .mapToInt(order::indexOf)
          .max()
          .ifPresent(last -> rails.add(new Rail(node, order.indexOf(node), last)));
    }
    rails.sort(
        Comparator.comparingInt((Rail rail) -> rail.last() - rail.first())
            .thenComparingInt(Rail::first));
    Map<Node, Integer> lanes = new LinkedHashMap<>();
    List<List<Rail>> taken = new ArrayList<>();
    for (Rail rail : rails) {
      int lane = 0;
      while (lane < taken.size()
          && taken.get(lane).stream()
              .anyMatch(other -> other.first() <= rail.last() && rail.first() <= other.last())) {
        lane++;
      }
      if (lane == taken.size()) {
        taken.add(new ArrayList<>());
      }
      taken.get(lane).add(rail);
      lanes.put(rail.node(), lane);
    }
    return lanes;
  }

  /** The element with the picture. */
  String draw(String label, String marker) {
    int width = cardLeft + cardWidth + MARGIN;
    Svg svg = new Svg();
    svg.open(
        "svg",
        "class",
        "narrow",
        "viewBox",
        "0 0 " + width + " " + (int) Math.ceil(height),
        "width",
        width,
        "height",
        (int) Math.ceil(height),
        "role",
        "img",
        "aria-label",
        label);
    for (Node node : order) {
      for (Node reader : graph.successors(node)) {
        boolean aside = reader.kind() == Kind.QUARANTINE;
        svg.empty(
            "path",
            "d",
            path(node, reader),
            "class",
            aside ? "edge aside" : "edge",
            "marker-end",
            "url(#" + marker + ")");
      }
    }
    rows.forEach((node, row) -> row.card().draw(svg, cardLeft, row.top(), cardWidth));
    return svg.close("svg").toString();
  }

  private String path(Node from, Node to) {
    double lane = cardLeft - ARROW - 4 - (lanes.get(from) + 0.5) * rail;
    double start = rows.get(from).outgoing();
    double end = rows.get(to).incoming();
    return "M"
        + point(cardLeft, start)
        + "H"
        + Svg.number(lane + CORNER)
        + "Q"
        + point(lane, start)
        + " "
        + point(lane, start + CORNER)
        + "V"
        + Svg.number(end - CORNER)
        + "Q"
        + point(lane, end)
        + " "
        + point(lane + CORNER, end)
        + "H"
        + Svg.number(cardLeft - ARROW);
  }

  private static String point(double x, double y) {
    return Svg.number(x) + "," + Svg.number(y);
  }
}
