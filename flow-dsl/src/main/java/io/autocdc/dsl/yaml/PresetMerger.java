// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.yaml;

import io.autocdc.dsl.SourceTypes;
import io.autocdc.dsl.yaml.YamlNode.Entry;
import io.autocdc.dsl.yaml.YamlNode.Mapping;
import io.autocdc.dsl.yaml.YamlNode.Scalar;
import java.util.Map;

/** Fills an action with the defaults of presets; what the action says itself wins. */
final class PresetMerger {

  private final Mapping defaults;

  /**
   * @param defaults the merged defaults of the presets of a flowgroup; null for none
   */
  PresetMerger(Mapping defaults) {
    this.defaults = defaults;
  }

  Mapping merge(Mapping action) {
    if (defaults == null) {
      return action;
    }
    return switch (textOf(action.get("type"))) {
      case "load" -> mergeBelow(action, "source", "load_actions", "");
      case "write" -> mergeBelow(action, "write_target", "write_actions", "streaming_table");
      case "transform" -> {
        Mapping found = find("transform_actions", textOf(action.get("transform_type")));
        yield found == null ? action : action.withDefaults(found);
      }
      default -> action;
    };
  }

  /** The defaults of loads and writes are about one part of the action, which names the type. */
  private Mapping mergeBelow(Mapping action, String key, String section, String defaultType) {
    if (!(action.get(key) instanceof Mapping part)) {
      return action;
    }
    String type = textOf(part.get("type"));
    Mapping found = find(section, type.isEmpty() ? defaultType : type);
    return found == null
        ? action
        : action.with(
            key, new Entry(action.entries().get(key).keyLocation(), part.withDefaults(found)));
  }

  private Mapping find(String section, String type) {
    if (defaults.get(section) instanceof Mapping byType) {
      for (Map.Entry<String, Entry> candidate : byType.entries().entrySet()) {
        if (isSameType(candidate.getKey(), type)
            && candidate.getValue().value() instanceof Mapping found) {
          return found;
        }
      }
    }
    return null;
  }

  /** Sources have more than one name for a type: cloudfiles and files. */
  private static boolean isSameType(String one, String other) {
    return one.equals(other)
        || SourceTypes.find(one).isPresent()
            && SourceTypes.find(one).equals(SourceTypes.find(other));
  }

  private static String textOf(YamlNode node) {
    return node instanceof Scalar scalar ? scalar.text() : "";
  }
}
