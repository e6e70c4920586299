// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.yaml;

import io.autocdc.dsl.AutoCdcFlow.Parameter;
import io.autocdc.dsl.InvalidRowPolicy;
import io.autocdc.dsl.KeyedFlow;
import io.autocdc.dsl.ScdType;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Locations;
import io.autocdc.dsl.read.Places;
import io.autocdc.dsl.read.Text;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Reads the parameters of a flow, and remembers where they stand. */
final class ParameterReader {

  private static final String SCD_TYPE = "scd_type";

  private final MapReader config;
  private final Locations locations;
  private final String path;

  /**
   * @param path path of the flow's pieces
   */
  ParameterReader(MapReader config, Locations locations, String path) {
    this.config = config;
    this.locations = locations;
    this.path = path;
  }

  MapReader config() {
    return config;
  }

  /** Remembers where a value stands, and whether it could be read. */
  void read(String parameter, Runnable reader) {
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

  void text(String parameter, Consumer<String> sink) {
    read(parameter, () -> accept(parameter, config.text(parameter), sink));
  }

  /** A text of SQL, around which white space means nothing. */
  void condition(String parameter, Consumer<String> sink) {
    read(
        parameter,
        () -> {
          Text text = config.text(parameter);
          accept(parameter, text == null ? null : text.stripped(), sink);
        });
  }

  private void accept(String parameter, Text text, Consumer<String> sink) {
    if (text != null) {
      Places.put(locations, path + "/" + parameter, text);
      sink.accept(text.value());
    }
  }

  void bool(String parameter, Consumer<Boolean> sink) {
    read(
        parameter,
        () -> {
          Boolean value = config.bool(parameter);
          if (value != null) {
            sink.accept(value);
          }
        });
  }

  void list(String parameter, Consumer<List<String>> sink) {
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

  <E extends Enum<E>> void word(String parameter, Class<E> type, Consumer<E> sink) {
    read(
        parameter,
        () -> {
          E value = Enums.read(config, parameter, type);
          if (value != null) {
            sink.accept(value);
          }
        });
  }

  /** What flows of changes and of snapshots have in common. */
  void shared(KeyedFlow.Builder flow) {
    list(Parameter.KEYS, flow::keys);
    list(Parameter.COLUMN_LIST, flow::columns);
    list(Parameter.EXCEPT_COLUMN_LIST, flow::exceptColumns);
    scdType(flow::storedAsScdType);
    list(Parameter.TRACK_HISTORY_COLUMN_LIST, flow::trackHistory);
    list(Parameter.TRACK_HISTORY_EXCEPT_COLUMN_LIST, flow::trackHistoryExcept);
    word(Parameter.ON_INVALID_ROW, InvalidRowPolicy.class, flow::onInvalidRow);
  }

  /** The SCD type, under its long or its short name. */
  private void scdType(Consumer<ScdType> sink) {
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
    longName.or(() -> shortName).ifPresent(sink);
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
      Places.markScdTypeUnknown(locations, path);
    }
    return type;
  }
}
