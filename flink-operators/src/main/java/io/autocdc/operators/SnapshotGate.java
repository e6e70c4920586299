// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators;

import io.autocdc.dsl.LowerVersionPolicy;
import io.autocdc.dsl.SnapshotCdcFlow;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Problem;
import io.autocdc.json.JsonRowWriter;
import io.autocdc.merge.Sequence;
import io.autocdc.merge.SequenceCodec;
import io.autocdc.merge.SnapshotDiff.Verdict;
import io.autocdc.spi.SnapshotEnds;
import io.autocdc.spi.SnapshotRefusedException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/**
 * Decides about each snapshot of a flow once it has been read: versions are strictly ascending, and
 * a snapshot without rows is refused unless it is allowed (semantics.md, section 7). It is given
 * the ends of snapshots and the counts of {@link SnapshotRowCounter}, and decides when the
 * watermark of a snapshot has passed both: no checkpoint comes in between. Runs with parallelism 1.
 */
final class SnapshotGate extends AbstractStreamOperator<SnapshotVerdict>
    implements OneInputStreamOperator<RowData, SnapshotVerdict> {

  private static final long serialVersionUID = 1L;

  private static final ListStateDescriptor<byte[]> LAST_VERSION =
      new ListStateDescriptor<>(
          "last-version", PrimitiveArrayTypeInfo.BYTE_PRIMITIVE_ARRAY_TYPE_INFO);

  private static final ListStateDescriptor<Long> LAST_NUMBER =
      new ListStateDescriptor<>("last-number", Types.LONG);

  private final SnapshotCdcFlow flow;
  private final String source;
  private final LogicalType versionType;

  private transient ListState<byte[]> lastVersionState;
  private transient ListState<Long> lastNumberState;
  private transient SequenceCodec versions;
  private transient JsonRowWriter text;

  /** Version and number of the last snapshot that was applied; null and 0 if there was none. */
  private transient Sequence last;

  private transient long lastNumber;

  /** By number: ends, and rows, of snapshots that the watermark has not reached. */
  private transient TreeMap<Long, RowData> ends;

  private transient Map<Long, Long> rows;

  /**
   * @param source name of the source of snapshots
   */
  SnapshotGate(SnapshotCdcFlow flow, String source, LogicalType versionType) {
    this.flow = flow;
    this.source = source;
    this.versionType = versionType;
  }

  @Override
  public void initializeState(StateInitializationContext context) throws Exception {
    super.initializeState(context);
    lastVersionState = context.getOperatorStateStore().getListState(LAST_VERSION);
    lastNumberState = context.getOperatorStateStore().getListState(LAST_NUMBER);
    last = null;
    lastNumber = 0;
    for (byte[] bytes : lastVersionState.get()) {
      last = new Sequence(bytes);
    }
    for (Long number : lastNumberState.get()) {
      lastNumber = number;
    }
  }

  @Override
  public void snapshotState(StateSnapshotContext context) throws Exception {
    super.snapshotState(context);
    lastVersionState.clear();
    lastNumberState.clear();
    if (last != null) {
      lastVersionState.add(last.bytes());
      lastNumberState.add(lastNumber);
    }
  }

  @Override
  public void open() throws Exception {
    super.open();
    ends = new TreeMap<>();
    rows = new HashMap<>();
    versions = SequenceCodec.of(List.of(versionType));
    text =
        JsonRowWriter.of(
            new RowType(List.of(new RowType.RowField("version", versionType.copy(true)))));
  }

  @Override
  public void processElement(StreamRecord<RowData> element) {
    RowData row = element.getValue();
    long number = SnapshotEnds.number(row);
    if (SnapshotEnds.isCount(row)) {
      rows.merge(number, SnapshotEnds.rows(row), Long::sum);
    } else {
      ends.put(number, row);
    }
  }

  @Override
  public void processWatermark(Watermark mark) throws Exception {
    while (!ends.isEmpty() && ends.firstKey() <= mark.getTimestamp()) {
      RowData end = ends.pollFirstEntry().getValue();
      Long count = rows.remove(SnapshotEnds.number(end));
      output.collect(new StreamRecord<>(verdict(end, count == null ? 0 : count)));
    }
    super.processWatermark(mark);
  }

  private SnapshotVerdict verdict(RowData end, long count) {
    Sequence version =
        SnapshotEnds.isWhole(end) ? versions.encode(end, new int[] {SnapshotEnds.VERSION}) : null;
    Verdict verdict = version == null ? Verdict.DISCARD : decide(end, version, count);
    return new SnapshotVerdict(SnapshotEnds.number(end), verdict, version, SnapshotEnds.name(end));
  }

  private Verdict decide(RowData end, Sequence version, long count) {
    int order = last == null ? 1 : version.compareTo(last);
    long number = SnapshotEnds.number(end);
    if (order <= 0 && SnapshotEnds.generationOf(number) > SnapshotEnds.generationOf(lastNumber)) {
      return Verdict.DISCARD; // The source is read from the beginning, for another flow.
    }
    if (order <= 0 && flow.onLowerVersion() == LowerVersionPolicy.SKIP) {
      return Verdict.DISCARD;
    }
    if (order < 0) {
      throw refuse(
          end,
          ErrorCode.SNAPSHOT_VERSION,
          "has the version " + toText(version) + ", and " + toText(last) + " was applied before",
          "versions are strictly ascending",
          "remove it if it is outdated, or set on_lower_version: skip");
    }
    if (order == 0) {
      return Verdict.VERIFY;
    }
    if (count == 0 && !flow.allowEmptySnapshot()) {
      throw refuse(
          end,
          ErrorCode.SNAPSHOT_EMPTY,
          SnapshotEnds.rows(end) == 0
              ? "has no rows"
              : "has no rows left of " + SnapshotEnds.rows(end) + " that were read",
          "it would remove every key from the target",
          "remove it if it is a mistake, else set allow_empty_snapshot: true");
    }
    last = version;
    lastNumber = number;
    return Verdict.APPLY;
  }

  private SuppressRestartsException refuse(
      RowData end, ErrorCode code, String what, String why, String remedy) {
    String name = SnapshotEnds.name(end);
    Problem problem =
        Problem.error(
            null,
            code,
            "snapshot '" + name + "' of flow '" + flow.name() + "' " + what,
            why,
            remedy);
    return new SuppressRestartsException(new SnapshotRefusedException(problem, source, name));
  }

  private String toText(Sequence version) {
    String json = text.write(GenericRowData.of(versions.decode(version)));
    return json.substring(json.indexOf(':') + 1, json.length() - 1);
  }
}
