// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.catalog;

import io.autocdc.dsl.AutoCdcFlow.Parameter;
import io.autocdc.dsl.Flow;
import io.autocdc.dsl.Pipeline;
import io.autocdc.dsl.SnapshotCdcFlow;
import io.autocdc.dsl.SourceTypes;
import io.autocdc.dsl.type.Column;
import io.autocdc.jobs.compile.CompileOptions;
import io.autocdc.jobs.compile.CompiledTarget;
import io.autocdc.jobs.compile.FlowDefinition;
import io.autocdc.jobs.compile.PipelineCompiler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.types.Row;
import org.apache.flink.util.FileUtils;

/** Tells what a flow would do, from the job that it would be; nothing is started or changed. */
final class FlowDescription {

  private static final List<String> VERSIONS =
      List.of(SourceTypes.VERSION_FROM, SourceTypes.VERSION_TYPE, SourceTypes.VERSION_PATTERN);

  private final List<Row> rows = new ArrayList<>();

  private FlowDescription() {}

  /** Rows of {@code item, name, value}. */
  static List<Row> of(Pipeline pipeline, StreamExecutionEnvironment env, CompileOptions options) {
    Path scratch = null;
    try {
      scratch = Files.createTempDirectory("autocdc-describe");
      CompiledTarget target =
          PipelineCompiler.rehearse(pipeline, env, options, scratch).targets().get(0);
      FlowDescription description = new FlowDescription();
      description.add(pipeline, target);
      return description.rows;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      if (scratch != null) {
        FileUtils.deleteDirectoryQuietly(scratch.toFile());
      }
    }
  }

  private void add(Pipeline pipeline, CompiledTarget target) {
    Flow flow = pipeline.flows().get(0);
    add("flow", "name", flow.name());
    Map<String, Object> parameters =
        new FlowDefinition(Set.of()).parameters(flow, target.flows().get(0));
    if (flow instanceof SnapshotCdcFlow) {
      // The changes between snapshots have them, and nobody can set them.
      parameters.keySet().removeAll(Set.of(Parameter.SEQUENCE_BY, Parameter.TOMBSTONE_RETENTION));
      Map<String, String> read = pipeline.sources().get(0).options();
      VERSIONS.stream()
          .filter(read::containsKey)
          .forEach(name -> parameters.put(name, read.get(name)));
    }
    parameters.forEach((name, value) -> add("parameter", name, text(value)));
    add("target", "table", target.table().toString());
    add("target", "primary key", text(target.primaryKey()));
    for (Column column : target.schema().columns()) {
      add("column", column.name(), column.type().asSummaryString());
    }
  }

  private void add(String item, String name, String value) {
    rows.add(Row.of(item, name, value));
  }

  private static String text(Object value) {
    return value instanceof List<?> list
        ? list.stream().map(Object::toString).collect(Collectors.joining(", "))
        : value.toString();
  }
}
