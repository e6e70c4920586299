// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators;

import io.autocdc.dsl.ResolvedFlow;
import io.autocdc.dsl.ScdType;
import io.autocdc.dsl.type.Column;
import io.autocdc.merge.RowSemantics;
import io.autocdc.merge.SequenceCodec;
import io.autocdc.operators.row.PartialRowSemantics;
import io.autocdc.operators.row.RowDataSemantics;
import io.autocdc.operators.row.RowLayout;
import io.autocdc.operators.state.KeyHeadSerializer;
import io.autocdc.operators.state.StoredEventSerializer;
import io.autocdc.operators.state.StoredRowSerializer;
import java.io.Serializable;
import java.util.List;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;

/**
 * What the operators of a target have to know of all its flows together.
 *
 * @param flows the flows, with common output columns; at least one
 */
record TargetShape(List<ResolvedFlow> flows) implements Serializable {

  TargetShape {
    flows = List.copyOf(flows);
  }

  /** Any flow, for what all of them agree on. */
  ResolvedFlow shared() {
    return flows.get(0);
  }

  ScdType scdType() {
    return shared().flow().scdType();
  }

  boolean isBitemporal() {
    return scdType() == ScdType.BITEMPORAL;
  }

  List<String> flowNames() {
    return flows.stream().map(flow -> flow.flow().name()).toList();
  }

  /**
   * True if a row may author less than all columns: by an option of a flow, because a flow has
   * nothing to say about some of them, or because that was so once. Only then do rows say what they
   * author.
   */
  boolean isPartial() {
    return shared().past().partial() || flows.stream().anyMatch(this::isPartial);
  }

  private boolean isPartial(ResolvedFlow flow) {
    return flow.flow().ignoreNullUpdates() != null
        || flow.flow().columnsToUpdate() != null
        || flow.mayLackValues()
        || !flow.payload().stream().map(Column::name).allMatch(flow::speaksOf);
  }

  /**
   * True if nearly every row of a partial target authors all columns: its flows are change feeds
   * that lack a value now and then. What is older than such a row is not kept then, and of two rows
   * with one sequence the one that lacks nothing counts.
   */
  boolean isMostlyComplete() {
    return flows.stream()
        .allMatch(
            flow ->
                flow.flow().ignoreNullUpdates() == null
                    && flow.flow().columnsToUpdate() == null
                    && flow.payload().stream().map(Column::name).allMatch(flow::speaksOf));
  }

  RowType keyType() {
    return rowType(shared().keys());
  }

  /** The target's columns that are not keys, all nullable. */
  RowType payloadType() {
    return rowType(shared().payload());
  }

  /** The form of rows on their way and in state. */
  RowLayout layout() {
    return RowLayout.of(payloadType(), isPartial(), flows);
  }

  private static RowType rowType(List<Column> columns) {
    return new RowType(
        false,
        columns.stream().map(c -> new RowType.RowField(c.name(), c.type().copy(true))).toList());
  }

  StoredRowSerializer rowSerializer() {
    return new StoredRowSerializer(layout(), shared().flow().target().toString());
  }

  StoredEventSerializer eventSerializer() {
    return new StoredEventSerializer(layout(), shared().flow().target().toString());
  }

  KeyHeadSerializer headSerializer() {
    return new KeyHeadSerializer(layout(), shared().flow().target().toString());
  }

  /** Type of the stream of changes. */
  ChangeEventTypeInfo changeType() {
    return new ChangeEventTypeInfo(
        shared().keys().size(), layout().storedType().getFieldCount(), isBitemporal());
  }

  SequenceCodec sequences() {
    return SequenceCodec.of(shared().sequence().stream().map(Column::type).toList());
  }

  /** For bitemporal targets only. */
  SequenceCodec systemSequences() {
    return SequenceCodec.of(shared().systemSequence().stream().map(Column::type).toList());
  }

  /** How rows of {@link #layout} compare and inherit. */
  RowSemantics<RowData> semantics() {
    return isPartial()
        ? new PartialRowSemantics(payloadType(), ResolvedFlow.tracked(flows), isMostlyComplete())
        : new RowDataSemantics(payloadType(), ResolvedFlow.tracked(flows));
  }
}
