// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.yaml;

import io.autocdc.dsl.Expectation;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Locations;
import io.autocdc.dsl.yaml.YamlNode.Mapping;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads rules about rows: a list under {@code expectations}, or a YAML or JSON file with such a
 * list.
 */
final class ExpectationsReader {

  private final ReadContext context;
  private final Locations locations;
  private final String path;
  private final List<Expectation> found = new ArrayList<>();

  /**
   * @param path path of the view whose rules are read
   */
  ExpectationsReader(ReadContext context, Locations locations, String path) {
    this.context = context;
    this.locations = locations;
    this.path = path;
  }

  List<Expectation> read(MapReader action) {
    readList(action);
    Text file = action.identifier("expectations_file");
    if (file != null) {
      readFile(file);
    }
    if (!action.has("expectations") && !action.has("expectations_file")) {
      context
          .problems()
          .error(
              action.location(),
              ErrorCode.MISSING_KEY,
              "a data_quality transform has no expectations",
              "without rules it does nothing",
              "add expectations: [{ name: valid_id, expression: \"id IS NOT NULL\" }]");
    }
    return found;
  }

  private void readFile(Text name) {
    Path file = context.layout().find(name.value().strip(), name.location(), "expectations");
    if (file == null) {
      context
          .problems()
          .error(
              name.location(),
              ErrorCode.FILE_NOT_FOUND,
              "there is no expectations file '" + name.value() + "'",
              "it is looked for in the project folder and in expectations",
              "check the name");
      return;
    }
    for (YamlNode document : context.layout().parse(file, context.problems())) {
      if (document instanceof Mapping mapping) {
        MapReader reader = new MapReader(mapping, "the expectations file", context);
        reader.accept("version", "table", "name", "description");
        reader.requireKey("expectations", "list the rules under expectations");
        readList(reader);
        reader.reportUnknownKeys();
      }
    }
  }

  private void readList(MapReader reader) {
    for (MapReader item : reader.maps("expectations", "expectation")) {
      item.accept("description", "tags");
      Text name = item.requiredText("name", "violations are counted by name");
      Text condition = condition(item);
      Expectation.Action action = action(item);
      item.reportUnknownKeys();
      if (name != null && condition != null) {
        String at = path + "/expectations/" + found.size();
        locations.put(at, item.location());
        locations.put(at + "/name", name.location());
        Places.put(locations, at + "/expression", condition);
        found.add(new Expectation(name.value(), condition.value(), action));
      }
    }
  }

  private static Text condition(MapReader item) {
    if (item.has("constraint") && !item.has("expression")) {
      return item.text("constraint");
    }
    return item.requiredText("expression", "write a condition such as id IS NOT NULL");
  }

  private static Expectation.Action action(MapReader item) {
    String key = item.has("failureAction") && !item.has("action") ? "failureAction" : "action";
    Expectation.Action action = Enums.read(item, key, Expectation.Action.class);
    return action == null ? Expectation.Action.WARN : action;
  }
}
