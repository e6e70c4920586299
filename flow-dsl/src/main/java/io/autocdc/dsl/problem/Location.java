// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.problem;

import java.io.Serializable;

/**
 * Where a piece of a declaration stands.
 *
 * @param file the file as the user named it, never null
 * @param line line, from 1
 * @param column column, from 1
 */
public record Location(String file, int line, int column) implements Serializable {

  @Override
  public String toString() {
    return file + ":" + line + ":" + column;
  }
}
