// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.yaml;

import io.autocdc.dsl.ReadMode;
import io.autocdc.dsl.SnapshotCdcFlow;
import io.autocdc.dsl.SnapshotCdcFlow.Parameter;
import io.autocdc.dsl.Source;
import io.autocdc.dsl.SourceTypes;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Locations;
import io.autocdc.dsl.read.PipelineAssembly;
import io.autocdc.dsl.read.Places;
import io.autocdc.dsl.read.Text;
import io.autocdc.dsl.type.TableSchema;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads where a flow of snapshots reads from: a view that the action names, or what {@code
 * snapshot_cdc_config} says under {@code source}: a view, a folder or pattern of files, a table, or
 * a mapping as that of a load action.
 */
final class SnapshotSourceReader {

  private static final Set<String> VERSION_OPTIONS =
      Set.of(SourceTypes.VERSION_FROM, SourceTypes.VERSION_TYPE, SourceTypes.VERSION_PATTERN);

  private final PipelineAssembly assembly;
  private final MapReader action;
  private final MapReader config;
  private final String path;

  /**
   * @param config the {@code snapshot_cdc_config}
   * @param path path of the flow's pieces
   */
  SnapshotSourceReader(PipelineAssembly assembly, MapReader action, MapReader config, String path) {
    this.assembly = assembly;
    this.action = action;
    this.config = config;
    this.path = path;
  }

  /**
   * @param views what the action names under {@code source}; null if nothing
   */
  void read(List<Text> views, SnapshotCdcFlow.Builder flow) {
    String at = path + "/" + Parameter.SOURCE;
    YamlNode inner = config.node(Parameter.SOURCE);
    assembly
        .locations()
        .put(at, inner == null ? action.valueLocation(Parameter.SOURCE) : inner.location());
    if (inner == null) {
      readView(views, flow, at);
      return;
    }
    if (inner instanceof YamlNode.Mapping) {
      String name = sourceName(flow);
      new LoadActionReader(assembly).readInline(config.map(Parameter.SOURCE, "source"), name);
      flow.from(name);
    } else {
      readText(flow, at);
    }
    if (views != null && !views.isEmpty() && !views.get(0).value().equals(flow.source())) {
      config
          .context()
          .problems()
          .error(
              inner.location(),
              ErrorCode.CONFLICTING_OPTIONS,
              "the action reads '"
                  + views.get(0).value()
                  + "' and its snapshot_cdc_config has a source of its own",
              "a flow has one source",
              "keep one of them");
    }
  }

  private void readView(List<Text> views, SnapshotCdcFlow.Builder flow, String at) {
    if (views == null || views.isEmpty()) {
      if (action.has(Parameter.SOURCE)) {
        assembly.locations().markBroken(at);
      }
      return;
    }
    Places.put(assembly.locations(), at, views.get(0));
    flow.from(views.get(0).value());
    if (views.size() > 1) {
      action.invalidValue(views.get(1), "second source", "one source of snapshots");
    }
  }

  private void readText(SnapshotCdcFlow.Builder flow, String at) {
    Text text = config.identifier(Parameter.SOURCE);
    Map<String, String> options = new LinkedHashMap<>();
    for (String option : SourceTypes.find(SourceTypes.FILES).orElseThrow().options()) {
      Text value =
          option.equals("path") || VERSION_OPTIONS.contains(option)
              ? null
              : config.identifier(option);
      if (value != null) {
        options.put(option, value.value());
        assembly.locations().put(sourcePath(flow) + "/options/" + option, value.location());
      }
    }
    boolean hasSchema = config.has("schema");
    TableSchema schema = hasSchema ? new SchemaReader(config.context()).read(config) : null;
    if (text == null) {
      assembly.locations().markBroken(at);
      return;
    }
    Places.put(assembly.locations(), at, text);
    flow.from(text.value());
    Locations locations = assembly.locations();
    locations.put(sourcePath(flow), text.location());
    if (hasSchema) {
      locations.put(sourcePath(flow) + "/schema", config.valueLocation("schema"));
    }
    assembly.addUnlessKnown(
        text,
        new Source(sourceName(flow), SourceTypes.FILES, ReadMode.STREAM, options, schema, null),
        hasSchema && schema == null,
        flow);
  }

  private static String sourcePath(SnapshotCdcFlow.Builder flow) {
    return Locations.source(sourceName(flow));
  }

  private static String sourceName(SnapshotCdcFlow.Builder flow) {
    return flow.name() + "_snapshots";
  }
}
