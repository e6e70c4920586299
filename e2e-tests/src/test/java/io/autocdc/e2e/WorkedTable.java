// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.e2e;

import io.autocdc.golden.Arrivals;
import io.autocdc.golden.GoldenCase;
import io.autocdc.golden.TestFlows;
import io.autocdc.operators.PureRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.yaml.snakeyaml.Yaml;

/**
 * A worked example of a page: a table of events in the order of arrival, then one or more tables of
 * rows. The mark in front of it says which flow, and for tables before the last one, after how many
 * events they hold:
 *
 * <pre>{@code
 * <!-- worked { flow: { keys: [id], ... }, schema: { id: BIGINT, ... }, after: [3] } -->
 * }</pre>
 *
 * With {@code snapshots: COLUMN} the first table has the rows of snapshots, whose version is in
 * that column, and the flow is one of snapshots.
 */
final class WorkedTable {

  static final String MARK = "<!-- worked ";

  private WorkedTable() {}

  /** What is wrong with the example, in the order given and in all others; empty if it holds. */
  @SuppressWarnings("unchecked")
  static List<String> problems(MarkdownPage page, int line) {
    String mark = page.lines().get(line).replace(MARK, "").replaceFirst(" *-->$", "");
    Map<String, Object> declaration = new Yaml().load(mark);
    Map<String, String> schema = (Map<String, String>) declaration.get("schema");
    MarkdownPage.Table events = page.table(line);
    List<Integer> counts =
        new ArrayList<>((List<Integer>) declaration.getOrDefault("after", List.of()));
    counts.add(events.rows().size());
    if (!events.header().equals(List.copyOf(schema.keySet()))) {
      return List.of(page.place(line) + ": events have " + events.header() + ", not " + schema);
    }
    List<String> problems = new ArrayList<>();
    int next = events.end();
    for (int count : counts) {
      MarkdownPage.Table rows = page.table(next);
      WorkedEvents arriving =
          arriving(declaration, schema, values(events, schema).subList(0, count));
      GoldenCase golden =
          new GoldenCase(
              page.name(),
              page.place(line),
              arriving.flow(),
              arriving.schema(),
              arriving.events(),
              List.of(),
              List.of(),
              rows.header(),
              values(rows, schema));
      check(golden, page.place(next), problems);
      next = rows.end();
    }
    return problems;
  }

  @SuppressWarnings("unchecked")
  private static WorkedEvents arriving(
      Map<String, Object> declaration, Map<String, String> schema, List<List<Object>> rows) {
    Map<String, Object> flow = (Map<String, Object>) declaration.get("flow");
    String version = (String) declaration.get("snapshots");
    return version == null
        ? new WorkedEvents(flow, schema, rows)
        : WorkedEvents.ofSnapshots(version, flow, schema, rows);
  }

  private static void check(GoldenCase golden, String place, List<String> problems) {
    for (List<List<Object>> order : Arrivals.of(golden.events(), 200, 5)) {
      PureRun run = new PureRun(TestFlows.of(golden));
      order.forEach(event -> run.apply(golden.json(event)));
      if (!run.rows().equals(golden.expectedJson())) {
        problems.add(
            place
                + ": the page says\n  "
                + String.join("\n  ", golden.expectedJson())
                + "\nbut it gives\n  "
                + String.join("\n  ", run.rows())
                + "\nfor the order "
                + order);
        return;
      }
    }
  }

  private static List<List<Object>> values(MarkdownPage.Table table, Map<String, String> schema) {
    List<List<Object>> rows = new ArrayList<>();
    for (List<String> cells : table.rows()) {
      List<Object> row = new ArrayList<>();
      for (int i = 0; i < cells.size(); i++) {
        boolean isText = "STRING".equals(schema.get(table.header().get(i)));
        row.add(
            cells.get(i).equals("NULL")
                ? null
                : isText ? cells.get(i) : new Yaml().load(cells.get(i)));
      }
      rows.add(row);
    }
    return rows;
  }
}
