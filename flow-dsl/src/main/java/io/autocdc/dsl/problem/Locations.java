// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.problem;

import java.util.HashMap;
import java.util.Map;

/**
 * Remembers where the pieces of a declaration stand. Pieces are named by paths such as {@code
 * flow:customers/keys/0}; a piece without a place of its own stands where the piece around it does.
 */
public final class Locations {

  private final Map<String, Location> places = new HashMap<>();

  public void put(String path, Location location) {
    places.put(path, location);
  }

  /** The place of the piece or of the nearest piece around it; null if none is known. */
  public Location find(String path) {
    for (String p = path; !p.isEmpty(); p = parent(p)) {
      Location location = places.get(p);
      if (location != null) {
        return location;
      }
    }
    return null;
  }

  public static String source(String name) {
    return "source:" + name;
  }

  public static String view(String name) {
    return "view:" + name;
  }

  public static String table(String name) {
    return "table:" + name;
  }

  public static String flow(String name) {
    return "flow:" + name;
  }

  private static String parent(String path) {
    int slash = path.lastIndexOf('/');
    return slash < 0 ? "" : path.substring(0, slash);
  }
}
