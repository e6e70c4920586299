// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.catalog;

import io.autocdc.dsl.problem.Location;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Function;

/**
 * What was said about a flow.
 *
 * @param values the texts that were given
 * @param label what an argument is called in messages
 * @param separator what stands between the names of a list
 */
record FlowArguments(
    Map<Argument, String> values, Function<Argument, String> label, char separator) {

  private static final char LIST_OF_PROCEDURE = ',';

  /** Arguments of a procedure; those that are null were not given. */
  static FlowArguments ofProcedure(Map<Argument, ?> given) {
    Map<Argument, String> values = new EnumMap<>(Argument.class);
    given.forEach(
        (argument, value) -> {
          if (value != null) {
            values.put(argument, value.toString());
          }
        });
    return new FlowArguments(
        values, argument -> "argument " + argument.argument(), LIST_OF_PROCEDURE);
  }

  /** Options of a table of the connector. */
  static FlowArguments ofConnector(Map<Argument, String> values) {
    return new FlowArguments(values, argument -> "option '" + argument.option() + "'", ';');
  }

  /** The text; null if it was not given. */
  String get(Argument argument) {
    return values.get(argument);
  }

  boolean has(Argument argument) {
    return values.containsKey(argument);
  }

  /** True if the rows come from a table that has to be named. */
  boolean requiresSource() {
    return separator == LIST_OF_PROCEDURE;
  }

  boolean isOfSnapshots() {
    return values.keySet().stream().anyMatch(Argument::isOfSnapshots);
  }

  /** Where an argument stands, as problems carry it. */
  Location location(Argument argument) {
    return new Location(label.apply(argument), 1, 1);
  }
}
