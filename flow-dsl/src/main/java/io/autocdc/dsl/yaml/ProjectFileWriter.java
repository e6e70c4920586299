// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.yaml;

import java.util.Map;
import java.util.TreeMap;

/** Prints settings as a project file that reads back as equal settings. */
public final class ProjectFileWriter {

  private final YamlText out = new YamlText();

  private ProjectFileWriter() {}

  /** The text of a project file; empty for settings that are all defaults. */
  public static String write(ProjectFile settings) {
    ProjectFileWriter writer = new ProjectFileWriter();
    writer.writeSettings(settings);
    return writer.out.toString();
  }

  private void writeSettings(ProjectFile settings) {
    if (settings.name() != null) {
      out.text(0, "name", settings.name());
    }
    if (settings.warehouse() != null) {
      out.text(0, "warehouse", settings.warehouse());
    }
    if (!settings.catalogs().isEmpty()) {
      out.line(0, "catalogs:");
      settings.catalogs().forEach(this::writeCatalog);
    }
    if (!settings.eventLog()) {
      out.line(0, "event_log: false");
    }
    writeMap(0, "flink", settings.flink());
  }

  private void writeCatalog(String name, CatalogSettings catalog) {
    out.key(2, name);
    out.text(4, "type", catalog.type());
    if (catalog.warehouse() != null) {
      out.text(4, "warehouse", catalog.warehouse());
    }
    writeMap(4, "options", catalog.options());
  }

  private void writeMap(int indent, String key, Map<String, String> values) {
    if (!values.isEmpty()) {
      out.key(indent, key);
      new TreeMap<>(values).forEach((name, value) -> out.text(indent + 2, name, value));
    }
  }
}
