// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.yaml;

import io.autocdc.dsl.AutoCdcFlow;
import io.autocdc.dsl.AutoCdcFlow.Parameter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads {@code cdc_config}: the parameters of an AUTO CDC flow. */
final class CdcConfigReader {

  private static final Pattern STRUCT =
      Pattern.compile("\\s*STRUCT\\s*\\((.*)\\)\\s*", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  private final ParameterReader parameters;
  private final MapReader config;

  CdcConfigReader(ParameterReader parameters) {
    this.parameters = parameters;
    this.config = parameters.config();
  }

  void read(AutoCdcFlow.Builder flow) {
    parameters.shared(flow);
    sequence(Parameter.SEQUENCE_BY, flow::sequenceBy);
    sequence(Parameter.SYSTEM_SEQUENCE_BY, flow::systemSequenceBy);
    parameters.condition(Parameter.APPLY_AS_DELETES, flow::applyAsDeletes);
    parameters.condition(Parameter.APPLY_AS_TRUNCATES, flow::applyAsTruncates);
    parameters.bool(Parameter.IGNORE_NULL_UPDATES, flow::ignoreNullUpdates);
    parameters.list(Parameter.IGNORE_NULL_UPDATES_COLUMN_LIST, flow::ignoreNullUpdatesOn);
    parameters.list(
        Parameter.IGNORE_NULL_UPDATES_EXCEPT_COLUMN_LIST, flow::ignoreNullUpdatesExcept);
    parameters.text(Parameter.COLUMNS_TO_UPDATE, flow::columnsToUpdate);
    duration(Parameter.TOMBSTONE_RETENTION, flow::tombstoneRetention);
    duration(Parameter.HISTORY_RETENTION, flow::historyRetention);
    config.reportUnknownKeys();
  }

  /** A column, a list of columns, or Lakeflow's {@code STRUCT(a, b)}. */
  private void sequence(String parameter, Consumer<List<String>> sink) {
    boolean single = config.mapping().get(parameter) instanceof YamlNode.Scalar;
    parameters.list(
        parameter,
        columns -> {
          Matcher struct = STRUCT.matcher(columns.isEmpty() ? "" : columns.get(0));
          sink.accept(single && struct.matches() ? fields(struct.group(1)) : columns);
        });
  }

  private static List<String> fields(String list) {
    List<String> fields = new ArrayList<>();
    for (String field : list.split(",", -1)) {
      String name = field.strip();
      boolean quoted = name.length() > 2 && name.startsWith("`") && name.endsWith("`");
      fields.add(quoted ? name.substring(1, name.length() - 1).replace("``", "`") : name);
    }
    return fields;
  }

  private void duration(String parameter, Consumer<Duration> sink) {
    parameters.read(parameter, () -> sink.accept(LoadActionReader.duration(config, parameter)));
  }
}
