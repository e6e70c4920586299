// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.yaml;

import io.autocdc.dsl.AutoCdcFlow;
import io.autocdc.dsl.AutoCdcFlow.Parameter;
import io.autocdc.dsl.TableName;
import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Location;
import io.autocdc.dsl.problem.Locations;
import io.autocdc.dsl.problem.Suggestions;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Reads an action of type write: a flow and its target. An action with {@code create_table: true}
 * and neither a source nor a {@code cdc_config} declares the target only.
 */
final class WriteActionReader {

  private static final String CDC_CONFIG = "cdc_config";
  private static final String SNAPSHOT_CONFIG = "snapshot_cdc_config";
  private static final Set<String> MODES = new TreeSet<>(Set.of("cdc", "snapshot_cdc", "standard"));

  private final PipelineAssembly assembly;

  WriteActionReader(PipelineAssembly assembly) {
    this.assembly = assembly;
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
    readType(target);
    TableName table = readTable(target);
    target.accept("comment", "description", "tags", "temporary");
    target.acceptWithWarning(
        "partition_columns", "cluster_columns", "table_schema", "spark_conf", "row_filter", "path");
    boolean createsTable = Boolean.TRUE.equals(target.bool("create_table"));
    boolean declaresOnly = createsTable && !hasSource && !target.has(CDC_CONFIG);
    MapReader config = declaresOnly ? null : readConfig(target);
    target.reportUnknownKeys();
    if (declaresOnly || config == null || table == null || actionName == null) {
      return;
    }
    Text ownName = config.text(Parameter.NAME);
    Text name = ownName == null ? actionName : ownName;
    AutoCdcFlow.Builder flow = new AutoCdcFlow.Builder(table).named(name.value());
    String path = assembly.nextPath(Locations.flow(name.value()));
    Locations locations = assembly.locations();
    locations.put(path, target.keyLocation(CDC_CONFIG));
    locations.put(path + "/name", name.location());
    locations.put(path + "/target", target.valueLocation("table"));
    readSource(action, sources, flow, path);
    readOnce(action, config, once, flow, path);
    new CdcConfigReader(config, flow, locations, path).read();
    assembly.add(flow);
  }

  private void readSource(
      MapReader action, List<Text> sources, AutoCdcFlow.Builder flow, String path) {
    String at = path + "/" + Parameter.SOURCE;
    if (sources == null || sources.isEmpty()) {
      assembly.locations().put(at, action.valueLocation("source"));
      if (action.has("source")) {
        assembly.locations().markBroken(at);
      }
      return;
    }
    Places.put(assembly.locations(), at, sources.get(0));
    flow.from(sources.get(0).value());
    if (sources.size() > 1) {
      action.invalidValue(
          sources.get(1), "second source", "one source; a write action for each of several");
    }
  }

  /** LHP has {@code once} beside the source, Lakeflow among the parameters of the flow. */
  private void readOnce(
      MapReader action, MapReader config, Boolean once, AutoCdcFlow.Builder flow, String path) {
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
    assembly
        .locations()
        .put(
            path + "/" + Parameter.ONCE,
            inner == null
                ? action.valueLocation(Parameter.ONCE)
                : config.valueLocation(Parameter.ONCE));
    flow.once(Boolean.TRUE.equals(inner == null ? once : inner));
  }

  private static void readType(MapReader target) {
    Text type = target.text("type");
    if (type == null || type.value().equals("streaming_table")) {
      return;
    }
    boolean ofOthers = Set.of("materialized_view", "sink").contains(type.value());
    report(
        target,
        type.location(),
        ofOthers ? ErrorCode.NOT_AVAILABLE : ErrorCode.INVALID_VALUE,
        "the type of write_target is '" + type.value() + "'",
        ofOthers ? "it cannot be written here" : "there is no such type",
        "write streaming_table");
  }

  /** The table with its properties; null if its name cannot be read, which is reported. */
  private TableName readTable(MapReader target) {
    target.requireKey("table", "name the table");
    Text table = target.identifier("table");
    Text catalog = target.identifier("catalog");
    Text schema = target.identifier("schema");
    Text database = target.identifier("database");
    Map<String, Text> properties = target.textMap("table_properties");
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
      assembly.addTable(name, table, properties);
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

  /** The parameters of the flow; null if there are none, which is reported. */
  private static MapReader readConfig(MapReader target) {
    Text mode = target.text("mode");
    MapReader config = target.map(CDC_CONFIG, CDC_CONFIG);
    boolean snapshot = target.has(SNAPSHOT_CONFIG);
    String value =
        mode != null
            ? mode.value()
            : target.has(CDC_CONFIG) ? "cdc" : snapshot ? "snapshot_cdc" : "standard";
    Location at = mode == null ? target.location() : mode.location();
    if (!MODES.contains(value)) {
      report(
          target,
          at,
          ErrorCode.INVALID_VALUE,
          "the mode of write_target is '" + value + "'",
          "there is no such mode",
          Suggestions.didYouMean(value, MODES));
      return config;
    }
    if (!value.equals("cdc")) {
      report(
          target,
          at,
          ErrorCode.NOT_AVAILABLE,
          "a write_target of mode " + value + " cannot be run by this version",
          "it comes with a later one",
          "use mode: cdc with a cdc_config");
      return null;
    }
    if (snapshot) {
      report(
          target,
          target.keyLocation(SNAPSHOT_CONFIG),
          ErrorCode.CONFLICTING_OPTIONS,
          "write_target of mode cdc has a snapshot_cdc_config",
          "a flow reads changes or snapshots",
          "keep cdc_config");
    }
    target.requireKey(CDC_CONFIG, "add cdc_config with keys and sequence_by");
    return config;
  }

  private static void report(
      MapReader reader, Location location, ErrorCode code, String what, String why, String remedy) {
    reader.context().problems().error(location, code, what, why, remedy);
  }
}
