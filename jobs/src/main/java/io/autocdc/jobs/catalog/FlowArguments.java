// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.catalog;

import io.autocdc.dsl.problem.Location;
import io.autocdc.dsl.problem.Problem;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What was said about a flow.
 *
 * @param kind what the flow reads
 * @param values the texts that were given
 * @param problems what was said beside that, and means nothing
 */
record FlowArguments(Kind kind, Map<Argument, String> values, List<Problem> problems) {

  /** What a flow reads, and so how its arguments are written. */
  enum Kind {
    /** Changes of a table that a procedure names. */
    CHANGES(','),
    /** Snapshots of a table or folder that a procedure names. */
    SNAPSHOTS(','),
    /** Changes that are inserted into a table of the connector. */
    INSERTED_CHANGES(';');

    private final char separator;

    Kind(char separator) {
      this.separator = separator;
    }
  }

  /** Arguments of a procedure; those that are null were not given. */
  static FlowArguments ofProcedure(Kind kind, Map<Argument, ?> given) {
    Map<Argument, String> values = new EnumMap<>(Argument.class);
    given.forEach(
        (argument, value) -> {
          if (value != null) {
            values.put(argument, value.toString());
          }
        });
    return new FlowArguments(kind, values, List.of());
  }

  /** Options of a table of the connector. */
  static FlowArguments ofConnector(Map<Argument, String> values, List<Problem> problems) {
    return new FlowArguments(Kind.INSERTED_CHANGES, values, problems);
  }

  /** The text; null if it was not given. */
  String get(Argument argument) {
    return values.get(argument);
  }

  boolean has(Argument argument) {
    return values.containsKey(argument);
  }

  /** What stands between the names of a list. */
  char separator() {
    return kind.separator;
  }

  /** What an argument is called in messages. */
  String label(Argument argument) {
    return kind == Kind.INSERTED_CHANGES
        ? optionLabel(argument.option())
        : "argument " + argument.argument();
  }

  /** What an option is called in messages. */
  static String optionLabel(String option) {
    return "option '" + option + "'";
  }

  /** Where an argument stands, as problems carry it. */
  Location location(Argument argument) {
    return new Location(label(argument), 1, 1);
  }
}
