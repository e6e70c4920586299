// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.explain;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.autocdc.jobs.explain.PipelineExplanation.FlowExplanation;
import io.autocdc.jobs.explain.PipelineExplanation.InsertExplanation;
import io.autocdc.jobs.explain.PipelineExplanation.Operator;
import io.autocdc.jobs.explain.PipelineExplanation.Parameter;
import io.autocdc.jobs.explain.PipelineExplanation.SourceExplanation;
import io.autocdc.jobs.explain.PipelineExplanation.StateExplanation;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** An explanation as one JSON object on one line. */
public final class ExplanationJson {

  private final JsonGenerator json;

  private ExplanationJson(JsonGenerator json) {
    this.json = json;
  }

  public static String render(PipelineExplanation explanation) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
      new ExplanationJson(json).write(explanation);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  private void write(PipelineExplanation explanation) throws IOException {
    json.writeStartObject();
    json.writeStringField("pipeline", explanation.pipeline());
    write("notes", explanation.notes());
    json.writeArrayFieldStart("sources");
    for (SourceExplanation source : explanation.sources()) {
      json.writeStartObject();
      json.writeStringField("source", source.source());
      writeParameters("options", source.options());
      writeColumns(source.columns());
      json.writeObjectFieldStart("columns_from");
      write(source.columnsFrom());
      json.writeEndObject();
      if (source.schema() != null) {
        json.writeStringField("schema", source.schema());
      }
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeArrayFieldStart("flows");
    for (FlowExplanation flow : explanation.flows()) {
      write(flow);
    }
    json.writeEndArray();
    json.writeArrayFieldStart("inserts");
    for (InsertExplanation insert : explanation.inserts()) {
      json.writeStartObject();
      json.writeStringField("table", insert.table());
      write(insert.operators());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private void write(FlowExplanation flow) throws IOException {
    json.writeStartObject();
    json.writeStringField("flow", flow.flow());
    writeParameters("parameters", flow.parameters());
    json.writeObjectFieldStart("target");
    json.writeStringField("table", flow.target());
    json.writeBooleanField("exists", flow.targetExists());
    writeColumns(flow.columns());
    write("primary_key", flow.primaryKey());
    json.writeEndObject();
    json.writeArrayFieldStart("state");
    for (StateExplanation state : flow.state()) {
      json.writeStartObject();
      json.writeStringField("what", state.what());
      json.writeStringField("kept", state.kept());
      json.writeEndObject();
    }
    json.writeEndArray();
    write(flow.operators());
    json.writeEndObject();
  }

  private void write(List<Operator> operators) throws IOException {
    json.writeArrayFieldStart("operators");
    for (Operator operator : operators) {
      json.writeStartObject();
      json.writeStringField("uid", operator.uid());
      json.writeStringField("name", operator.name());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void writeParameters(String field, List<Parameter> parameters) throws IOException {
    json.writeArrayFieldStart(field);
    for (Parameter parameter : parameters) {
      json.writeStartObject();
      json.writeStringField("name", parameter.name());
      if (parameter.value() instanceof List<?> list) {
        write("value", list);
      } else if (parameter.value() instanceof Boolean value) {
        json.writeBooleanField("value", value);
      } else {
        json.writeStringField("value", parameter.value().toString());
      }
      write(parameter.origin());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  /** Fields of the object around it. */
  private void write(Origin origin) throws IOException {
    json.writeStringField("origin", origin.kind().name().toLowerCase(Locale.ROOT));
    if (origin.key() != null) {
      json.writeStringField("key", origin.key());
    }
    if (origin.location() != null) {
      json.writeStringField("file", origin.location().file());
      json.writeNumberField("line", origin.location().line());
    }
    if (origin.from() != null) {
      json.writeStringField("from", origin.from());
    }
  }

  private void writeColumns(Map<String, String> columns) throws IOException {
    json.writeArrayFieldStart("columns");
    for (Map.Entry<String, String> column : columns.entrySet()) {
      json.writeStartObject();
      json.writeStringField("name", column.getKey());
      json.writeStringField("type", column.getValue());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void write(String field, List<?> texts) throws IOException {
    json.writeArrayFieldStart(field);
    for (Object text : texts) {
      json.writeString(text.toString());
    }
    json.writeEndArray();
  }
}
