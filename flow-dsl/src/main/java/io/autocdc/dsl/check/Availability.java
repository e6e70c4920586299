// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.check;

import java.util.Set;

/**
 * What can be declared but not run by this version. A declaration that asks for it is refused at
 * its place; whoever makes one of them run removes it here.
 */
final class Availability {

  private static final Set<String> SOURCE_TYPES = Set.of("datagen");

  private Availability() {}

  static boolean isPlannedSourceType(String type) {
    return SOURCE_TYPES.contains(type);
  }
}
