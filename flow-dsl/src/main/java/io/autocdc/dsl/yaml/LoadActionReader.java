// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.yaml;

import io.autocdc.dsl.ChangeFeeds;
import io.autocdc.dsl.Durations;
import io.autocdc.dsl.FileOptions;
import io.autocdc.dsl.KafkaOptions;
import io.autocdc.dsl.ReadMode;
import io.autocdc.dsl.Source;
import io.autocdc.dsl.SourceTypes;
import io.autocdc.dsl.SourceTypes.SourceType;
import io.autocdc.dsl.TableFeeds;
import io.autocdc.dsl.Watermark;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Locations;
import io.autocdc.dsl.read.PipelineAssembly;
import io.autocdc.dsl.read.Places;
import io.autocdc.dsl.read.Text;
import io.autocdc.dsl.type.TableSchema;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads an action of type load: a source. */
final class LoadActionReader {

  /** Options of Databricks Auto Loader; those without another name are not needed here. */
  private static final String AUTO_LOADER = "cloudFiles.";

  /** Options that can be lists. */
  private static final Set<String> LISTS =
      Set.of(
          ChangeFeeds.PRIMARY_KEY,
          FileOptions.PARTITION_COLUMNS,
          KafkaOptions.TOPICS,
          TableFeeds.SEQUENCE_FIELD);

  private final PipelineAssembly assembly;

  LoadActionReader(PipelineAssembly assembly) {
    this.assembly = assembly;
  }

  void read(MapReader action) {
    Text target = action.requiredText("target", "name the view that others read from");
    ReadMode mode = Enums.read(action, "readMode", ReadMode.class);
    action.requireKey("source", "say what is loaded: source: { type: files, path: ... }");
    MapReader source = action.map("source", "source");
    action.reportUnknownKeys();
    if (target == null) {
      return;
    }
    String path = assembly.nextPath(Locations.source(target.value()));
    Locations locations = assembly.locations();
    locations.put(path, action.valueLocation("source"));
    locations.put(path + "/name", target.location());
    if (mode != null) {
      locations.put(path + "/read_mode", action.valueLocation("readMode"));
    }
    ReadMode readMode = mode == null ? ReadMode.STREAM : mode;
    if (source == null) {
      markUnreadable(path);
      assembly.add(
          new Source(target.value(), SourceTypes.FILES, readMode, Map.of(), null, null), true);
      return;
    }
    read(source, target.value(), readMode, path);
  }

  /**
   * Reads a source that stands where a flow reads it: files or a table, unless it says otherwise.
   */
  void readInline(MapReader source, String name) {
    String path = assembly.nextPath(Locations.source(name));
    assembly.locations().put(path, source.location());
    if (source.has("type")) {
      read(source, name, ReadMode.STREAM, path);
    } else {
      YamlNode table = source.mapping().get(SourceTypes.TABLE);
      String type =
          table == null
              ? SourceTypes.FILES
              : SourceTypes.ofTable(table instanceof YamlNode.Scalar text ? text.text() : "");
      readAs(type, source, name, ReadMode.STREAM, path);
    }
  }

  private void read(MapReader source, String name, ReadMode mode, String path) {
    Text type =
        source.requiredText("type", "choose one of: " + String.join(", ", SourceTypes.names()));
    if (type == null) {
      assembly.locations().markBroken(path + "/type");
      markUnreadable(path);
    } else {
      assembly.locations().put(path + "/type", type.location());
    }
    readAs(type == null ? SourceTypes.FILES : type.value(), source, name, mode, path);
  }

  private void readAs(String type, MapReader source, String name, ReadMode mode, String path) {
    Optional<SourceType> known = SourceTypes.find(type);
    TableSchema schema =
        source.has("schema") ? new SchemaReader(source.context()).read(source) : null;
    if (source.has("schema")) {
      assembly.locations().put(path + "/schema", source.valueLocation("schema"));
    }
    Watermark watermark = watermark(source, path);
    Map<String, String> options =
        type.equals(SourceTypes.SQL) ? sqlOptions(source, path) : options(source, known, path);
    source.acceptWithWarning("schema_evolution_mode", "rescue_data_column", "schemaHints");
    source.accept("description");
    if (known.isPresent()) {
      source.reportUnknownKeys();
    }
    assembly.add(
        new Source(
            name, known.map(SourceType::name).orElse(type), mode, options, schema, watermark),
        source.has("schema"));
  }

