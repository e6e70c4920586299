// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators;

import io.autocdc.dsl.Durations;
import io.autocdc.dsl.ResolvedFlow;
import io.autocdc.dsl.type.Column;
import io.autocdc.json.JsonRowWriter;
import io.autocdc.merge.Sequence;
import io.autocdc.merge.SequenceCodec;
import io.autocdc.operators.row.PartialRows;
import io.autocdc.spi.InvalidReason;
import io.autocdc.spi.InvalidRows;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.flink.table.data.GenericArrayData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.util.OutputTag;

/**
 * Turns events that come too late into invalid rows of their flow. The source row is gone by then:
 * its columns are put together from the event again, so that it can be delivered once more.
 */
final class TooLateRows {

  private final List<FlowRows> flows;
  private final String message;

  TooLateRows(TargetShape target, Retention history) {
    flows = target.flows().stream().map(flow -> new FlowRows(target, flow)).toList();
    message =
        " would change history that is final: it is older than "
            + (history.isForEver()
                ? "a history_retention that the flow had before"
                : "history_retention ("
                    + Durations.format(Duration.ofMillis(history.millis()))
                    + ")");
  }

  /** Rows of {@link InvalidRows} of one of the target's flows. */
  static OutputTag<RowData> tag(int flow) {
    return new OutputTag<>("too-late-" + flow, InvalidRows.typeInfo());
  }

  RowData of(ChangeEvent change) {
    String kind = change.isDelete() ? "the delete" : "the upsert";
    return InvalidRows.of(
        InvalidReason.TOO_LATE, kind + message, null, flows.get(change.flow()).json(change));
  }

  /** What is known of a column of the source. */
  private record Known(Column column, Function<ChangeEvent, Object> value) {}

  private static final class FlowRows {
    private final List<Known> ofUpsert;
    private final List<Known> ofDelete;
    private final JsonRowWriter upserts;
    private final JsonRowWriter deletes;

    FlowRows(TargetShape target, ResolvedFlow flow) {
      Map<String, Known> known = new LinkedHashMap<>();
      add(flow.keys(), ChangeEvent::key, known);
      add(flow.sequence(), target.sequences(), ChangeEvent::sequence, known);
      if (target.isBitemporal()) {
        add(flow.systemSequence(), target.systemSequences(), ChangeEvent::system, known);
      }
      ofDelete = inSourceOrder(flow, known);
      deletes = writer(ofDelete);
      for (int i = 0; i < flow.payload().size(); i++) {
        Column column = flow.payload().get(i);
        if (flow.brings(column.name())) {
          RowData.FieldGetter getter = RowData.createFieldGetter(column.type().copy(true), i);
          known.putIfAbsent(
              column.name(), new Known(column, change -> getter.getFieldOrNull(change.row())));
        }
      }
      String columnsToUpdate = flow.flow().columnsToUpdate();
      if (columnsToUpdate != null) {
        RowType payload = target.payloadType();
        known.put(
            columnsToUpdate,
            new Known(
                flow.source().find(columnsToUpdate).orElseThrow(),
                change -> names(PartialRows.authoredColumns(change.row(), payload))));
      }
      ofUpsert = inSourceOrder(flow, known);
      upserts = writer(ofUpsert);
    }

    private static void add(
        List<Column> columns, Function<ChangeEvent, RowData> row, Map<String, Known> known) {
      for (int i = 0; i < columns.size(); i++) {
        RowData.FieldGetter getter = RowData.createFieldGetter(columns.get(i).type().copy(true), i);
        known.put(
            columns.get(i).name(),
            new Known(columns.get(i), change -> getter.getFieldOrNull(row.apply(change))));
      }
    }

    private static void add(
        List<Column> columns,
        SequenceCodec codec,
        Function<ChangeEvent, Sequence> sequence,
        Map<String, Known> known) {
      if (columns.size() == 1) {
        Column column = columns.get(0);
        known.putIfAbsent(
            column.name(), new Known(column, change -> codec.decode(sequence.apply(change))));
      } else {
        add(columns, change -> (RowData) codec.decode(sequence.apply(change)), known);
      }
    }

    private static GenericArrayData names(List<String> columns) {
      return columns == null
          ? null
          : new GenericArrayData(columns.stream().map(StringData::fromString).toArray());
    }

    private static List<Known> inSourceOrder(ResolvedFlow flow, Map<String, Known> known) {
      return flow.source().names().stream().filter(known::containsKey).map(known::get).toList();
    }

    private static JsonRowWriter writer(List<Known> known) {
      return JsonRowWriter.of(
          new RowType(
              known.stream()
                  .map(k -> new RowType.RowField(k.column.name(), k.column.type().copy(true)))
                  .toList()));
    }

    String json(ChangeEvent change) {
      List<Known> known = change.isDelete() ? ofDelete : ofUpsert;
      GenericRowData row = new GenericRowData(known.size());
      for (int i = 0; i < known.size(); i++) {
        row.setField(i, known.get(i).value.apply(change));
      }
      return (change.isDelete() ? deletes : upserts).write(row);
    }
  }
}
