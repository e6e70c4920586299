// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.yaml;

import io.autocdc.dsl.AutoCdcFlow;
import io.autocdc.dsl.AutoCdcFlow.Parameter;
import io.autocdc.dsl.InvalidRowPolicy;
import io.autocdc.dsl.ScdType;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Locations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads {@code cdc_config}: the parameters of an AUTO CDC flow. */
final class CdcConfigReader {

  private static final String SCD_TYPE = "scd_type";

  /** Parameters that no rule can be held against as long as the SCD type is unknown. */
  private static final List<String> DEPENDENT_ON_SCD_TYPE =
      List.of(
          Parameter.STORED_AS_SCD_TYPE,
          Parameter.SYSTEM_SEQUENCE_BY,
          Parameter.APPLY_AS_TRUNCATES,
          Parameter.TRACK_HISTORY_COLUMN_LIST,
          Parameter.TRACK_HISTORY_EXCEPT_COLUMN_LIST);

  private static final Pattern STRUCT =
      Pattern.compile("\\s*STRUCT\\s*\\((.*)\\)\\s*", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  private final MapReader config;
  private final AutoCdcFlow.Builder flow;
  private final Locations locations;
  private final String path;

  /**
   * @param flow takes the parameters
   * @param path path of the flow's pieces
   */
  CdcConfigReader(MapReader config, AutoCdcFlow.Builder flow, Locations locations, String path) {
    this.config = config;
    this.flow = flow;
    this.locations = locations;
    this.path = path;
  }

  void read() {
    list(Parameter.KEYS, flow::keys);
    sequence(Parameter.SEQUENCE_BY, flow::sequenceBy);
    sequence(Parameter.SYSTEM_SEQUENCE_BY, flow::systemSequenceBy);
    text(Parameter.APPLY_AS_DELETES, flow::applyAsDeletes);
    text(Parameter.APPLY_AS_TRUNCATES, flow::applyAsTruncates);
    list(Parameter.COLUMN_LIST, flow::columns);
    list(Parameter.EXCEPT_COLUMN_LIST, flow::exceptColumns);
    scdType();
    list(Parameter.TRACK_HISTORY_COLUMN_LIST, flow::trackHistory);
    list(Parameter.TRACK_HISTORY_EXCEPT_COLUMN_LIST, flow::trackHistoryExcept);
    read(
        Parameter.IGNORE_NULL_UPDATES,
        () -> {
          Boolean ignore = config.bool(Parameter.IGNORE_NULL_UPDATES);
          flow.ignoreNullUpdates(Boolean.TRUE.equals(ignore));
        });
    list(Parameter.IGNORE_NULL_UPDATES_COLUMN_LIST, flow::ignoreNullUpdatesOn);
    list(Parameter.IGNORE_NULL_UPDATES_EXCEPT_COLUMN_LIST, flow::ignoreNullUpdatesExcept);
    text(Parameter.COLUMNS_TO_UPDATE, flow::columnsToUpdate);
    read(
        Parameter.ON_INVALID_ROW,
        () -> {
          InvalidRowPolicy policy =
              Enums.read(config, Parameter.ON_INVALID_ROW, InvalidRowPolicy.class);
          if (policy != null) {
            flow.onInvalidRow(policy);
          }
        });
    duration(Parameter.TOMBSTONE_RETENTION, flow::tombstoneRetention);
    duration(Parameter.HISTORY_RETENTION, flow::historyRetention);
    config.reportUnknownKeys();
  }

  /** Remembers where a value stands, and whether it could be read. */
  private void read(String parameter, Runnable reader) {
    if (!config.has(parameter)) {
      return;
    }
    String at = path + "/" + parameter;
    locations.put(at, config.valueLocation(parameter));
    int before = config.context().problems().size();
    reader.run();
    if (config.context().problems().size() > before) {
      locations.markBroken(at);
    }
  }

  private void text(String parameter, Consumer<String> sink) {
    read(
        parameter,
        () -> {
          Text text = config.text(parameter);
          if (text != null) {
            Places.put(locations, path + "/" + parameter, text);
            sink.accept(text.value());
          }
        });
  }

  private void list(String parameter, Consumer<List<String>> sink) {
    read(
        parameter,
        () -> {
          List<Text> items = config.texts(parameter);
          if (items != null) {
            Places.putItems(locations, path + "/" + parameter, items);
            sink.accept(items.stream().map(Text::value).toList());
          }
        });
  }

  /** A column, a list of columns, or Lakeflow's {@code STRUCT(a, b)}. */
  private void sequence(String parameter, Consumer<List<String>> sink) {
    boolean single = config.mapping().get(parameter) instanceof YamlNode.Scalar;
    list(
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

  private void scdType() {
    Optional<ScdType> shortName = scdType(SCD_TYPE);
    Optional<ScdType> longName = scdType(Parameter.STORED_AS_SCD_TYPE);
    if (shortName.isPresent() && longName.isPresent() && !shortName.equals(longName)) {
      config
          .context()
          .problems()
          .error(
              config.valueLocation(Parameter.STORED_AS_SCD_TYPE),
              ErrorCode.CONFLICTING_OPTIONS,
              "scd_type is " + shortName.get() + " and stored_as_scd_type is " + longName.get(),
              "both name the SCD type",
              "keep one of them");
    }
    longName.or(() -> shortName).ifPresent(flow::storedAsScdType);
  }

  private Optional<ScdType> scdType(String key) {
    Text text = config.text(key);
    if (text == null) {
      return Optional.empty();
    }
    locations.put(path + "/" + Parameter.STORED_AS_SCD_TYPE, text.location());
    Optional<ScdType> type = ScdType.parse(text.value());
    if (type.isEmpty()) {
      config
          .context()
          .problems()
          .error(
              text.location(),
              ErrorCode.INVALID_SCD_TYPE,
              "the " + key + " is '" + text.value() + "'",
              "there is no such type",
              "write 1, 2 or bitemporal");
      DEPENDENT_ON_SCD_TYPE.forEach(parameter -> locations.markBroken(path + "/" + parameter));
    }
    return type;
  }

  private void duration(String parameter, Consumer<Duration> sink) {
    read(parameter, () -> sink.accept(LoadActionReader.duration(config, parameter)));
  }
}
