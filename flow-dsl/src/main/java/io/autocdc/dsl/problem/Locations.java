// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.problem;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Remembers where the pieces of a declaration stand. Pieces are named by paths such as {@code
 * flow:customers/keys/0}; a piece without a place of its own stands where the piece around it does.
 * The second piece of one name has the path {@code flow:customers#2}, see {@link #paths}.
 */
public final class Locations {

  private final Map<String, Location> places = new HashMap<>();
  private final Map<String, TextPlace> texts = new HashMap<>();
  private final Set<String> broken = new HashSet<>();

  public void put(String path, Location location) {
    places.put(path, location);
  }

  /** Remembers where the characters of a text stand, for {@link #inside}. */
  public void putText(String path, TextPlace place) {
    texts.put(path, place);
  }

  /** Remembers that a piece could not be read and that this has been reported. */
  public void markBroken(String path) {
    broken.add(path);
  }

  /** True if the piece has been reported as unreadable, so that no rule need be held against it. */
  public boolean isBroken(String path) {
    return broken.contains(path);
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

  /** The place of the piece itself; empty if it has none of its own. */
  public Optional<Location> findExact(String path) {
    return Optional.ofNullable(places.get(path));
  }

  /**
   * The place of a character of a text, or that of the whole text if it cannot be told.
   *
   * @param line line in the text, from 1; 0 if unknown
   * @param column column in the text, from 1; 0 if unknown
   */
  public Location inside(String path, int line, int column) {
    TextPlace text = texts.get(path);
    Location exact = text == null ? null : text.at(line, column);
    return exact == null ? find(path) : exact;
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

  /** The path of what Flink writes into a table. */
  public static String insert(String target) {
    return "insert:" + target;
  }

  /** The path of a statement that Flink executes, by its place among them, from 0. */
  public static String declaration(int index) {
    return "declaration:" + index;
  }

  /**
   * The path of a rule about rows.
   *
   * @param owner path of the view or table that has it
   * @param index its place among the rules, from 0
   */
  public static String expectation(String owner, int index) {
    return owner + "/expectations/" + index;
  }

  /** The path of the n-th piece, from 1, that has one name. */
  public static String nth(String path, int n) {
    return n == 1 ? path : path + "#" + n;
  }

  /**
   * The paths of pieces in the order of their declaration, those of repeated names included.
   *
   * @param names the names of the pieces
   * @param kind one of {@link #source}, {@link #view}, {@link #table}, {@link #flow}, {@link
   *     #insert}
   */
  public static List<String> paths(List<String> names, UnaryOperator<String> kind) {
    Map<String, Integer> seen = new HashMap<>();
    List<String> paths = new ArrayList<>();
    for (String name : names) {
      paths.add(nth(kind.apply(name), seen.merge(name, 1, Integer::sum)));
    }
    return paths;
  }

  private static String parent(String path) {
    int slash = path.lastIndexOf('/');
    return slash < 0 ? "" : path.substring(0, slash);
  }
}
