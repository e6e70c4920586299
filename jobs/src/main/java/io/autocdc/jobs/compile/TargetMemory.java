// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.compile;

import io.autocdc.dsl.ResolvedFlow;
import io.autocdc.dsl.TargetPast;
import io.autocdc.dsl.type.Column;
import io.autocdc.operators.TargetTopology;
import io.autocdc.spi.TableCatalog.TableDescription;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Keeps {@link TargetPast} in the properties of the table. */
final class TargetMemory {

  /** Followed by the name of a flow. */
  private static final String COLUMNS = "autocdc.columns.";

  private static final String TRACKED = "autocdc.tracked-columns";

  private static final String PARTIAL = "autocdc.partial-updates";

  private TargetMemory() {}

  /** What an existing table remembers. */
  static TargetPast of(TableDescription table) {
    Map<String, Set<String>> brought = new LinkedHashMap<>();
    table
        .properties()
        .forEach(
            (key, value) -> {
              if (key.startsWith(COLUMNS)) {
                brought.put(key.substring(COLUMNS.length()), decode(value));
              }
            });
    Set<String> names = brought.values().stream().flatMap(Set::stream).collect(Collectors.toSet());
    List<Column> columns =
        table.schema().columns().stream().filter(column -> names.contains(column.name())).toList();
    return new TargetPast(
        columns,
        brought,
        decode(table.properties().getOrDefault(TRACKED, "")),
        Boolean.parseBoolean(table.properties().get(PARTIAL)));
  }

  /**
   * What the table has to remember from now on.
   *
   * @param flows the flows of the target, with its past
   */
  static Map<String, String> toProperties(List<ResolvedFlow> flows) {
    Map<String, String> properties = new LinkedHashMap<>();
    for (ResolvedFlow flow : flows) {
      Stream<String> own = flow.output().stream().map(Column::name).filter(flow::speaksOf);
      properties.put(COLUMNS + flow.flow().name(), encode(own));
    }
    if (flows.get(0).flow().scdType().keepsHistory()) {
      properties.put(TRACKED, encode(ResolvedFlow.tracked(flows).stream()));
    }
    if (TargetTopology.makesPartialUpdates(flows)) {
      properties.put(PARTIAL, "true");
    }
    return properties;
  }

  /** Commas may be in names. */
  private static String encode(Stream<String> names) {
    return names
        .sorted()
        .map(name -> URLEncoder.encode(name, StandardCharsets.UTF_8))
        .collect(Collectors.joining(","));
  }

  private static Set<String> decode(String names) {
    return Stream.of(names.split(","))
        .filter(name -> !name.isEmpty())
        .map(name -> URLDecoder.decode(name, StandardCharsets.UTF_8))
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
