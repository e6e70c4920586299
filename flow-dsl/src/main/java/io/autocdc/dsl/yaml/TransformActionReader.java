// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.yaml;

import io.autocdc.dsl.View;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Location;
import io.autocdc.dsl.problem.Locations;
import io.autocdc.dsl.problem.Suggestions;
import io.autocdc.dsl.read.PipelineAssembly;
import io.autocdc.dsl.read.Places;
import io.autocdc.dsl.read.ReadExpectation;
import io.autocdc.dsl.read.StreamCalls;
import io.autocdc.dsl.read.Text;
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
    Text sql = SqlText.require(action, "a sql transform");
    action.reportUnknownKeys();
    if (sql == null) {
      addUnreadable(name, path);
      return;
    }
    Places.put(assembly.locations(), path + "/sql", sql);
    assembly.add(new View.SqlView(name, StreamCalls.remove(sql.value())));
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
