// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.golden;

import io.autocdc.dsl.AutoCdcFlow;
import io.autocdc.dsl.Files;
import io.autocdc.dsl.Paimon;
import io.autocdc.dsl.Pipeline;
import io.autocdc.dsl.ResolvedFlow;
import io.autocdc.dsl.ScdType;
import io.autocdc.dsl.SnapshotCdcFlow;
import io.autocdc.dsl.VersionFrom;
import io.autocdc.json.JsonRowReader;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.RowType;

/** Flows of tests, resolved against a schema, and rows with the values of their conditions. */
public final class TestFlows {

  private TestFlows() {}

  /** A flow over a source with these columns. */
  public static ResolvedFlow flow(String schema, Consumer<AutoCdcFlow.Builder> parameters) {
    Pipeline pipeline =
        Pipeline.named("test")
            .source("changes", Files.json("changes").schema(schema))
            .streamingTable("silver.target", Paimon.table())
            .autoCdcFlow("silver.target", flow -> parameters.accept(flow.from("changes")))
            .build();
    return ResolvedFlow.of(
        (AutoCdcFlow) pipeline.flows().get(0),
        pipeline.tables().get(0),
        pipeline.sources().get(0).schema());
  }

  /**
   * A flow of snapshots.
   *
   * @param resolved as the flow of changes that takes the differences
   */
  public record Snapshots(SnapshotCdcFlow flow, ResolvedFlow resolved) {}

  /** A flow of snapshots over a source with these columns; versions are BIGINT. */
  public static Snapshots snapshots(String schema, Consumer<SnapshotCdcFlow.Builder> parameters) {
    Pipeline pipeline =
        Pipeline.named("test")
            .source("snapshots", Files.json("snapshots").schema(schema))
            .streamingTable("silver.target", Paimon.table())
            .autoCdcFromSnapshotFlow(
                "silver.target",
                flow ->
                    parameters.accept(flow.from("snapshots").versionFrom(VersionFrom.FILE_NAME)))
            .build();
    SnapshotCdcFlow flow = (SnapshotCdcFlow) pipeline.flows().get(0);
    return new Snapshots(
        flow,
        ResolvedFlow.of(
            flow,
            pipeline.tables().get(0),
            pipeline.sources().get(0).visibleSchema(),
            new BigIntType()));
  }

  /** The flow of a golden case with snapshots. */
  @SuppressWarnings("unchecked")
  public static Snapshots snapshotsOf(GoldenCase golden) {
    return snapshots(
        golden.schemaText(),
        flow ->
            golden
                .flow()
                .forEach(
                    (parameter, value) -> {
                      switch (parameter) {
                        case "keys" -> flow.keys((List<String>) value);
                        case "stored_as_scd_type" ->
                            flow.storedAsScdType(ScdType.parse(value.toString()).orElseThrow());
                        case "track_history_column_list" -> flow.trackHistory((List<String>) value);
                        default ->
                            throw new IllegalArgumentException("no such parameter: " + parameter);
                      }
                    }));
  }

  /** The flow of a golden case. */
  public static ResolvedFlow of(GoldenCase golden) {
    return flow(golden.schemaText(), flow -> golden.flow().forEach((k, v) -> set(flow, k, v)));
  }

  @SuppressWarnings("unchecked")
  private static void set(AutoCdcFlow.Builder flow, String parameter, Object value) {
    List<String> list =
        value instanceof List<?> columns ? (List<String>) columns : List.of(value.toString());
    switch (parameter) {
      case "keys" -> flow.keys(list);
      case "sequence_by" -> flow.sequenceBy(list);
      case "system_sequence_by" -> flow.systemSequenceBy(list);
      case "ignore_null_updates" -> flow.ignoreNullUpdates();
      case "ignore_null_updates_column_list" -> flow.ignoreNullUpdatesOn(list);
      case "ignore_null_updates_except_column_list" -> flow.ignoreNullUpdatesExcept(list);
      case "columns_to_update" -> flow.columnsToUpdate(value.toString());
      case "apply_as_deletes" -> flow.applyAsDeletes(value.toString());
      case "apply_as_truncates" -> flow.applyAsTruncates(value.toString());
      case "column_list" -> flow.columns(list);
      case "except_column_list" -> flow.exceptColumns(list);
      case "stored_as_scd_type" ->
          flow.storedAsScdType(ScdType.parse(value.toString()).orElseThrow());
      case "track_history_column_list" -> flow.trackHistory(list);
      case "track_history_except_column_list" -> flow.trackHistoryExcept(list);
      default -> throw new IllegalArgumentException("no such parameter: " + parameter);
    }
  }

  /** Reads JSON rows and appends the values of the flow's conditions. */
  public static final class RowSource {
    private final RowType type;
    private final JsonRowReader reader;
    private final List<String> conditions;

    public RowSource(ResolvedFlow flow) {
      type = flow.source().toRowType();
      reader = JsonRowReader.of(type);
      AutoCdcFlow declared = flow.flow();
      conditions =
          Stream.of(declared.applyAsDeletes(), declared.applyAsTruncates())
              .filter(Objects::nonNull)
              .toList();
    }

    public RowData read(String json) {
      RowData row;
      try {
        row = reader.read(json);
      } catch (Exception e) {
        throw new IllegalArgumentException(json, e);
      }
      int columns = type.getFieldCount();
      GenericRowData withConditions = new GenericRowData(columns + conditions.size());
      for (int i = 0; i < columns; i++) {
        withConditions.setField(
            i, RowData.createFieldGetter(type.getTypeAt(i), i).getFieldOrNull(row));
      }
      for (int i = 0; i < conditions.size(); i++) {
        withConditions.setField(columns + i, evaluate(conditions.get(i), row));
      }
      return withConditions;
    }

    /** Just enough SQL for golden cases: {@code column = 'text'}. */
    private Boolean evaluate(String condition, RowData row) {
      var matcher = Pattern.compile("(\\w+) = '(\\w+)'").matcher(condition);
      if (!matcher.matches()) {
        throw new IllegalArgumentException(condition);
      }
      int position = type.getFieldIndex(matcher.group(1));
      return row.isNullAt(position)
          ? null
          : row.getString(position).toString().equals(matcher.group(2));
    }
  }
}
