// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.yaml;

import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Suggestions;
import io.autocdc.dsl.read.Text;
import io.autocdc.dsl.yaml.YamlNode.Mapping;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The presets of a project: defaults for actions by kind and type, from {@code presets/NAME.yaml}
 * or from {@code presets} of the project file. A preset can extend another one.
 */
final class Presets {

  /** The sections of {@code defaults}, with the types of actions that each can hold. */
  private static final Map<String, Set<String>> SECTIONS = new LinkedHashMap<>();

  static {
    SECTIONS.put("load_actions", null);
    SECTIONS.put("transform_actions", Set.of("sql", "data_quality"));
    SECTIONS.put("write_actions", Set.of("streaming_table"));
  }

  private final ReadContext context;
  private final Mapping ofProjectFile;
  private final Map<String, Mapping> defaultsByName = new LinkedHashMap<>();

  /**
   * @param projectFile the mapping of the project file; null if there is none
   */
  Presets(ReadContext context, Mapping projectFile) {
    this.context = context;
    this.ofProjectFile =
        projectFile != null && projectFile.get("presets") instanceof Mapping presets
            ? presets
            : null;
  }

  /** The defaults of several presets; those of a later one win. */
  Mapping defaultsOf(List<Text> names) {
    Mapping merged = null;
    for (Text name : names) {
      Mapping defaults = defaultsOf(name, new HashSet<>());
      if (defaults != null) {
        merged = merged == null ? defaults : defaults.withDefaults(merged);
      }
    }
    return merged;
  }

  private Mapping defaultsOf(Text name, Set<String> open) {
    if (defaultsByName.containsKey(name.value())) {
      return defaultsByName.get(name.value());
    }
    if (!open.add(name.value())) {
      error(
          name,
          ErrorCode.CYCLE,
          "the preset '" + name.value() + "' extends itself",
          "it has no end",
          "break the circle");
      return null;
    }
    Mapping preset = find(name);
    Mapping defaults = preset == null ? null : read(name.value(), preset, open);
    defaultsByName.put(name.value(), defaults);
    return defaults;
  }

  private Mapping read(String name, Mapping preset, Set<String> open) {
    MapReader reader = new MapReader(preset, "preset '" + name + "'", context);
    reader.accept("name", "version", "description");
    Text parent = reader.text("extends");
    MapReader defaults = reader.map("defaults", "defaults of preset '" + name + "'");
    reader.reportUnknownKeys();
    if (defaults != null) {
      checkSections(defaults);
    }
    Mapping inherited = parent == null ? null : defaultsOf(parent, open);
    if (defaults == null) {
      return inherited;
    }
    return inherited == null ? defaults.mapping() : defaults.mapping().withDefaults(inherited);
  }

  private void checkSections(MapReader defaults) {
    defaults.acceptWithWarning("operational_metadata");
    SECTIONS.forEach(
        (section, types) -> {
          MapReader byType = defaults.map(section, section);
          if (byType != null && types != null) {
            types.forEach(type -> byType.map(type, type));
            byType.reportUnknownKeys();
          }
        });
    defaults.reportUnknownKeys();
  }

  private Mapping find(Text name) {
    if (ofProjectFile != null && ofProjectFile.get(name.value()) instanceof Mapping preset) {
      return preset;
    }
    Path file = folder().resolve(name.value() + ".yaml");
    if (!Files.isRegularFile(file)) {
      error(
          name,
          ErrorCode.FILE_NOT_FOUND,
          "there is no preset '" + name.value() + "'",
          "neither '" + context.layout().display(file) + "' nor the project file has it",
          Suggestions.didYouMean(name.value(), names()));
      return null;
    }
    List<YamlNode> documents = context.layout().parse(file, context.problems());
    return !documents.isEmpty() && documents.get(0) instanceof Mapping preset ? preset : null;
  }

  private Set<String> names() {
    Set<String> names = new TreeSet<>();
    if (ofProjectFile != null) {
      names.addAll(ofProjectFile.entries().keySet());
    }
    if (Files.isDirectory(folder())) {
      try (Stream<Path> files = Files.list(folder())) {
        files
            .map(file -> file.getFileName().toString())
            .filter(file -> file.endsWith(".yaml"))
            .forEach(file -> names.add(file.substring(0, file.length() - ".yaml".length())));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return names;
  }

  private Path folder() {
    return context.layout().folder().resolve("presets");
  }

  private void error(Text name, ErrorCode code, String what, String why, String remedy) {
    context.problems().error(name.location(), code, what, why, remedy);
  }
}
