// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.graph;

import io.autocdc.jobs.graph.LineageGraph.Kind;
import io.autocdc.jobs.graph.LineageGraph.Node;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/** Graphs as one page that needs nothing else: pictures for wide and for narrow windows. */
public final class GraphHtml {

  private static final String STYLE = "graph.css";
  private static final String MARKER = "arrow";

  /** Margins of the page and a scroll bar. */
  private static final int BESIDE = 48;

  private GraphHtml() {}

  /** The page; it is well-formed as XML, too. */
  public static String render(List<LineageGraph> graphs) {
    String title = graphs.stream().map(LineageGraph::pipeline).collect(Collectors.joining(", "));
    Svg page = new Svg().raw("<!DOCTYPE html>\n").open("html", "lang", "en").open("head");
    page.empty("meta", "charset", "utf-8");
    page.empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
    page.text("title", title);
    List<WidePicture> pictures = graphs.stream().map(WidePicture::of).toList();
    page.open("style").raw(style());
    for (int i = 0; i < pictures.size(); i++) {
      page.raw(showIfItFits(figure(i), pictures.get(i).width()));
    }
    page.close("style").close("head").open("body").raw(arrow());
    for (int i = 0; i < graphs.size(); i++) {
      LineageGraph graph = graphs.get(i);
      String label = label(graph);
      page.open("section").text("h1", graph.pipeline()).text("p", label);
      page.open("figure", "id", figure(i));
      page.raw(pictures.get(i).draw(label, MARKER));
      page.raw(new NarrowPicture(graph).draw(label, MARKER));
      page.close("figure").close("section");
    }
    return page.close("body").close("html").toString();
  }

  private static String figure(int index) {
    return "pipeline-" + index;
  }

  /**
   * A picture is never made smaller: where there is no room for the wide one, the other is shown.
   */
  private static String showIfItFits(String figure, int width) {
    return "@media (min-width: %2$dpx) { #%1$s .wide { display: block; } #%1$s .narrow { display: none; } }\n"
        .formatted(figure, width + BESIDE);
  }

  private static String label(LineageGraph graph) {
    List<String> counts = new ArrayList<>();
    count(graph, Kind.SOURCE, "source", counts);
    count(graph, Kind.VIEW, "view", counts);
    count(graph, Kind.EXPECTATIONS, "set of expectations", counts);
    count(graph, Kind.FLOW, "flow", counts);
    count(graph, Kind.TARGET, "target", counts);
    count(graph, Kind.QUARANTINE, "quarantine table", counts);
    return String.join(", ", counts);
  }

  private static void count(LineageGraph graph, Kind kind, String what, List<String> counts) {
    long n = graph.nodes().stream().map(Node::kind).filter(kind::equals).count();
    if (n > 0) {
      String plural = what.startsWith("set ") ? what.replaceFirst("set", "sets") : what + "s";
      counts.add(n + " " + (n == 1 ? what : plural));
    }
  }

  /** One for all pictures, in one that has no size. */
  private static String arrow() {
    Svg svg = new Svg().open("svg", "width", 0, "height", 0, "class", "defs").open("defs");
    svg.open(
        "marker",
        "id",
        MARKER,
        "viewBox",
        "0 0 8 8",
        "markerWidth",
        8,
        "markerHeight",
        8,
        "refX",
        1,
        "refY",
        4,
        "orient",
        "auto",
        "markerUnits",
        "userSpaceOnUse");
    svg.empty("path", "d", "M0,0L8,4L0,8Z", "class", "head");
    return svg.close("marker").close("defs").close("svg").toString();
  }

  private static String style() {
    try (InputStream in =
        Objects.requireNonNull(GraphHtml.class.getResourceAsStream(STYLE), STYLE)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
