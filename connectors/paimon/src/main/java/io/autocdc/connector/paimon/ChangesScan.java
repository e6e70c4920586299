// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.paimon;

import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.LongPredicate;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.paimon.manifest.PartitionEntry;
import org.apache.paimon.metrics.MetricRegistry;
import org.apache.paimon.table.source.EndOfScanException;
import org.apache.paimon.table.source.OutOfRangeException;
import org.apache.paimon.table.source.StreamTableScan;
import org.apache.paimon.table.source.TableScan;

/** Paimon's scan, with an end, and with words of the product for what can go wrong. */
final class ChangesScan implements StreamTableScan {

  private final StreamTableScan scan;
  private final String source;
  private final LongPredicate ended;
  private final BooleanSupplier sameTable;

  /**
   * @param source name of the source
   * @param ended true if a snapshot, the next one to read, is behind the end; it is asked with 0 if
   *     nothing has been read
   * @param sameTable false if another table has taken the place of the one that is read
   */
  ChangesScan(StreamTableScan scan, String source, LongPredicate ended, BooleanSupplier sameTable) {
    this.scan = scan;
    this.source = source;
    this.ended = ended;
    this.sameTable = sameTable;
  }

  /**
   * {@inheritDoc}
   *
   * @throws SuppressRestartsException RECORDS_LOST
   */
  @Override
  public Plan plan() {
    Long next = scan.checkpoint();
    if (ended.test(next == null ? 0 : next)) {
      throw new EndOfScanException();
    }
    Plan plan;
    try {
      plan = scan.plan();
    } catch (OutOfRangeException e) {
      requireSameTable(next);
      throw new SuppressRestartsException(PaimonProblems.snapshotsGone(source, next, e));
    }
    if (!Objects.equals(next, scan.checkpoint())) {
      requireSameTable(next);
    }
    return plan;
  }

  private void requireSameTable(Long next) {
    if (!sameTable.getAsBoolean()) {
      throw new SuppressRestartsException(
          PaimonProblems.tableMadeAnew(source, next == null ? 1 : next));
    }
  }

  @Override
  public TableScan withMetricRegistry(MetricRegistry registry) {
    scan.withMetricRegistry(registry);
    return this;
  }

  @Override
  public List<PartitionEntry> listPartitionEntries() {
    return scan.listPartitionEntries();
  }

  @Override
  public Long watermark() {
    return scan.watermark();
  }

  @Override
  public void restore(Long next) {
    scan.restore(next);
  }

  @Override
  public Long checkpoint() {
    return scan.checkpoint();
  }

  @Override
  public void notifyCheckpointComplete(Long next) {
    scan.notifyCheckpointComplete(next);
  }
}
