// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.yaml;

import io.autocdc.dsl.View;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Location;
import io.autocdc.dsl.problem.Locations;
import io.autocdc.dsl.problem.Suggestions;
import io.autocdc.dsl.problem.TextPlace;
import io.autocdc.dsl.read.PipelineAssembly;
import io.autocdc.dsl.read.Places;
import io.autocdc.dsl.read.ReadExpectation;
import io.autocdc.dsl.read.StreamCalls;
import io.autocdc.dsl.read.Text;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Reads an action of type transform: a view. */
final class TransformActionReader {

  private static final Set<String> TYPES = new TreeSet<>(Set.of("sql", "data_quality"));
  private static final Set<String> TYPES_OF_OTHERS = Set.of("python", "temp_table", "schema");

  private final PipelineAssembly assembly;

  TransformActionReader(PipelineAssembly assembly) {
    this.assembly = assembly;
  }

  void read(MapReader action) {
    action.accept("readMode");
    Text target = action.requiredText("target", "name the view that others read from");
    Text type = action.requiredText("transform_type", "choose one of: " + String.join(", ", TYPES));
    if (target == null) {
      return;
    }
    String path = assembly.nextPath(Locations.view(target.value()));
    assembly.locations().put(path, target.location());
    switch (type == null ? probableType(action) : type.value()) {
      case "sql" -> readSql(action, target.value(), path);
      case "data_quality" -> readQuality(action, target.value(), path);
      default -> {
        reportType(action, type);
        addUnreadable(target.value(), path);
      }
    }
  }

  /** So that the keys of an action without a type are read as what they are for. */
  private static String probableType(MapReader action) {
    return action.keys().contains("expectations") || action.keys().contains("expectations_file")
        ? "data_quality"
        : "sql";
  }

  private void readSql(MapReader action, String name, String path) {
    List<Text> sources = action.texts("source");
    if (sources != null) {
      sources.forEach(assembly::mention);
    }
    Text sql = sql(action);
    action.reportUnknownKeys();
    if (sql == null) {
      addUnreadable(name, path);
      return;
    }
    Places.put(assembly.locations(), path + "/sql", sql);
    assembly.add(new View.SqlView(name, StreamCalls.remove(sql.value())));
  }

  private Text sql(MapReader action) {
    boolean inline = action.has("sql");
    boolean file = action.has("sql_path");
    if (inline && file) {
      report(
          action,
          action.keyLocation("sql_path"),
          ErrorCode.CONFLICTING_OPTIONS,
          "a sql transform has both sql and sql_path",
          "they exclude each other",
          "keep one of them");
    } else if (!inline && !file) {
      report(
          action,
          action.location(),
          ErrorCode.MISSING_KEY,
          "a sql transform has no sql",
          "it is required",
          "add sql or sql_path");
      return null;
    }
    Text text = inline ? action.text("sql") : fileText(action);
    return text == null ? null : text.stripped();
  }

  private Text fileText(MapReader action) {
    Text name = action.identifier("sql_path");
    if (name == null) {
      return null;
    }
    ReadContext context = action.context();
    Path file = context.layout().find(name.value().strip(), name.location(), "sql");
    if (file == null) {
      report(
          action,
          name.location(),
          ErrorCode.FILE_NOT_FOUND,
          "there is no file '" + name.value() + "'",
          "it is looked for in the project folder",
          "check the name, or write the query itself under sql");
      return null;
    }
    String text = context.layout().read(file, context.problems());
    if (text == null) {
      return null;
    }
    Location start = new Location(context.layout().display(file), 1, 1);
    return context
        .tokens()
        .resolve(
            new YamlNode.Scalar(start, text, new TextPlace(start, 1), false), context.problems());
  }

  private void readQuality(MapReader action, String name, String path) {
    Text source = action.requiredText("source", "name the source or view whose rows are checked");
    List<ReadExpectation> rules = new ExpectationsReader(action.context()).readOfView(action);
    action.reportUnknownKeys();
    if (source == null) {
      addUnreadable(name, path);
      return;
    }
    Places.put(assembly.locations(), path + "/source", source);
    ReadExpectation.place(rules, assembly.locations(), path);
    assembly.add(new View.QualityView(name, source.value(), ReadExpectation.rules(rules)));
  }

  /** Keeps the name known that an action of unknown type defines. */
  void readUnknown(MapReader action) {
    Text target = action.has("target") ? action.text("target") : null;
    if (target != null) {
      String path = assembly.nextPath(Locations.view(target.value()));
      assembly.locations().put(path, target.location());
      addUnreadable(target.value(), path);
    }
  }

  /** Keeps the name known, so that its readers are not reported as well. */
  private void addUnreadable(String name, String path) {
    assembly.locations().markBroken(path + "/sql");
    assembly.add(new View.SqlView(name, ""));
  }

  private static void reportType(MapReader action, Text type) {
    boolean ofOthers = TYPES_OF_OTHERS.contains(type.value());
    report(
        action,
        type.location(),
        ofOthers ? ErrorCode.NOT_AVAILABLE : ErrorCode.INVALID_VALUE,
        "the transform_type is '" + type.value() + "'",
        ofOthers ? "it cannot be run here" : "there is no such type",
        ofOthers
            ? "express it with transform_type: sql"
            : Suggestions.didYouMean(type.value(), TYPES));
  }

  private static void report(
      MapReader action, Location location, ErrorCode code, String what, String why, String remedy) {
    action.context().problems().error(location, code, what, why, remedy);
  }
}
