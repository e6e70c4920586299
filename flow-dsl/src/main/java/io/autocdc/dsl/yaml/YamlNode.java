// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.yaml;

import io.autocdc.dsl.problem.Location;
import io.autocdc.dsl.problem.TextPlace;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A piece of a YAML file, with the place where it stands. */
sealed interface YamlNode {

  Location location();

  /** What it is, for messages. */
  String kind();

  /**
   * A text, number, boolean or nothing; all are texts until a reader asks for more.
   *
   * @param text the characters, escapes and folds undone
   * @param place where they stand; null if the file writes them in another way
   * @param isNull true for an absent value, {@code null} or {@code ~}
   */
  record Scalar(Location location, String text, TextPlace place, boolean isNull)
      implements YamlNode {
    @Override
    public String kind() {
      return isNull ? "nothing" : "a text";
    }
  }

  /** A list. */
  record Sequence(Location location, List<YamlNode> items) implements YamlNode {
    @Override
    public String kind() {
      return "a list";
    }
  }

  /** Keys with values, in the order of the file. */
  record Mapping(Location location, Map<String, Entry> entries) implements YamlNode {
    @Override
    public String kind() {
      return "a mapping";
    }

    /** The value of a key; null if there is none. */
    YamlNode get(String key) {
      Entry entry = entries.get(key);
      return entry == null ? null : entry.value();
    }

    /** This mapping with the keys of another one that it does not have, at every level. */
    Mapping withDefaults(Mapping defaults) {
      Map<String, Entry> merged = new LinkedHashMap<>(entries);
      defaults.entries.forEach(
          (key, entry) ->
              merged.merge(
                  key,
                  entry,
                  (own, given) ->
                      own.value() instanceof Mapping ownMap && given.value() instanceof Mapping more
                          ? new Entry(own.keyLocation(), ownMap.withDefaults(more))
                          : own));
      return new Mapping(location, merged);
    }

    /** This mapping with another value of one key. */
    Mapping with(String key, Entry entry) {
      Map<String, Entry> changed = new LinkedHashMap<>(entries);
      changed.put(key, entry);
      return new Mapping(location, changed);
    }
  }

  /** A value and where its key stands. */
  record Entry(Location keyLocation, YamlNode value) {}
}
