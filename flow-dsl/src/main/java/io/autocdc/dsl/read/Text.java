// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.read;

import io.autocdc.dsl.problem.Location;
import io.autocdc.dsl.problem.TextPlace;

/**
 * A text of a file with its tokens resolved.
 *
 * @param value the text
 * @param location where it starts
 * @param place where its characters stand; null if the file writes them in another way
 */
public record Text(String value, Location location, TextPlace place) {

  /** The text without white space around it. */
  public Text stripped() {
    String rest = value.stripLeading();
    String before = value.substring(0, value.length() - rest.length());
    int line = (int) before.chars().filter(c -> c == '\n').count() + 1;
    int column = before.length() - before.lastIndexOf('\n');
    Location start = place == null ? null : place.at(line, column);
    return new Text(
        rest.stripTrailing(),
        location,
        start == null ? null : new TextPlace(start, place.laterColumn()));
  }
}
