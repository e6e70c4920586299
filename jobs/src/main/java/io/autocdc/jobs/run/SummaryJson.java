// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.run;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.autocdc.jobs.run.RunSummary.ExpectationSummary;
import io.autocdc.jobs.run.RunSummary.FlowSummary;
import io.autocdc.spi.FlowCounter;
import io.autocdc.spi.InvalidReason;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Locale;

/** A summary as one JSON object on one line: every counter, in total and of each flow. */
public final class SummaryJson {

  private SummaryJson() {}

  public static String render(RunSummary summary) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
      json.writeStartObject();
      json.writeStringField("pipeline", summary.pipeline());
      json.writeBooleanField("continued", summary.continued());
      json.writeNumberField("duration_ms", summary.duration().toMillis());
      for (FlowCounter counter : FlowCounter.values()) {
        json.writeNumberField(counter.metricName(), summary.total(counter));
      }
      json.writeArrayFieldStart("flows");
      for (FlowSummary flow : summary.flows()) {
        write(flow, json);
      }
      json.writeEndArray();
      json.writeArrayFieldStart("expectations");
      for (ExpectationSummary expectation : summary.expectations()) {
        write(expectation, json);
      }
      json.writeEndArray();
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  private static void write(FlowSummary flow, JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeStringField("flow", flow.flow());
    json.writeStringField("target", flow.target());
    for (FlowCounter counter : FlowCounter.values()) {
      json.writeNumberField(counter.metricName(), flow.count(counter));
    }
    json.writeObjectFieldStart("num_invalid_rows");
    for (InvalidReason reason : InvalidReason.values()) {
      json.writeNumberField(reason.text(), flow.invalid(reason));
    }
    json.writeEndObject();
    json.writeEndObject();
  }

  private static void write(ExpectationSummary expectation, JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeStringField("view", expectation.view());
    json.writeStringField("expectation", expectation.expectation());
    json.writeStringField("action", expectation.action().name().toLowerCase(Locale.ROOT));
    json.writeNumberField("num_passed_rows", expectation.passedRows());
    json.writeNumberField("num_failed_rows", expectation.failedRows());
    json.writeEndObject();
  }
}