  /** A query stands under a name of its own, too; its characters have their places. */
  private Map<String, String> sqlOptions(MapReader source, String path) {
    Map<String, String> options = new LinkedHashMap<>();
    boolean reads = false;
    for (String option : List.of(SourceTypes.QUERY, SourceTypes.DEFINITION)) {
      reads |= source.has(option);
      putSql(options, option, source.text(option), path);
    }
    putSql(
        options,
        SourceTypes.UNPAIRED_UPDATE_BEFORE,
        source.text(SourceTypes.UNPAIRED_UPDATE_BEFORE),
        path);
    boolean aliased = source.has(SqlText.SQL) || source.has(SqlText.SQL_PATH);
    Text sql = SqlText.find(source, "the source");
    if (source.has(SourceTypes.QUERY) && aliased) {
      source
          .context()
          .problems()
          .error(
              source.keyLocation(source.has(SqlText.SQL) ? SqlText.SQL : SqlText.SQL_PATH),
              ErrorCode.CONFLICTING_OPTIONS,
              "the source has both query and sql",
              "they are names of one thing",
              "keep one of them");
    } else {
      putSql(options, SourceTypes.QUERY, sql, path);
    }
    boolean found =
        options.containsKey(SourceTypes.QUERY) || options.containsKey(SourceTypes.DEFINITION);
    if ((reads || aliased) && !found) {
      assembly.locations().markBroken(path + "/options/" + SourceTypes.DEFINITION);
    }
    return options;
  }

  private void putSql(Map<String, String> options, String option, Text sql, String path) {
    if (sql != null) {
      Text stripped = sql.stripped();
      options.put(option, stripped.value());
      Places.put(assembly.locations(), path + "/options/" + option, stripped);
    }
  }

  /** Options stand beside the type or under {@code options}. */
  private Map<String, String> options(MapReader source, Optional<SourceType> type, String path) {
    Map<String, Text> found = new LinkedHashMap<>();
    if (type.isPresent()) {
      for (String name : type.get().names()) {
        String option = type.get().canonical(name);
        int before = source.context().problems().size();
        Text value = LISTS.contains(option) ? list(source, name) : source.identifier(name);
        if (value != null) {
          put(source, found, name, option, value);
        } else if (source.context().problems().size() > before) {
          assembly.locations().markBroken(path + "/" + option);
        }
      }
    }
    if (type.filter(known -> known.name().equals(SourceTypes.DELTA)).isPresent()) {
      putDatabase(source, found);
    }
    MapReader nested = source.map("options", "options");
    if (nested != null) {
      nested
          .allTexts()
          .forEach(
              (key, value) -> {
                String option = type.map(known -> known.canonical(key)).orElse(key);
                readNested(source, nested, found, key, option, value);
              });
    }
    Map<String, String> options = new LinkedHashMap<>();
    found.forEach(
        (key, value) -> {
          options.put(key, value.value());
          assembly.locations().put(path + "/options/" + key, value.location());
        });
    return options;
  }

  /** Lakehouse Plumber has the catalog and the schema of a table beside its name. */
  private static void putDatabase(MapReader source, Map<String, Text> found) {
    Text table = found.get(SourceTypes.TABLE);
    Text database = table == null ? null : source.identifier(ChangeFeeds.DATABASE);
    if (database != null) {
      found.put(
          SourceTypes.TABLE,
          new Text(database.value() + "." + table.value(), table.location(), null));
    }
  }

  /** Names as a list, or as a text with commas between them. */
  private static Text list(MapReader source, String option) {
    if (!(source.mapping().get(option) instanceof YamlNode.Sequence)) {
      return source.identifier(option);
    }
    List<Text> names = source.texts(option);
    return names.isEmpty()
        ? null
        : new Text(
            names.stream().map(Text::value).collect(Collectors.joining(", ")),
            names.get(0).location(),
            null);
  }

  private void readNested(
      MapReader source,
      MapReader nested,
      Map<String, Text> found,
      String key,
      String option,
      Text value) {
    if (option.startsWith(AUTO_LOADER)) {
      nested.noEffect(key, nested.keyLocation(key));
    } else {
      put(source, found, key, option, value);
    }
  }

  private static void put(
      MapReader source, Map<String, Text> found, String key, String option, Text value) {
    Text other = found.putIfAbsent(option, value);
    if (other != null && !other.value().equals(value.value())) {
      source.invalidValue(
          value, key, "it once: it stands there already, as '" + other.value() + "'");
    }
  }

  private Watermark watermark(MapReader source, String path) {
    MapReader watermark = source.map("watermark", "watermark");
    if (watermark == null) {
      return null;
    }
    Text column = watermark.requiredText("column", "name a timestamp column");
    Duration delay = duration(watermark, "max_out_of_orderness");
    watermark.reportUnknownKeys();
    Places.put(assembly.locations(), path + "/watermark/column", column);
    return column == null
        ? null
        : new Watermark(column.value(), delay == null ? Duration.ZERO : delay);
  }

  /** A length of time; null if there is none or it has another form, which is reported. */
  static Duration duration(MapReader reader, String key) {
    Text text = reader.text(key);
    if (text == null) {
      return null;
    }
    Optional<Duration> duration = Durations.parse(text.value());
    if (duration.isEmpty()) {
      reader.invalidValue(text, key, Durations.FORMS);
    }
    return duration.orElse(null);
  }

  private void markUnreadable(String path) {
    for (String piece : new String[] {"path", "format", "schema"}) {
      assembly.locations().markBroken(path + "/" + piece);
    }
  }
}
