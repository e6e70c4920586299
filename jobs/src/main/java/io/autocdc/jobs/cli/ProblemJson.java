// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.autocdc.dsl.Pipeline;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Location;
import io.autocdc.dsl.problem.Problem;
import io.autocdc.dsl.yaml.Project.CheckedProject;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Locale;

/** Problems and their codes, as one JSON object on one line. */
final class ProblemJson {

  private ProblemJson() {}

  /** What {@code validate} found. */
  static String render(CheckedProject checked) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
      json.writeStartObject();
      json.writeBooleanField("valid", checked.isValid());
      json.writeArrayFieldStart("pipelines");
      for (Pipeline pipeline : checked.pipelines()) {
        json.writeStartObject();
        json.writeStringField("pipeline", pipeline.name());
        json.writeNumberField("sources", pipeline.sources().size());
        json.writeNumberField("views", pipeline.views().size());
        json.writeNumberField("tables", pipeline.tables().size());
        json.writeNumberField("flows", pipeline.flows().size());
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeArrayFieldStart("problems");
      for (Problem problem : checked.problems()) {
        write(problem, json);
      }
      json.writeEndArray();
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  /** What a code means. */
  static String render(ErrorCode code) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
      json.writeStartObject();
      json.writeStringField("code", code.name());
      json.writeStringField("meaning", code.explanation());
      json.writeStringField("remedy", code.remedy());
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  private static void write(Problem problem, JsonGenerator json) throws IOException {
    Location at = problem.location();
    json.writeStartObject();
    json.writeStringField("severity", problem.severity().name().toLowerCase(Locale.ROOT));
    json.writeStringField("code", problem.code().name());
    json.writeStringField("file", at == null ? null : at.file());
    if (at == null) {
      json.writeNullField("line");
      json.writeNullField("column");
    } else {
      json.writeNumberField("line", at.line());
      json.writeNumberField("column", at.column());
    }
    json.writeStringField("what", problem.what());
    json.writeStringField("why", problem.why());
    json.writeStringField("remedy", problem.remedy());
    json.writeEndObject();
  }
}
