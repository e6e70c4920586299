// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.yaml;

import io.autocdc.dsl.AutoCdcFlow;
import io.autocdc.dsl.AutoCdcFlow.Parameter;
import io.autocdc.dsl.ColumnSelection;
import io.autocdc.dsl.Durations;
import io.autocdc.dsl.Expectation;
import io.autocdc.dsl.FlinkInsert;
import io.autocdc.dsl.Flow;
import io.autocdc.dsl.InvalidRowPolicy;
import io.autocdc.dsl.LowerVersionPolicy;
import io.autocdc.dsl.Pipeline;
import io.autocdc.dsl.SnapshotCdcFlow;
import io.autocdc.dsl.Source;
import io.autocdc.dsl.SourceTypes;
import io.autocdc.dsl.SourceTypes.SourceType;
import io.autocdc.dsl.StreamingTable;
import io.autocdc.dsl.TableName;
import io.autocdc.dsl.View;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Prints a pipeline as a flowgroup that reads back as an equal pipeline. */
public final class YamlWriter {

  private static final int ACTION = 4;
  private static final int PART = 6;
  private static final int CONFIG = 8;

  private final YamlText out = new YamlText();

  /** Tables of which only the name is written where they come again. */
  private final Map<TableName, StreamingTable> unwrittenTables = new HashMap<>();

  private YamlWriter() {}

  /** The text of a pipeline file. */
  public static String write(Pipeline pipeline) {
    YamlWriter writer = new YamlWriter();
    writer.writePipeline(pipeline);
    return writer.out.toString();
  }

  private void writePipeline(Pipeline pipeline) {
    out.text(0, "pipeline", pipeline.name());
    out.text(0, "flowgroup", pipeline.name());
    boolean empty =
        pipeline.sources().isEmpty()
            && pipeline.views().isEmpty()
            && pipeline.tables().isEmpty()
            && pipeline.flows().isEmpty()
            && pipeline.declarations().isEmpty()
            && pipeline.inserts().isEmpty();
    out.line(0, empty ? "actions: []" : "actions:");
    for (String declaration : pipeline.declarations()) {
      startAction("declare", "declare");
      out.text(ACTION, SqlText.SQL, declaration);
    }
    pipeline.sources().forEach(this::writeSource);
    pipeline.views().forEach(this::writeView);
    pipeline.tables().forEach(table -> unwrittenTables.put(table.name(), table));
    if (!tablesComeWithFlows(pipeline)) {
      pipeline.tables().forEach(this::writeTable);
    }
    pipeline.flows().forEach(this::writeFlow);
    pipeline.inserts().forEach(this::writeInsert);
  }

  private void writeInsert(FlinkInsert insert) {
    startAction("insert_into_" + insert.target(), "write");
    out.line(ACTION, "write_target:");
    out.line(PART, "type: sink");
    out.line(PART, "sink_type: sql");
    out.text(PART, SqlText.SQL, insert.sql());
  }

  /** True if the tables are those that the flows write, in the order of their first use. */
  private static boolean tablesComeWithFlows(Pipeline pipeline) {
    Set<TableName> targets = new LinkedHashSet<>();
    pipeline.flows().stream().map(Flow::target).forEach(targets::add);
    return List.copyOf(targets)
        .equals(pipeline.tables().stream().map(StreamingTable::name).toList());
  }

  private void writeSource(Source source) {
    startAction("load_" + source.name(), "load");
    out.text(ACTION, "readMode", source.readMode().name().toLowerCase(Locale.ROOT));
    out.line(ACTION, "source:");
    out.text(PART, "type", source.type());
    Map<String, String> others = new TreeMap<>(source.options());
    SourceTypes.find(source.type()).ifPresent(type -> writeKnownOptions(type, others));
    if (source.schema() != null) {
      out.text(PART, "schema", source.schema().toString());
    }
    if (source.watermark() != null) {
      out.line(PART, "watermark:");
      out.text(CONFIG, "column", source.watermark().column());
      out.text(
          CONFIG, "max_out_of_orderness", Durations.format(source.watermark().maxOutOfOrderness()));
    }
    writeMap(PART, "options", others);
    out.text(ACTION, "target", source.name());
  }

  private void writeKnownOptions(SourceType type, Map<String, String> options) {
    for (String option : type.options()) {
      String value = options.remove(option);
      if (value != null) {
        out.text(PART, option, value);
      }
    }
  }

  private void writeView(View view) {
    startAction("transform_" + view.name(), "transform");
    if (view instanceof View.SqlView sql) {
      out.line(ACTION, "transform_type: sql");
      out.text(ACTION, "sql", sql.sql());
    } else if (view instanceof View.QualityView quality) {
      out.line(ACTION, "transform_type: data_quality");
      out.text(ACTION, "source", quality.source());
      writeExpectations(ACTION, quality.expectations());
    }
    out.text(ACTION, "target", view.name());
  }

  private void writeExpectations(int indent, List<Expectation> rules) {
    out.line(indent, rules.isEmpty() ? "expectations: []" : "expectations:");
    for (Expectation rule : rules) {
      out.item(indent + 2, "name", rule.name());
      out.text(indent + 4, "expression", rule.condition());
      out.text(indent + 4, "action", rule.action().name().toLowerCase(Locale.ROOT));
    }
  }

  /** An action that declares a table and has no flow. */
  private void writeTable(StreamingTable table) {
    startAction("create_" + table.name().table(), "write");
    writeTarget(table.name());
    out.line(PART, "create_table: true");
  }

