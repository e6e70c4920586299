// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.yaml;

import io.autocdc.dsl.AppendFlow;
import io.autocdc.dsl.AutoCdcFlow;
import io.autocdc.dsl.AutoCdcFlow.Parameter;
import io.autocdc.dsl.InvalidRowPolicy;
import io.autocdc.dsl.SnapshotCdcFlow;
import io.autocdc.dsl.TableName;
import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Location;
import io.autocdc.dsl.problem.Locations;
import io.autocdc.dsl.read.PipelineAssembly;
import io.autocdc.dsl.read.Places;
import io.autocdc.dsl.read.ReadExpectation;
import io.autocdc.dsl.read.StreamCalls;
import io.autocdc.dsl.read.Text;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Reads an action of type write: a flow and its target. An action with {@code create_table: true}
 * and neither a source nor parameters declares the target only.
 */
final class WriteActionReader {

  private static final String CDC_CONFIG = "cdc_config";
  private static final String SNAPSHOT_CONFIG = "snapshot_cdc_config";

  private final PipelineAssembly assembly;

  WriteActionReader(PipelineAssembly assembly) {
    this.assembly = assembly;
  }

  /** What a flow does with its target; the names are those of {@code mode}. */
  private enum Mode {
    STANDARD,
    CDC,
    SNAPSHOT_CDC
  }

  /**
   * @param actionName name of the action, which is that of the flow
   */
  void read(MapReader action, Text actionName) {
    action.accept("readMode");
    List<Text> sources = action.texts("source");
    Boolean once = action.bool(Parameter.ONCE);
    action.requireKey("write_target", "say where to write");
    MapReader target = action.map("write_target", "write_target");
    boolean hasSource = action.has("source");
    action.reportUnknownKeys();
    if (target == null) {
      return;
    }
    Text type = target.text("type");
    if (type != null && type.value().equals("sink")) {
      readSink(target, sources);
      return;
    }
    checkType(target, type);
    TableName table = readTable(target);
    target.accept("comment", "description", "tags", "temporary");
    target.acceptWithWarning(
        "partition_columns", "cluster_columns", "table_schema", "spark_conf", "row_filter", "path");
    boolean createsTable = Boolean.TRUE.equals(target.bool("create_table"));
    boolean hasConfig = target.has(CDC_CONFIG) || target.has(SNAPSHOT_CONFIG);
    boolean declaresOnly = createsTable && !hasSource && !hasConfig;
    Mode mode = declaresOnly ? null : readMode(target);
    MapReader config = mode == null ? null : readConfig(target, mode);
    if (config != null && table != null && actionName != null) {
      readFlow(action, actionName, sources, once, target, table, mode, config);
    }
    target.reportUnknownKeys();
  }

  private void readFlow(
      MapReader action,
      Text actionName,
      List<Text> sources,
      Boolean once,
      MapReader target,
      TableName table,
      Mode mode,
      MapReader config) {
    Text ownName = config.text(Parameter.NAME);
    Text name = ownName == null ? actionName : ownName;
    String path = assembly.nextPath(Locations.flow(name.value()));
    Locations locations = assembly.locations();
    locations.put(path, mode == Mode.STANDARD ? action.location() : config.location());
    locations.put(path + "/name", name.location());
    locations.put(path + "/target", target.valueLocation("table"));
    ParameterReader parameters = new ParameterReader(config, locations, path);
    switch (mode) {
      case CDC -> {
        AutoCdcFlow.Builder flow = new AutoCdcFlow.Builder(table).named(name.value());
        locations.put(path, target.keyLocation(CDC_CONFIG));
        readSource(action, sources, flow::from, path);
        flow.once(readOnce(action, config, once, path));
        new CdcConfigReader(parameters).read(flow);
        assembly.add(flow);
      }
      case SNAPSHOT_CDC -> {
        SnapshotCdcFlow.Builder flow = new SnapshotCdcFlow.Builder(table).named(name.value());
        locations.put(path, target.keyLocation(SNAPSHOT_CONFIG));
        new SnapshotSourceReader(assembly, action, config, path).read(sources, flow);
        if (readOnce(action, config, once, path)) {
          report(
              action,
              action.valueLocation(Parameter.ONCE),
              ErrorCode.CONFLICTING_OPTIONS,
              "flow '" + name.value() + "' of snapshots runs once",
              "it waits for the next snapshot",
              "remove once");
        }
        new SnapshotConfigReader(parameters).read(flow);
        assembly.add(flow);
      }
      case STANDARD -> {
        AppendFlow.Builder flow = new AppendFlow.Builder(table).named(name.value());
        readSource(action, sources, flow::from, path);
        flow.once(readOnce(action, config, once, path));
        parameters.word(Parameter.ON_INVALID_ROW, InvalidRowPolicy.class, flow::onInvalidRow);
        assembly.add(flow);
      }
    }
  }

