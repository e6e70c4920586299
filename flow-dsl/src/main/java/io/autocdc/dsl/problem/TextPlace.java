// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.problem;

import java.io.Serializable;

/**
 * Where the characters of a text stand that is written into a file as it is, so that a position in
 * the text can be shown as a position in the file.
 *
 * @param start place of the first character
 * @param laterColumn column, from 1, in which later lines of the text start, below the first one; 0
 *     if the places of later lines are unknown
 */
public record TextPlace(Location start, int laterColumn) implements Serializable {

  /**
   * The place of a character.
   *
   * @param line line in the text, from 1
   * @param column column in the text, from 1
   * @return null if the position is unknown
   */
  public Location at(int line, int column) {
    if (line < 1 || column < 1 || (line > 1 && laterColumn == 0)) {
      return null;
    }
    int first = line == 1 ? start.column() : laterColumn;
    return new Location(start.file(), start.line() + line - 1, first + column - 1);
  }
}
