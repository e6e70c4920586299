// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.graph;

import io.autocdc.jobs.graph.LayeredLayout.Item;
import io.autocdc.jobs.graph.LineageGraph.Kind;
import io.autocdc.jobs.graph.LineageGraph.Node;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The graph from left to right, for wide windows. */
final class WidePicture {

  /** A picture of five layers fits a page of 1280 px with the second. */
  private static final int[] CARD_WIDTHS = {226, 202};

  /** What a page of 1280 px has room for beside its margins and a scroll bar. */
  private static final int PAGE = 1232;

  private static final int GAP = 22;
  private static final int LAYER_GAP = 48;
  private static final int MARGIN = 4;
  private static final int ARROW = 7;

  private final LineageGraph graph;
  private final Map<Node, Card> cards = new LinkedHashMap<>();
  private final LayeredLayout layout;
  private final int[] left;
  private final int[] width;
  private final int total;

  static WidePicture of(LineageGraph graph) {
    WidePicture picture = null;
    for (int width : CARD_WIDTHS) {
      picture = new WidePicture(graph, width);
      if (picture.total <= PAGE) {
        break;
      }
    }
    return picture;
  }

  private WidePicture(LineageGraph graph, int cardWidth) {
    this.graph = graph;
    Map<Node, Integer> heights = new LinkedHashMap<>();
    for (Node node : graph.nodes()) {
      cards.put(node, Card.of(node, cardWidth));
      heights.put(node, cards.get(node).height());
    }
    layout = new LayeredLayout(graph, heights, GAP);
    left = new int[layout.layers().size()];
    width = new int[left.length];
    int x = MARGIN;
    for (int i = 0; i < left.length; i++) {
      left[i] = x;
      for (Item item : layout.layers().get(i)) {
        width[i] = item.node() == null ? width[i] : Math.max(width[i], width(item));
      }
      x += width[i] + LAYER_GAP;
    }
    total = x - LAYER_GAP + MARGIN;
  }

  private int width(Item item) {
    return cards.get(item.node()).width();
  }

  /** Width in px. */
  int width() {
    return total;
  }

  /** The element with the picture. */
  String draw(String label, String marker) {
    int height = (int) Math.ceil(layout.height()) + 2 * MARGIN;
    Svg svg = new Svg();
    svg.open(
        "svg",
        "class",
        "wide",
        "viewBox",
        "0 0 " + total + " " + height,
        "width",
        total,
        "height",
        height,
        "role",
        "img",
        "aria-label",
        label);
    layout
        .ways()
        .forEach(
            (edge, way) -> {
              boolean aside = graph.nodes().get(edge.to()).kind() == Kind.QUARANTINE;
              svg.empty(
                  "path",
                  "d",
                  path(way),
                  "class",
                  aside ? "edge aside" : "edge",
                  "marker-end",
                  "url(#" + marker + ")");
            });
    for (List<Item> layer : layout.layers()) {
      for (Item item : layer) {
        if (item.node() != null) {
          Card card = cards.get(item.node());
          double top = MARGIN + layout.center(item) - card.height() / 2.0;
          card.draw(svg, left[item.layer()], top, width[item.layer()]);
        }
      }
    }
    return svg.close("svg").toString();
  }

  private String path(List<Item> way) {
    StringBuilder path = new StringBuilder();
    for (int i = 1; i < way.size(); i++) {
      Item from = way.get(i - 1);
      Item to = way.get(i);
      double x1 = left[from.layer()] + (double) width[from.layer()];
      double x2 = left[to.layer()] - (to.node() == null ? 0 : ARROW);
      double y1 = MARGIN + layout.center(from);
      double y2 = MARGIN + layout.center(to);
      double middle = (x1 + x2) / 2;
      path.append(i == 1 ? "M" : "L").append(point(x1, y1));
      path.append("C").append(point(middle, y1)).append(' ');
      path.append(point(middle, y2)).append(' ').append(point(x2, y2));
    }
    return path.toString();
  }

  private static String point(double x, double y) {
    return Svg.number(x) + "," + Svg.number(y);
  }
}