  private void readSource(
      MapReader action, List<Text> sources, Consumer<String> flow, String path) {
    String at = path + "/" + Parameter.SOURCE;
    if (sources == null || sources.isEmpty()) {
      assembly.locations().put(at, action.valueLocation("source"));
      if (action.has("source")) {
        assembly.locations().markBroken(at);
      }
      return;
    }
    Places.put(assembly.locations(), at, sources.get(0));
    flow.accept(sources.get(0).value());
    if (sources.size() > 1) {
      action.invalidValue(
          sources.get(1), "second source", "one source; a write action for each of several");
    }
  }

  /** LHP has {@code once} beside the source, Lakeflow among the parameters of the flow. */
  private boolean readOnce(MapReader action, MapReader config, Boolean once, String path) {
    Boolean inner = config.bool(Parameter.ONCE);
    if (once != null && inner != null && !once.equals(inner)) {
      report(
          config,
          config.valueLocation(Parameter.ONCE),
          ErrorCode.CONFLICTING_OPTIONS,
          "once is both " + once + " and " + inner,
          "a flow runs once or not",
          "keep one of them");
    }
    if (once != null || inner != null) {
      assembly
          .locations()
          .put(
              path + "/" + Parameter.ONCE,
              inner == null
                  ? action.valueLocation(Parameter.ONCE)
                  : config.valueLocation(Parameter.ONCE));
    }
    return Boolean.TRUE.equals(inner == null ? once : inner);
  }

  /** An INSERT of Flink into a table of Flink. */
  private void readSink(MapReader target, List<Text> sources) {
    if (sources != null) {
      sources.forEach(assembly::mention);
    }
    target.accept("comment", "description", "tags");
    target.requireKey("sink_type", "write sink_type: sql");
    Text type = target.text("sink_type");
    if (type != null && !type.value().equals(SqlText.SQL)) {
      report(
          target,
          type.location(),
          ErrorCode.NOT_AVAILABLE,
          "the sink_type is '" + type.value() + "'",
          "a sink is a table of Flink here",
          "declare it in a load of type sql, and write sink_type: sql and sql: INSERT INTO ...");
      return;
    }
    Text sql = SqlText.require(target, "the sink");
    target.reportUnknownKeys();
    if (sql != null) {
      assembly.addInsert(StreamCalls.removeFrom(sql));
    }
  }

  private static void checkType(MapReader target, Text type) {
    if (type == null || type.value().equals("streaming_table")) {
      return;
    }
    boolean ofOthers = Set.of("materialized_view").contains(type.value());
    report(
        target,
        type.location(),
        ofOthers ? ErrorCode.NOT_AVAILABLE : ErrorCode.INVALID_VALUE,
        "the type of write_target is '" + type.value() + "'",
        ofOthers ? "it cannot be written here" : "there is no such type",
        "write streaming_table or sink");
  }

