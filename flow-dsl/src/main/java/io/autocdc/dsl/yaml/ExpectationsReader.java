// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.yaml;

import io.autocdc.dsl.Expectation;
import io.autocdc.dsl.Expectation.Action;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Location;
import io.autocdc.dsl.read.ReadExpectation;
import io.autocdc.dsl.read.Text;
import io.autocdc.dsl.yaml.YamlNode.Mapping;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads rules about rows: a list under {@code expectations}, or a YAML or JSON file with such a
 * list. Tables have Lakeflow's mappings from names to conditions as well.
 */
final class ExpectationsReader {

  private static final String LIST = "expectations";
  private static final String FILE = "expectations_file";

  private final ReadContext context;
  private final List<ReadExpectation> found = new ArrayList<>();

  ExpectationsReader(ReadContext context) {
    this.context = context;
  }

  /** The rules of a view, which is there for them. */
  List<ReadExpectation> readOfView(MapReader action) {
    readListAndFile(action);
    if (!action.has(LIST) && !action.has(FILE)) {
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

  /** The rules of a table, if it has any. */
  List<ReadExpectation> readOfTable(MapReader target) {
    readListAndFile(target);
    readMapping(target, "expect_all", Action.WARN);
    readMapping(target, "expect_all_or_drop", Action.DROP);
    readMapping(target, "expect_all_or_fail", Action.FAIL);
    readMapping(target, "expect_all_or_quarantine", Action.QUARANTINE);
    return found;
  }

  private void readListAndFile(MapReader reader) {
    readList(reader);
    Text file = reader.identifier(FILE);
    if (file != null) {
      readFile(file);
    }
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
        reader.requireKey(LIST, "list the rules under expectations");
        readList(reader);
        reader.reportUnknownKeys();
      }
    }
  }

  private void readList(MapReader reader) {
    for (MapReader item : reader.maps(LIST, "expectation")) {
      item.accept("description", "tags");
      Text name = item.requiredText("name", "violations are counted by name");
      Text condition = condition(item);
      Action action = action(item);
      item.reportUnknownKeys();
      if (name != null && condition != null) {
        add(name.value(), condition, action, item.location(), name.location());
      }
    }
  }

  private void readMapping(MapReader target, String key, Action action) {
    MapReader rules = target.map(key, key);
    if (rules != null) {
      rules
          .allTexts()
          .forEach(
              (name, condition) -> {
                Location location = rules.keyLocation(name);
                add(name, condition, action, location, location);
              });
    }
  }

  private void add(
      String name, Text condition, Action action, Location location, Location nameLocation) {
    Text rule = condition.stripped();
    found.add(
        new ReadExpectation(
            new Expectation(name, rule.value(), action), location, nameLocation, rule));
  }

  private static Text condition(MapReader item) {
    if (item.has("constraint") && !item.has("expression")) {
      return item.text("constraint");
    }
    return item.requiredText("expression", "write a condition such as id IS NOT NULL");
  }

  private static Action action(MapReader item) {
    String key = item.has("failureAction") && !item.has("action") ? "failureAction" : "action";
    Action action = Enums.read(item, key, Action.class);
    return action == null ? Action.WARN : action;
  }
}
