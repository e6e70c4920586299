// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.yaml;

import io.autocdc.dsl.problem.Locations;
import java.util.List;

/** Remembers where values stand that have been read. */
final class Places {

  private Places() {}

  /** Remembers a value and its characters; does nothing for an absent one. */
  static void put(Locations locations, String path, Text text) {
    if (text != null) {
      locations.put(path, text.location());
      if (text.place() != null) {
        locations.putText(path, text.place());
      }
    }
  }

  /** Remembers the items of a list. */
  static void putItems(Locations locations, String path, List<Text> items) {
    for (int i = 0; i < items.size(); i++) {
      locations.put(path + "/" + i, items.get(i).location());
    }
  }
}