  private void writeTarget(TableName name) {
    out.line(ACTION, "write_target:");
    out.line(PART, "type: streaming_table");
    out.text(PART, "catalog", name.catalog());
    out.text(PART, "schema", name.schema());
    out.text(PART, "table", name.table());
    StreamingTable table = unwrittenTables.remove(name);
    if (table != null) {
      writeMap(PART, "table_properties", table.properties());
      if (!table.expectations().isEmpty()) {
        writeExpectations(PART, table.expectations());
      }
    }
  }

  private void writeFlow(Flow flow) {
    startAction(flow.name(), "write");
    out.text(ACTION, "source", flow.source());
    if (flow.once()) {
      out.line(ACTION, "once: true");
    }
    writeTarget(flow.target());
    if (flow instanceof AutoCdcFlow changes) {
      writeChanges(changes);
    } else if (flow instanceof SnapshotCdcFlow snapshots) {
      writeSnapshots(snapshots);
    } else {
      out.line(PART, "mode: standard");
      writeInvalidRowPolicy(PART, flow);
    }
  }

  private void writeSnapshots(SnapshotCdcFlow flow) {
    out.line(PART, "mode: snapshot_cdc");
    out.line(PART, "snapshot_cdc_config:");
    out.list(CONFIG, Parameter.KEYS, flow.keys());
    out.line(CONFIG, "scd_type: " + flow.scdType());
    writeSelection(Parameter.COLUMN_LIST, Parameter.EXCEPT_COLUMN_LIST, flow.columns());
    writeSelection(
        Parameter.TRACK_HISTORY_COLUMN_LIST,
        Parameter.TRACK_HISTORY_EXCEPT_COLUMN_LIST,
        flow.trackHistory());
    writeInvalidRowPolicy(CONFIG, flow);
    if (flow.onLowerVersion() != LowerVersionPolicy.ERROR) {
      out.line(CONFIG, SnapshotCdcFlow.Parameter.ON_LOWER_VERSION + ": skip");
    }
    if (flow.allowEmptySnapshot()) {
      out.line(CONFIG, SnapshotCdcFlow.Parameter.ALLOW_EMPTY_SNAPSHOT + ": true");
    }
  }

  private void writeChanges(AutoCdcFlow flow) {
    out.line(PART, "mode: cdc");
    out.line(PART, "cdc_config:");
    out.list(CONFIG, Parameter.KEYS, flow.keys());
    out.list(CONFIG, Parameter.SEQUENCE_BY, flow.sequenceBy());
    if (!flow.systemSequenceBy().isEmpty()) {
      out.list(CONFIG, Parameter.SYSTEM_SEQUENCE_BY, flow.systemSequenceBy());
    }
    out.line(CONFIG, "scd_type: " + flow.scdType());
    writeText(Parameter.APPLY_AS_DELETES, flow.applyAsDeletes());
    writeText(Parameter.APPLY_AS_TRUNCATES, flow.applyAsTruncates());
    writeSelection(Parameter.COLUMN_LIST, Parameter.EXCEPT_COLUMN_LIST, flow.columns());
    writeSelection(
        Parameter.TRACK_HISTORY_COLUMN_LIST,
        Parameter.TRACK_HISTORY_EXCEPT_COLUMN_LIST,
        flow.trackHistory());
    writeIgnoreNull(flow.ignoreNullUpdates());
    writeText(Parameter.COLUMNS_TO_UPDATE, flow.columnsToUpdate());
    writeInvalidRowPolicy(CONFIG, flow);
    writeDuration(Parameter.TOMBSTONE_RETENTION, flow.tombstoneRetention());
    writeDuration(Parameter.HISTORY_RETENTION, flow.historyRetention());
  }

  private void writeInvalidRowPolicy(int indent, Flow flow) {
    if (flow.onInvalidRow() != InvalidRowPolicy.QUARANTINE) {
      out.text(
          indent, Parameter.ON_INVALID_ROW, flow.onInvalidRow().name().toLowerCase(Locale.ROOT));
    }
  }

  private void writeIgnoreNull(ColumnSelection ignored) {
    if (ignored instanceof ColumnSelection.All) {
      out.line(CONFIG, Parameter.IGNORE_NULL_UPDATES + ": true");
    } else if (ignored != null) {
      writeSelection(
          Parameter.IGNORE_NULL_UPDATES_COLUMN_LIST,
          Parameter.IGNORE_NULL_UPDATES_EXCEPT_COLUMN_LIST,
          ignored);
    }
  }

  private void writeSelection(String list, String exceptList, ColumnSelection selection) {
    if (selection instanceof ColumnSelection.Only only) {
      out.list(CONFIG, list, only.columns());
    } else if (selection instanceof ColumnSelection.Except except) {
      out.list(CONFIG, exceptList, except.columns());
    }
  }

  private void writeText(String parameter, String value) {
    if (value != null) {
      out.text(CONFIG, parameter, value);
    }
  }

  private void writeDuration(String parameter, Duration value) {
    if (value != null) {
      out.text(CONFIG, parameter, Durations.format(value));
    }
  }

  private void writeMap(int indent, String key, Map<String, String> values) {
    if (!values.isEmpty()) {
      out.line(indent, key + ":");
      values.forEach((name, value) -> out.text(indent + 2, name, value));
    }
  }

  private void startAction(String name, String type) {
    out.item(2, "name", name);
    out.line(ACTION, "type: " + type);
  }
}
