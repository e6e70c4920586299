// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.yaml;

import io.autocdc.dsl.AutoCdcFlow;
import io.autocdc.dsl.Pipeline;
import io.autocdc.dsl.Source;
import io.autocdc.dsl.StreamingTable;
import io.autocdc.dsl.TableName;
import io.autocdc.dsl.View;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Locations;
import io.autocdc.dsl.problem.Suggestions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Puts the flowgroups of one pipeline together. */
final class PipelineAssembly {

  private final Pipeline.Builder builder;
  private final Map<TableName, Map<String, String>> tables = new LinkedHashMap<>();
  private final Set<String> relations = new LinkedHashSet<>();
  private final Map<String, Integer> names = new HashMap<>();
  private final List<Text> mentioned = new ArrayList<>();

  PipelineAssembly(String name) {
    this.builder = Pipeline.named(name);
  }

  Pipeline.Builder builder() {
    return builder;
  }

  Locations locations() {
    return builder.locations();
  }

  /** The path of the next piece of that name, from one of the methods of {@link Locations}. */
  String nextPath(String path) {
    return Locations.nth(path, names.merge(path, 1, Integer::sum));
  }

  void add(Source source, boolean schemaIsBroken) {
    relations.add(source.name());
    if (schemaIsBroken) {
      builder.sourceWithBrokenSchema(source);
    } else {
      builder.source(source);
    }
  }

  void add(View view) {
    relations.add(view.name());
    builder.view(view);
  }

  void add(AutoCdcFlow.Builder flow) {
    builder.autoCdcFlow(flow);
  }

  /** Several actions can write one table; what they say about it counts together. */
  void addTable(TableName name, Text table, Map<String, Text> properties) {
    Map<String, String> known = tables.get(name);
    String path = Locations.table(name.toString());
    if (known == null) {
      known = new TreeMap<>();
      tables.put(name, known);
      locations().put(path, table.location());
    }
    for (Map.Entry<String, Text> property : properties.entrySet()) {
      Text value = property.getValue();
      String before = known.putIfAbsent(property.getKey(), value.value());
      if (before == null) {
        locations().put(path + "/properties/" + property.getKey(), value.location());
      } else if (!before.equals(value.value())) {
        builder
            .problems()
            .error(
                value.location(),
                ErrorCode.CONFLICTING_OPTIONS,
                "table '"
                    + name
                    + "' has the property '"
                    + property.getKey()
                    + "' twice: '"
                    + before
                    + "' and '"
                    + value.value()
                    + "'",
                "a table has one value for a property",
                "keep one of them");
      }
    }
  }

  /** Remembers a name that must be a source or view of the pipeline, wherever it is defined. */
  void mention(Text name) {
    mentioned.add(name);
  }

  /** Completes the pipeline once all flowgroups are read. */
  void finish() {
    tables.forEach(
        (name, properties) -> builder.streamingTable(new StreamingTable(name, properties)));
    for (Text name : mentioned) {
      if (!relations.contains(name.value())) {
        builder
            .problems()
            .error(
                name.location(),
                ErrorCode.UNKNOWN_SOURCE,
                "a view reads from '" + name.value() + "'",
                "there is no source or view of that name",
                Suggestions.didYouMean(name.value(), relations));
      }
    }
  }
}