  /**
   * The table with its properties and rules; null if its name cannot be read, which is reported.
   */
  private TableName readTable(MapReader target) {
    target.requireKey("table", "name the table");
    Text table = target.identifier("table");
    Text catalog = target.identifier("catalog");
    Text schema = target.identifier("schema");
    Text database = target.identifier("database");
    Map<String, Text> properties = target.textMap("table_properties");
    List<ReadExpectation> rules = new ExpectationsReader(target.context()).readOfTable(target);
    if (table == null) {
      return null;
    }
    if (database != null && (schema != null || catalog != null)) {
      report(
          target,
          database.location(),
          ErrorCode.CONFLICTING_OPTIONS,
          "write_target has both database and " + (schema != null ? "schema" : "catalog"),
          "database stands for both",
          "keep catalog and schema");
    }
    TableName name = name(target, table, catalog, schema, database);
    if (name != null) {
      assembly.addTable(name, table, properties, rules);
      String path = Locations.table(name.toString());
      Places.put(assembly.locations(), path + "/catalog", catalog == null ? database : catalog);
    }
    return name;
  }

  private TableName name(MapReader target, Text table, Text catalog, Text schema, Text database) {
    String defaultCatalog = catalog == null ? TableName.DEFAULT_CATALOG : catalog.value();
    if (schema != null && database == null) {
      return new TableName(defaultCatalog, schema.value(), table.value());
    }
    try {
      if (database == null) {
        return TableName.parse(table.value(), defaultCatalog);
      }
      TableName parsed = TableName.parse(database.value() + ".t", TableName.DEFAULT_CATALOG);
      return new TableName(parsed.catalog(), parsed.schema(), table.value());
    } catch (AutoCdcException e) {
      Text wrong = database == null ? table : database;
      report(
          target,
          wrong.location(),
          ErrorCode.INVALID_TABLE_NAME,
          "'" + wrong.value() + "' is not a table name",
          e.problems().get(0).why(),
          database == null
              ? "write the schema under schema, and the table under table"
              : "write schema or catalog.schema");
      return null;
    }
  }

  /** Null if there is no such mode, which is reported. */
  private static Mode readMode(MapReader target) {
    if (!target.has("mode")) {
      return target.has(CDC_CONFIG)
          ? Mode.CDC
          : target.has(SNAPSHOT_CONFIG) ? Mode.SNAPSHOT_CDC : Mode.STANDARD;
    }
    Mode mode = Enums.read(target, "mode", Mode.class);
    if (mode == null) {
      target.accept(CDC_CONFIG, SNAPSHOT_CONFIG);
    }
    return mode;
  }

  /**
   * The parameters of the flow, those of an appending one beside the table; null if there are none,
   * which is reported.
   */
  private static MapReader readConfig(MapReader target, Mode mode) {
    refuse(target, CDC_CONFIG, mode != Mode.CDC, mode);
    refuse(target, SNAPSHOT_CONFIG, mode != Mode.SNAPSHOT_CDC, mode);
    return switch (mode) {
      case STANDARD -> target;
      case CDC -> {
        target.requireKey(CDC_CONFIG, "add cdc_config with keys and sequence_by");
        yield target.map(CDC_CONFIG, CDC_CONFIG);
      }
      case SNAPSHOT_CDC -> {
        target.requireKey(SNAPSHOT_CONFIG, "add snapshot_cdc_config with source and keys");
        yield target.map(SNAPSHOT_CONFIG, SNAPSHOT_CONFIG);
      }
    };
  }

  private static void refuse(MapReader target, String config, boolean refused, Mode mode) {
    if (target.has(config) && refused) {
      String name = mode.name().toLowerCase(Locale.ROOT);
      report(
          target,
          target.keyLocation(config),
          ErrorCode.CONFLICTING_OPTIONS,
          "write_target of mode " + name + " has a " + config,
          "a flow appends rows, or applies changes, or applies snapshots",
          "remove " + config + ", or change the mode");
    }
  }

  private static void report(
      MapReader reader, Location location, ErrorCode code, String what, String why, String remedy) {
    reader.context().problems().error(location, code, what, why, remedy);
  }
}
