// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.yaml;

import io.autocdc.dsl.TableName;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.read.Text;
import io.autocdc.dsl.yaml.YamlNode.Mapping;
import io.autocdc.dsl.yaml.YamlNode.Scalar;
import io.autocdc.dsl.yaml.YamlNode.Sequence;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads {@code autocdc.yaml}; see {@link ProjectFile} for its form. */
final class ProjectFileReader {

  private ProjectFileReader() {}

  /**
   * The mapping of the project file; null if there is none. Its tokens are defined before anything
   * is read from it, so that its own values can use them.
   */
  static Mapping load(ReadContext context, TokenValues values) {
    Path file = context.layout().folder().resolve(ProjectLayout.PROJECT_FILE);
    if (!Files.isRegularFile(file)) {
      return null;
    }
    List<YamlNode> documents = context.layout().parse(file, context.problems());
    if (documents.isEmpty()) {
      return null;
    }
    if (!(documents.get(0) instanceof Mapping mapping)) {
      context
          .problems()
          .error(
              documents.get(0).location(),
              ErrorCode.INVALID_VALUE,
              "the project file is " + documents.get(0).kind(),
              "it holds settings by name",
              "write a mapping with keys such as warehouse");
      return null;
    }
    for (String key : List.of("substitutions", "variables")) {
      if (mapping.get(key) instanceof Mapping tokens) {
        SubstitutionsReader.readTokens(tokens, key, values::putOfProject, context.problems());
      }
    }
    return mapping;
  }

  static ProjectFile read(Mapping mapping, ReadContext context) {
    MapReader file = new MapReader(mapping, ProjectLayout.PROJECT_FILE, context);
    file.accept("version", "description", "author", "created_date");
    file.map("substitutions", "substitutions");
    file.map("variables", "variables");
    file.map("presets", "presets");
    Text name = file.text("name");
    Text warehouse = file.identifier("warehouse");
    Boolean eventLog = file.bool("event_log");
    Map<String, String> flink = new LinkedHashMap<>();
    MapReader options = file.map("flink", "flink");
    if (options != null) {
      flatten("", options, flink);
    }
    ProjectFile settings =
        new ProjectFile(
            name == null ? null : name.value(),
            warehouse == null ? null : warehouse.value(),
            catalogs(file.map("catalogs", "catalogs")),
            eventLog == null || eventLog,
            flink);
    file.reportUnknownKeys();
    return settings;
  }

  private static Map<String, CatalogSettings> catalogs(MapReader declared) {
    Map<String, CatalogSettings> catalogs = new LinkedHashMap<>();
    if (declared == null) {
      return catalogs;
    }
    for (String name : declared.keys()) {
      MapReader catalog = declared.map(name, "catalog '" + name + "'");
      if (catalog == null) {
        continue;
      }
      Text type = catalog.text("type");
      Text warehouse = catalog.identifier("warehouse");
      Map<String, String> options = new LinkedHashMap<>();
      catalog.textMap("options").forEach((key, text) -> options.put(key, text.value()));
      catalog.reportUnknownKeys();
      catalogs.put(
          name,
          new CatalogSettings(
              type == null ? TableName.DEFAULT_CATALOG : type.value(),
              warehouse == null ? null : warehouse.value(),
              options));
    }
    return catalogs;
  }

  /** Options of Flink, whether their names are nested or dotted. */
  private static void flatten(String prefix, MapReader options, Map<String, String> flat) {
    for (String key : options.keys()) {
      YamlNode value = options.node(key);
      if (value instanceof Mapping) {
        flatten(prefix + key + ".", options.map(key, "flink"), flat);
      } else if (value instanceof Scalar) {
        Text text = options.text(key);
        if (text != null) {
          flat.put(prefix + key, text.value());
        }
      } else if (value instanceof Sequence) {
        flat.put(
            prefix + key, String.join(";", options.texts(key).stream().map(Text::value).toList()));
      }
    }
  }
}
