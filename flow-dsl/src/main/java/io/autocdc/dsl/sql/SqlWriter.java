// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.sql;

import io.autocdc.dsl.AppendFlow;
import io.autocdc.dsl.AutoCdcFlow;
import io.autocdc.dsl.ColumnSelection;
import io.autocdc.dsl.Durations;
import io.autocdc.dsl.Expectation;
import io.autocdc.dsl.Flow;
import io.autocdc.dsl.InvalidRowPolicy;
import io.autocdc.dsl.LowerVersionPolicy;
import io.autocdc.dsl.Pipeline;
import io.autocdc.dsl.ReadMode;
import io.autocdc.dsl.ScdType;
import io.autocdc.dsl.SnapshotCdcFlow;
import io.autocdc.dsl.Source;
import io.autocdc.dsl.SourceTypes;
import io.autocdc.dsl.StreamingTable;
import io.autocdc.dsl.View;
import io.autocdc.dsl.Watermark;
import io.autocdc.dsl.type.Column;
import io.autocdc.dsl.type.TypeText;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Prints a pipeline as a script that reads back as an equal pipeline. Queries and conditions are
 * printed as they are; a pipeline whose texts are no SQL (its check has errors) gives a script that
 * cannot be read.
 */
public final class SqlWriter {

  private final StringBuilder out = new StringBuilder();

  private SqlWriter() {}

  /** The text of a script. */
  public static String write(Pipeline pipeline) {
    SqlWriter writer = new SqlWriter();
    writer.writePipeline(pipeline);
    return writer.out.toString().replace("${", "$${");
  }

  private void writePipeline(Pipeline pipeline) {
    out.append("SET ").append(SqlNames.text(ScriptReader.PIPELINE_NAME));
    out.append(" = ").append(SqlNames.text(pipeline.name())).append(";\n");
    pipeline.declarations().forEach(this::writeStatement);
    pipeline.sources().forEach(this::writeSource);
    pipeline.views().forEach(this::writeView);
    pipeline.tables().forEach(this::writeTable);
    pipeline.flows().forEach(this::writeFlow);
    pipeline.inserts().forEach(insert -> writeStatement(insert.sql()));
  }

  /** What is handed to Flink as it stands. */
  private void writeStatement(String sql) {
    out.append('\n').append(sql).append(endsWithComment(sql) ? "\n" : "").append(";\n");
  }

  /** The definition of a table of Flink, if a script with it reads back as the same source. */
  private static Optional<String> asItStands(Source source) {
    String definition = source.options().get(SourceTypes.DEFINITION);
    return Optional.ofNullable(definition)
        .filter(sql -> source.type().equals(SourceTypes.SQL))
        .filter(sql -> source.readMode() == ReadMode.STREAM && source.options().size() == 1)
        .filter(FlinkStatements::isFlinkTable)
        .filter(
            sql -> FlinkStatements.createdTable(sql).equals(Optional.of(List.of(source.name()))));
  }

  private void writeSource(Source source) {
    Optional<String> definition = asItStands(source);
    if (definition.isPresent()) {
      writeStatement(definition.get());
      return;
    }
    List<String> elements = new ArrayList<>();
    if (source.schema() != null) {
      source.schema().columns().stream().map(SqlWriter::definition).forEach(elements::add);
    }
    if (source.watermark() != null) {
      elements.add(watermark(source.watermark()));
    }
    Map<String, String> options = new LinkedHashMap<>();
    options.put(SourceTableReader.CONNECTOR, source.type());
    if (source.readMode() == ReadMode.BATCH) {
      options.put(SourceTableReader.READ_MODE, "batch");
    }
    options.putAll(new TreeMap<>(source.options()));
    out.append("\nCREATE TEMPORARY TABLE ").append(SqlNames.name(source.name()));
    if (!elements.isEmpty()) {
      writeBlock(elements);
    }
    out.append(" WITH");
    writeBlock(properties(options));
    out.append(";\n");
  }

