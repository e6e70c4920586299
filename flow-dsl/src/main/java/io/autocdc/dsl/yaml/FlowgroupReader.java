// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.yaml;

import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Suggestions;
import io.autocdc.dsl.read.PipelineAssembly;
import io.autocdc.dsl.read.Text;
import io.autocdc.dsl.yaml.YamlNode.Entry;
import io.autocdc.dsl.yaml.YamlNode.Mapping;
import io.autocdc.dsl.yaml.YamlNode.Scalar;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Reads a document of a pipeline file: a flowgroup, or several under {@code flowgroups}. */
final class FlowgroupReader {

  private static final Set<String> TYPES =
      new TreeSet<>(Set.of("load", "transform", "write", "declare"));

  private final ReadContext context;
  private final Presets presets;
  private final Map<String, PipelineAssembly> pipelines;

  /**
   * @param pipelines the pipelines so far, by name
   */
  FlowgroupReader(ReadContext context, Presets presets, Map<String, PipelineAssembly> pipelines) {
    this.context = context;
    this.presets = presets;
    this.pipelines = pipelines;
  }

  void read(YamlNode document) {
    if (!(document instanceof Mapping mapping)) {
      context
          .problems()
          .error(
              document.location(),
              ErrorCode.INVALID_VALUE,
              "the document is " + document.kind(),
              "a flowgroup is a mapping",
              "write pipeline, flowgroup and actions");
      return;
    }
    if (!mapping.entries().containsKey("flowgroups")) {
      readFlowgroup(mapping);
      return;
    }
    MapReader outer = new MapReader(mapping, "the document", context);
    List<MapReader> flowgroups = outer.maps("flowgroups", "flowgroup");
    Map<String, Entry> shared = new LinkedHashMap<>(mapping.entries());
    shared.remove("flowgroups");
    for (MapReader flowgroup : flowgroups) {
      readFlowgroup(flowgroup.mapping().withDefaults(new Mapping(mapping.location(), shared)));
    }
  }

  private void readFlowgroup(Mapping mapping) {
    MapReader header = new MapReader(mapping, "flowgroup", context);
    Text name = header.requiredText("pipeline", "name the pipeline: pipeline: my_pipeline");
    String pipeline = name == null ? "" : name.value();
    PipelineAssembly assembly =
        name == null
            ? new PipelineAssembly("unnamed")
            : pipelines.computeIfAbsent(pipeline, PipelineAssembly::new);
    ReadContext inner = name == null ? context : context.reportingTo(assembly.builder().problems());
    if (mapping.get("variables") instanceof Mapping variables) {
      Map<String, String> values = new LinkedHashMap<>();
      SubstitutionsReader.readTokens(variables, "variables", values::put, inner.problems());
      inner = inner.with(inner.tokens().withVariables(values));
    }
    MapReader flowgroup = new MapReader(mapping, "flowgroup", inner);
    flowgroup.accept("pipeline", "flowgroup", "job_name", "description", "version", "tags");
    flowgroup.map("variables", "variables");
    flowgroup.acceptWithWarning("operational_metadata");
    refuseTemplate(flowgroup);
    List<Text> presetNames = flowgroup.texts("presets");
    PresetMerger merger =
        new PresetMerger(presetNames == null ? null : presets.defaultsOf(presetNames));
    flowgroup.requireKey("actions", "list what the flowgroup does under actions");
    for (MapReader action : flowgroup.maps("actions", "action")) {
      readAction(merger.merge(action.mapping()), assembly, inner);
    }
    flowgroup.reportUnknownKeys();
  }

  private void readAction(Mapping mapping, PipelineAssembly assembly, ReadContext inner) {
    String title =
        mapping.get("name") instanceof Scalar scalar ? "action '" + scalar.text() + "'" : "action";
    MapReader action = new MapReader(mapping, title, inner);
    action.accept("description", "tags");
    action.acceptWithWarning("operational_metadata");
    Text name = action.requiredText("name", "give the action a name");
    Text type = action.requiredText("type", "choose one of: " + String.join(", ", TYPES));
    switch (type == null ? probableType(mapping) : type.value()) {
      case "load" -> new LoadActionReader(assembly).read(action);
      case "transform" -> new TransformActionReader(assembly).read(action);
      case "write" -> new WriteActionReader(assembly).read(action, name);
      case "declare" -> readDeclaration(action, assembly);
      default -> {
        new TransformActionReader(assembly).readUnknown(action);
        boolean ofOthers = type.value().equals("test");
        inner
            .problems()
            .error(
                type.location(),
                ofOthers ? ErrorCode.NOT_AVAILABLE : ErrorCode.INVALID_VALUE,
                "the type of " + title + " is '" + type.value() + "'",
                ofOthers ? "it cannot be run here" : "there is no such type",
                ofOthers
                    ? "use a data_quality transform"
                    : Suggestions.didYouMean(type.value(), TYPES));
      }
    }
  }

  /** A statement that Flink executes before everything else. */
  private static void readDeclaration(MapReader action, PipelineAssembly assembly) {
    Text sql = SqlText.require(action, "an action of type declare");
    action.reportUnknownKeys();
    if (sql != null) {
      assembly.addDeclaration(sql);
    }
  }

  /** So that the keys of an action without a type are read as what they are for. */
  private static String probableType(Mapping action) {
    if (action.get("write_target") != null) {
      return "write";
    }
    return action.get("source") instanceof Mapping ? "load" : "transform";
  }

  private void refuseTemplate(MapReader flowgroup) {
    flowgroup.accept("template_parameters");
    if (flowgroup.has("use_template")) {
      flowgroup
          .context()
          .problems()
          .error(
              flowgroup.keyLocation("use_template"),
              ErrorCode.NOT_AVAILABLE,
              "the flowgroup uses a template",
              "templates cannot be run by this version",
              "write the actions themselves");
    }
  }
}
