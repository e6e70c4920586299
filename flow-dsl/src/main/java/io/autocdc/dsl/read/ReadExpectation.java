// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.read;

import io.autocdc.dsl.Expectation;
import io.autocdc.dsl.problem.Location;
import io.autocdc.dsl.problem.Locations;
import java.util.List;

/**
 * A rule about rows as it was read.
 *
 * @param rule the rule
 * @param location where it stands
 * @param name where its name stands
 * @param condition its condition
 */
public record ReadExpectation(Expectation rule, Location location, Location name, Text condition) {

  public static List<Expectation> rules(List<ReadExpectation> read) {
    return read.stream().map(ReadExpectation::rule).toList();
  }

  /**
   * Remembers where the rules of a view or table stand.
   *
   * @param owner path of the view or table
   */
  public static void place(List<ReadExpectation> read, Locations locations, String owner) {
    for (int i = 0; i < read.size(); i++) {
      String at = Locations.expectation(owner, i);
      locations.put(at, read.get(i).location());
      locations.put(at + "/name", read.get(i).name());
      Places.put(locations, at + "/expression", read.get(i).condition());
    }
  }
}
