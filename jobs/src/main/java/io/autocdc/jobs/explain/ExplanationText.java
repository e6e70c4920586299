// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.explain;

import io.autocdc.jobs.explain.PipelineExplanation.FlowExplanation;
import io.autocdc.jobs.explain.PipelineExplanation.InsertExplanation;
import io.autocdc.jobs.explain.PipelineExplanation.Operator;
import io.autocdc.jobs.explain.PipelineExplanation.Parameter;
import io.autocdc.jobs.explain.PipelineExplanation.SourceExplanation;
import io.autocdc.jobs.explain.PipelineExplanation.StateExplanation;
import io.autocdc.jobs.text.TextTable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** An explanation for people: a table for each thing there is to know. */
public final class ExplanationText {

  private final int width;
  private final List<String> lines = new ArrayList<>();

  private ExplanationText(int width) {
    this.width = width;
  }

  /**
   * @param width columns of the terminal; zero if it is none, and nothing is cut
   */
  public static List<String> render(PipelineExplanation explanation, int width) {
    ExplanationText text = new ExplanationText(width);
    text.lines.add("pipeline " + explanation.pipeline());
    explanation.notes().forEach(note -> text.lines.add("next run: " + note));
    explanation.sources().forEach(text::add);
    explanation.flows().forEach(text::add);
    explanation.inserts().forEach(text::add);
    return text.lines;
  }

  private void add(SourceExplanation source) {
    lines.add("");
    lines.add("source " + source.source());
    addParameters(source.options());
    lines.add("");
    addColumns("COLUMN", source.columns());
    lines.add("columns of the data from: " + source.columnsFrom());
    if (source.schema() != null) {
      String quoted = source.schema().replace("\\", "\\\\").replace("\"", "\\\"");
      lines.add("to declare them: schema: \"" + quoted + "\"");
    }
  }

  private void add(FlowExplanation flow) {
    lines.add("");
    lines.add("flow " + flow.flow() + " " + flow.kind());
    addParameters(flow.parameters());
    lines.add("");
    lines.add(
        "target "
            + flow.target()
            + (flow.targetExists() ? "" : ", which the next run creates")
            + (flow.primaryKey().isEmpty()
                ? "; it only grows"
                : "; primary key " + String.join(", ", flow.primaryKey())));
    addColumns("TARGET COLUMN", flow.columns());
    if (!flow.state().isEmpty()) {
      lines.add("");
      TextTable table = table("STATE", "KEPT");
      for (StateExplanation state : flow.state()) {
        table.add(List.of(state.what(), state.kept()));
      }
      add(table);
    }
    addOperators(flow.operators());
  }

  private void add(InsertExplanation insert) {
    lines.add("");
    lines.add("Flink writes the table " + insert.table());
    addOperators(insert.operators());
  }

  private void addOperators(List<Operator> operators) {
    lines.add("");
    TextTable table = table("OPERATOR", "UID");
    for (Operator operator : operators) {
      table.add(List.of(operator.name(), operator.uid()));
    }
    add(table);
  }

  private void addParameters(List<Parameter> parameters) {
    TextTable table = table("PARAMETER", "VALUE", "FROM");
    for (Parameter parameter : parameters) {
      table.add(List.of(parameter.name(), text(parameter.value()), parameter.origin().toString()));
    }
    add(table);
  }

  private void addColumns(String header, Map<String, String> columns) {
    TextTable table = table(header, "TYPE");
    columns.forEach((name, type) -> table.add(List.of(name, type)));
    add(table);
  }

  private static TextTable table(String... header) {
    return new TextTable(List.of(header), Collections.nCopies(header.length, Boolean.FALSE));
  }

  private void add(TextTable table) {
    lines.addAll(table.render(width));
  }

  private static String text(Object value) {
    return value instanceof List<?> list
        ? list.stream().map(Object::toString).collect(Collectors.joining(", "))
        : value.toString();
  }
}