  private static String definition(Column column) {
    return SqlNames.name(column.name()) + " " + TypeText.of(column.type());
  }

  private static String watermark(Watermark watermark) {
    String column = SqlNames.name(watermark.column());
    Duration delay = watermark.maxOutOfOrderness();
    String seconds =
        BigDecimal.valueOf(delay.getSeconds())
            .add(BigDecimal.valueOf(delay.getNano(), 9))
            .stripTrailingZeros()
            .toPlainString();
    return "WATERMARK FOR "
        + column
        + " AS "
        + column
        + (delay.isZero() ? "" : " - INTERVAL '" + seconds + "' SECOND");
  }

  private void writeView(View view) {
    out.append("\nCREATE TEMPORARY VIEW ").append(SqlNames.name(view.name()));
    if (view instanceof View.SqlView query) {
      out.append(" AS\n").append(query.sql());
      out.append(endsWithComment(query.sql()) ? "\n" : "");
    } else if (view instanceof View.QualityView quality) {
      writeRules(quality.expectations());
      out.append(" AS\n").append(allOf(quality.source()));
    }
    out.append(";\n");
  }

  private void writeRules(List<Expectation> rules) {
    writeBlock(rules.stream().map(SqlWriter::constraint).toList());
  }

  private static String constraint(Expectation rule) {
    String violation =
        switch (rule.action()) {
          case WARN -> "";
          case DROP -> " ON VIOLATION DROP ROW";
          case FAIL -> " ON VIOLATION FAIL UPDATE";
          case QUARANTINE -> " ON VIOLATION QUARANTINE ROW";
        };
    String condition = rule.condition();
    return "CONSTRAINT "
        + SqlNames.name(rule.name())
        + " EXPECT ("
        + condition
        + (endsWithComment(condition) ? "\n" : "")
        + ")"
        + violation;
  }

  private void writeTable(StreamingTable table) {
    out.append("\nCREATE OR REFRESH STREAMING TABLE ").append(SqlNames.table(table.name()));
    if (!table.expectations().isEmpty()) {
      writeRules(table.expectations());
    }
    if (!table.properties().isEmpty()) {
      out.append(table.expectations().isEmpty() ? "\n" : " ").append("TBLPROPERTIES");
      writeBlock(properties(table.properties()));
    }
    out.append(";\n");
  }

  private void writeFlow(Flow flow) {
    out.append("\nCREATE FLOW ").append(SqlNames.name(flow.name())).append(" AS ");
    if (flow instanceof AppendFlow append) {
      writeAppending(append);
    } else {
      out.append("AUTO CDC ").append(flow.once() ? "ONCE " : "");
      out.append("INTO ").append(SqlNames.table(flow.target())).append("\nFROM ");
      if (flow instanceof AutoCdcFlow changes) {
        out.append(stream(flow.source()));
        writeChanges(changes);
      } else if (flow instanceof SnapshotCdcFlow snapshots) {
        out.append("SNAPSHOT ").append(SqlNames.name(flow.source()));
        writeSnapshots(snapshots);
      }
    }
    out.append(";\n");
  }

  private void writeAppending(AppendFlow flow) {
    out.append("INSERT INTO ").append(flow.once() ? "ONCE " : "");
    out.append(SqlNames.table(flow.target()));
    writeInvalidRowPolicy(flow);
    out.append(" BY NAME\n").append(allOf(flow.source()));
  }

