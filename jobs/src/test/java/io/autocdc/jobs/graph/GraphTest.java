// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.autocdc.dsl.Files;
import io.autocdc.dsl.InvalidRowPolicy;
import io.autocdc.dsl.Paimon;
import io.autocdc.dsl.Pipeline;
import io.autocdc.dsl.ScdType;
import io.autocdc.jobs.graph.LineageGraph.Node;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class GraphTest {

  private static final String SCHEMA = "id BIGINT, name STRING, op STRING, seq BIGINT";

  /** A feed that is checked, a join of two sources, an archive, and names that need care. */
  private static Pipeline pipeline() {
    return Pipeline.named("shop <& \"co\">")
        .source("changes", Files.json("data/s3cr3t/changes/*.json").schema(SCHEMA))
        .source("countries", Files.csv("data/countries.csv").schema("id BIGINT, country STRING"))
        .expectations("clean", "changes", rules -> rules.expectOrQuarantine("a<b>", "id > 0"))
        .view("joined", "SELECT c.*, o.country FROM clean c JOIN countries o ON c.id = o.id")
        .streamingTable("silver.customers", Paimon.table())
        .streamingTable("silver.`customers's <history>`", Paimon.table())
        .streamingTable("bronze.archive", Paimon.table())
        .autoCdcFlow(
            "silver.customers",
            flow -> flow.from("clean").keys("id").sequenceBy("seq").exceptColumns("op"))
        .autoCdcFlow(
            "silver.`customers's <history>`",
            flow ->
                flow.named("history & more")
                    .from("joined")
                    .keys("id")
                    .sequenceBy("seq")
                    .storedAsScdType(ScdType.TYPE_2))
        .appendFlow(
            "bronze.archive", flow -> flow.from("changes").onInvalidRow(InvalidRowPolicy.DROP))
        .build();
  }

  private static LineageGraph graph() {
    return LineageGraph.of(pipeline(), Set.of("s3cr3t"));
  }

  @Test
  void theTextIsATreeThatShowsSharedPartsOnce() {
    assertThat(String.join("\n", GraphText.render(graph())))
        .isEqualTo(
            """
            pipeline shop <& "co">
            ├─ source changes: files data/***/changes/*.json, json
            │  ├─ expectations clean: a<b> (quarantine)
            │  │  ├─ view joined: SQL query
            │  │  │  └─ flow history & more: SCD type 2, keys id, sequence seq
            │  │  │     ├─ target paimon.silver.`customers's <history>`
            │  │  │     └─ quarantine paimon.silver.`customers's <history>__quarantine`
            │  │  └─ flow customers: SCD type 1, keys id, sequence seq
            │  │     ├─ target paimon.silver.customers
            │  │     └─ quarantine paimon.silver.customers__quarantine
            │  └─ flow archive: appends
            │     └─ target paimon.bronze.archive
            └─ source countries: files data/countries.csv, csv
               └─ view joined (see above)""");
  }

  @Test
  void theRulesOfATableStandBetweenItsFlowAndWhatThatReads() {
    Pipeline pipeline =
        Pipeline.named("p")
            .source("s", Files.json("s").schema(SCHEMA))
            .streamingTable("t", Paimon.table().expectOrDrop("positive", "id > 0"))
            .appendFlow("t", flow -> flow.from("s").onInvalidRow(InvalidRowPolicy.FAIL))
            .build();

    assertThat(GraphText.render(LineageGraph.of(pipeline, Set.of())))
        .contains(
            "└─ source s: files s, json",
            "   └─ expectations rules of paimon.default.t: positive (drop)",
            "      └─ flow t: appends",
            "         └─ target paimon.default.t");
  }

  @Test
  void mermaidHasNoLetterThatItWouldReadAsItsOwn() {
    String chart = String.join("\n", GraphMermaid.render(List.of(graph())));

    assertThat(chart)
        .startsWith("flowchart LR\n  subgraph p0[\"shop #60;#38; #34;co#34;#62;\"]\n")
        .contains("p0_0([\"source<br/><b>changes</b><br/>files data/#42;#42;#42;/changes/#42;.json")
        .contains("-.->")
        .endsWith("  end");
    assertThat(chart.replaceAll("#\\d+;", "").replaceAll("</?b>|<br/>", ""))
        .doesNotContain("<", "&");
  }

  @Test
  void dotQuotesWhatItMust() {
    String dot = String.join("\n", GraphDot.render(List.of(graph())));

    assertThat(dot)
        .contains("label=\"shop <& \\\"co\\\">\";")
        .contains("label=\"expectations\\nclean\\na<b> (quarantine)\"")
        .contains(" [style=dashed];")
        .doesNotContain("s3cr3t");
  }

  @Test
  void thePageIsWellFormedNeedsNothingElseAndNamesEverything() throws Exception {
    String page = GraphHtml.render(List.of(graph()));

    Document document =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new ByteArrayInputStream(page.getBytes(StandardCharsets.UTF_8)));
    assertThat(page)
        .doesNotContain("http:", "https:", "//", "@import", "src=", "<script", "s3cr3t");
    assertThat(page.replace("url(#arrow)", "")).doesNotContain("url(");
    for (Element picture : List.of(svg(document, "wide"), svg(document, "narrow"))) {
      List<String> titles = texts(picture, "title");
      assertThat(titles).hasSameSizeAs(graph().nodes());
      for (Node node : graph().nodes()) {
        assertThat(titles).anyMatch(t -> t.startsWith(node.kind().text() + " " + node.name()));
      }
      assertThat(picture.getElementsByTagName("path").getLength())
          .isEqualTo(graph().edges().size());
    }
    assertThat(texts(document.getDocumentElement(), "h1")).containsExactly("shop <& \"co\">");
  }

  @Test
  void boxesDoNotOverlapAndStayInsideThePicture() throws Exception {
    Document document =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(
                new ByteArrayInputStream(
                    GraphHtml.render(List.of(graph())).getBytes(StandardCharsets.UTF_8)));
    for (Element picture : List.of(svg(document, "wide"), svg(document, "narrow"))) {
      List<double[]> boxes = new ArrayList<>();
      NodeList rects = picture.getElementsByTagName("rect");
      for (int i = 0; i < rects.getLength(); i++) {
        Element rect = (Element) rects.item(i);
        if (rect.getAttribute("class").equals("box")) {
          boxes.add(
              new double[] {
                number(rect, "x"), number(rect, "y"), number(rect, "width"), number(rect, "height")
              });
        }
      }
      assertThat(boxes).hasSameSizeAs(graph().nodes());
      for (double[] a : boxes) {
        assertThat(a[0] + a[2]).isLessThanOrEqualTo(number(picture, "width"));
        assertThat(a[1] + a[3]).isLessThanOrEqualTo(number(picture, "height"));
        assertThat(a[0]).isNotNegative();
        assertThat(a[1]).isNotNegative();
        for (double[] b : boxes) {
          boolean apart =
              a == b
                  || a[0] + a[2] <= b[0]
                  || b[0] + b[2] <= a[0]
                  || a[1] + a[3] <= b[1]
                  || b[1] + b[3] <= a[1];
          assertThat(apart).as("apart").isTrue();
        }
      }
    }
    assertThat(number(svg(document, "narrow"), "width")).isLessThanOrEqualTo(368);
    assertThat(number(svg(document, "wide"), "width")).isLessThanOrEqualTo(1248);
  }

  @Test
  void ordersWithFewerCrossingsAreFound() {
    Pipeline.Builder builder = Pipeline.named("p");
    for (String name : List.of("a", "b", "c")) {
      builder.source(name, Files.json(name).schema(SCHEMA));
    }
    for (String name : List.of("c", "a", "b")) {
      builder
          .streamingTable("t_" + name, Paimon.table())
          .appendFlow("t_" + name, flow -> flow.from(name).onInvalidRow(InvalidRowPolicy.DROP));
    }
    LineageGraph graph = LineageGraph.of(builder.build(), Set.of());
    Map<Node, Integer> heights = new LinkedHashMap<>();
    graph.nodes().forEach(node -> heights.put(node, 10));

    LayeredLayout layout = new LayeredLayout(graph, heights, 5);

    for (List<LayeredLayout.Item> way : layout.ways().values()) {
      assertThat(way).extracting(layout::center).containsOnly(layout.center(way.get(0)));
    }
  }

  @Test
  void longNamesBreakAtTheirJoints() {
    assertThat(Card.wrap("paimon.silver.customers__quarantine", 20))
        .containsExactly("paimon.silver.", "customers__", "quarantine");
    assertThat(Card.wrap("x".repeat(25), 10))
        .containsExactly("x".repeat(10), "x".repeat(10), "xxxxx");
    assertThat(Card.wrap("a\nb  c", 10)).containsExactly("a b c");
  }

  private static double number(Element element, String attribute) {
    return Double.parseDouble(element.getAttribute(attribute));
  }

  private static Element svg(Document document, String kind) {
    NodeList pictures = document.getElementsByTagName("svg");
    for (int i = 0; i < pictures.getLength(); i++) {
      Element picture = (Element) pictures.item(i);
      if (picture.getAttribute("class").equals(kind)) {
        return picture;
      }
    }
    throw new AssertionError("no picture " + kind);
  }

  private static List<String> texts(Element element, String tag) {
    NodeList list = element.getElementsByTagName(tag);
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < list.getLength(); i++) {
      texts.add(list.item(i).getTextContent());
    }
    return texts;
  }
}
