// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.yaml;

import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Location;
import io.autocdc.dsl.problem.Suggestions;
import io.autocdc.dsl.read.Text;
import io.autocdc.dsl.yaml.YamlNode.Entry;
import io.autocdc.dsl.yaml.YamlNode.Mapping;
import io.autocdc.dsl.yaml.YamlNode.Scalar;
import io.autocdc.dsl.yaml.YamlNode.Sequence;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * A typed view over a mapping. Values of the wrong kind are reported where they stand and read as
 * absent; keys that nobody asked for are reported by {@link #reportUnknownKeys}.
 */
final class MapReader {

  private final Mapping mapping;
  private final String name;
  private final ReadContext context;
  private final Set<String> known = new LinkedHashSet<>();

  /**
   * @param name what the mapping is, for messages: {@code cdc_config}
   */
  MapReader(Mapping mapping, String name, ReadContext context) {
    this.mapping = mapping;
    this.name = name;
    this.context = context;
  }

  Mapping mapping() {
    return mapping;
  }

  Location location() {
    return mapping.location();
  }

  ReadContext context() {
    return context;
  }

  boolean has(String key) {
    known.add(key);
    return mapping.entries().containsKey(key);
  }

  /** Where a value stands; where the mapping stands if there is none. */
  Location valueLocation(String key) {
    YamlNode value = mapping.get(key);
    return value == null ? location() : value.location();
  }

  Location keyLocation(String key) {
    Entry entry = mapping.entries().get(key);
    return entry == null ? location() : entry.keyLocation();
  }

  /** A value of any kind but nothing; null if there is none. */
  YamlNode node(String key) {
    if (!has(key)) {
      return null;
    }
    YamlNode value = mapping.get(key);
    if (value instanceof Scalar scalar && scalar.isNull()) {
      context
          .problems()
          .error(
              keyLocation(key),
              ErrorCode.INVALID_VALUE,
              "the key '" + key + "' of " + name + " has no value",
              "nothing stands behind the colon",
              "give it a value, or remove the key");
      return null;
    }
    return value;
  }

  /** A text; null if there is none. */
  Text text(String key) {
    YamlNode value = node(key);
    return value == null ? null : toText(key, value, "a text");
  }

  /** A text in which the older form of tokens counts, too. */
  Text identifier(String key) {
    YamlNode value = node(key);
    return value instanceof Scalar scalar
        ? context.tokens().resolveOldForm(scalar, context.problems())
        : value == null ? null : toText(key, value, "a text");
  }

  /** A text that must be there; null if it is not, which is reported. */
  Text requiredText(String key, String remedy) {
    requireKey(key, remedy);
    return text(key);
  }

  void requireKey(String key, String remedy) {
    if (!has(key)) {
      context
          .problems()
          .error(
              location(), ErrorCode.MISSING_KEY, name + " has no " + key, "it is required", remedy);
    }
  }

  /** A text or a list of texts; null if there is none. */
  List<Text> texts(String key) {
    YamlNode value = node(key);
    if (value == null) {
      return null;
    }
    List<Text> texts = new ArrayList<>();
    List<YamlNode> items = value instanceof Sequence list ? list.items() : List.of(value);
    for (YamlNode item : items) {
      Text text = toText(key, item, "a text or a list of texts");
      if (text != null) {
        texts.add(text);
      }
    }
    return texts;
  }

  /** True or false; null if there is neither. */
  Boolean bool(String key) {
    Text text = text(key);
    if (text == null) {
      return null;
    }
    return switch (text.value().strip().toLowerCase(Locale.ROOT)) {
      case "true", "yes" -> Boolean.TRUE;
      case "false", "no" -> Boolean.FALSE;
      default -> {
        invalidValue(text, key, "true or false");
        yield null;
      }
    };
  }

  /** A mapping; null if there is none. */
  MapReader map(String key, String itsName) {
    YamlNode value = node(key);
    if (value == null) {
      return null;
    }
    if (value instanceof Mapping map) {
      return new MapReader(map, itsName, context);
    }
    wrongKind(key, value, "a mapping");
    return null;
  }

  /** The items of a list that are mappings; empty if there is no list. */
  List<MapReader> maps(String key, String itemName) {
    YamlNode value = node(key);
    List<MapReader> maps = new ArrayList<>();
    if (value instanceof Sequence list) {
      for (YamlNode item : list.items()) {
        if (item instanceof Mapping map) {
          maps.add(new MapReader(map, itemName, context));
        } else {
          wrongKind(key, item, "a list of mappings");
        }
      }
    } else if (value != null) {
      wrongKind(key, value, "a list of mappings");
    }
    return maps;
  }

  /** A mapping whose keys are free and whose values are texts; empty if there is none. */
  Map<String, Text> textMap(String key) {
    MapReader map = map(key, key);
    return map == null ? Map.of() : map.allTexts();
  }

  /** All values as texts, with the keys that nobody has asked for only. */
  Map<String, Text> allTexts() {
    Map<String, Text> texts = new LinkedHashMap<>();
    for (String key : mapping.entries().keySet()) {
      if (!known.contains(key)) {
        Text text = text(key);
        if (text != null) {
          texts.put(key, text);
        }
      }
    }
    return texts;
  }

  Set<String> keys() {
    return mapping.entries().keySet();
  }

  /** Accepts keys that mean something to other products only, and nothing to a run. */
  void accept(String... keys) {
    known.addAll(List.of(keys));
  }

  /** Accepts keys of other products that would change what a run does there, with a warning. */
  void acceptWithWarning(String... keys) {
    for (String key : keys) {
      if (has(key) && !isOff(mapping.get(key))) {
        noEffect(key, keyLocation(key));
      }
    }
  }

  void noEffect(String option, Location location) {
    context
        .problems()
        .warning(
            location,
            ErrorCode.NO_EFFECT,
            "'" + option + "' of " + name + " has no effect",
            "it belongs to another product",
            "remove it, or keep it for that product");
  }

  /** Reports every key that no reader asked for. */
  void reportUnknownKeys() {
    for (Map.Entry<String, Entry> entry : mapping.entries().entrySet()) {
      if (!known.contains(entry.getKey())) {
        context
            .problems()
            .error(
                entry.getValue().keyLocation(),
                ErrorCode.UNKNOWN_KEY,
                "unknown key '" + entry.getKey() + "' in " + name,
                "a key that means nothing would silently not apply",
                Suggestions.didYouMean(entry.getKey(), known));
      }
    }
  }

  void invalidValue(Text text, String key, String forms) {
    context
        .problems()
        .error(
            text.location(),
            ErrorCode.INVALID_VALUE,
            "the " + key + " of " + name + " is '" + text.value() + "'",
            "it has another form",
            "write " + forms);
  }

  void wrongKind(String key, YamlNode value, String wanted) {
    context
        .problems()
        .error(
            value.location(),
            ErrorCode.INVALID_VALUE,
            "the " + key + " of " + name + " is " + value.kind(),
            "it has another form",
            "write " + wanted);
  }

  private Text toText(String key, YamlNode value, String wanted) {
    if (value instanceof Scalar scalar && !scalar.isNull()) {
      return context.tokens().resolve(scalar, context.problems());
    }
    wrongKind(key, value, wanted);
    return null;
  }

  private static boolean isOff(YamlNode value) {
    return value instanceof Scalar scalar
            && (scalar.isNull() || scalar.text().equalsIgnoreCase("false"))
        || value instanceof Sequence list && list.items().isEmpty();
  }
}