  private void writeChanges(AutoCdcFlow flow) {
    writeKeys(flow.keys());
    writeSelection("IGNORE NULL UPDATES ON ", flow.ignoreNullUpdates());
    if (flow.ignoreNullUpdates() instanceof ColumnSelection.All) {
      clause("IGNORE NULL UPDATES");
    }
    writeText("APPLY AS DELETE WHEN ", flow.applyAsDeletes());
    writeText("APPLY AS TRUNCATE WHEN ", flow.applyAsTruncates());
    writeSequence("SEQUENCE BY ", flow.sequenceBy());
    writeSequence("SYSTEM SEQUENCE BY ", flow.systemSequenceBy());
    writeColumns(flow.columns(), flow.scdType(), flow.trackHistory());
    if (flow.columnsToUpdate() != null) {
      clause("COLUMNS TO UPDATE " + SqlNames.name(flow.columnsToUpdate()));
    }
    writeInvalidRowClause(flow);
    writeDuration("TOMBSTONE RETENTION ", flow.tombstoneRetention());
    writeDuration("HISTORY RETENTION ", flow.historyRetention());
  }

  private void writeSnapshots(SnapshotCdcFlow flow) {
    writeKeys(flow.keys());
    writeColumns(flow.columns(), flow.scdType(), flow.trackHistory());
    writeInvalidRowClause(flow);
    if (flow.onLowerVersion() != LowerVersionPolicy.ERROR) {
      clause("ON LOWER VERSION " + flow.onLowerVersion().name());
    }
    if (flow.allowEmptySnapshot()) {
      clause("ALLOW EMPTY SNAPSHOT");
    }
  }

  private void writeKeys(List<String> keys) {
    clause("KEYS " + SqlNames.list(keys));
  }

  private void writeColumns(ColumnSelection columns, ScdType type, ColumnSelection tracked) {
    writeSelection("COLUMNS ", columns);
    clause("STORED AS " + (type == ScdType.BITEMPORAL ? "BITEMPORAL" : "SCD TYPE " + type));
    writeSelection("TRACK HISTORY ON ", tracked);
  }

  private void writeSequence(String words, List<String> columns) {
    if (columns.size() == 1) {
      clause(words + SqlNames.name(columns.get(0)));
    } else if (!columns.isEmpty()) {
      clause(words + "STRUCT" + SqlNames.list(columns));
    }
  }

  /** Writes nothing for all columns, or none at all: those have a form of their own. */
  private void writeSelection(String words, ColumnSelection selection) {
    if (selection instanceof ColumnSelection.Only only) {
      clause(words + SqlNames.list(only.columns()));
    } else if (selection instanceof ColumnSelection.Except except) {
      clause(words + "* EXCEPT " + SqlNames.list(except.columns()));
    }
  }

  private void writeText(String words, String text) {
    if (text != null) {
      clause(words + text);
    }
  }

  private void writeDuration(String words, Duration duration) {
    if (duration != null) {
      clause(words + SqlNames.text(Durations.format(duration)));
    }
  }

  private void writeInvalidRowClause(Flow flow) {
    if (flow.onInvalidRow() != InvalidRowPolicy.QUARANTINE) {
      clause("ON INVALID ROW " + flow.onInvalidRow().name());
    }
  }

  private void writeInvalidRowPolicy(AppendFlow flow) {
    if (flow.onInvalidRow() != InvalidRowPolicy.QUARANTINE) {
      out.append(" ON INVALID ROW ").append(flow.onInvalidRow().name());
    }
  }

  private void clause(String text) {
    out.append('\n').append(text);
  }

  private static List<String> properties(Map<String, String> values) {
    return values.entrySet().stream()
        .map(entry -> SqlNames.text(entry.getKey()) + " = " + SqlNames.text(entry.getValue()))
        .toList();
  }

  private void writeBlock(List<String> lines) {
    out.append(
        lines.isEmpty()
            ? " ()"
            : lines.stream().collect(Collectors.joining(",\n  ", " (\n  ", "\n)")));
  }

  private static String stream(String source) {
    return "stream(" + SqlNames.name(source) + ")";
  }

  private static String allOf(String source) {
    return "SELECT * FROM " + stream(source);
  }

  private static boolean endsWithComment(String sql) {
    return sql.substring(sql.lastIndexOf('\n') + 1).contains("--");
  }
}
