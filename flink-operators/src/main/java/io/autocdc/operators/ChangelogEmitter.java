// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators;

import io.autocdc.merge.Belief;
import io.autocdc.merge.BeliefSink;
import io.autocdc.merge.ChangeSink;
import io.autocdc.merge.Version;
import org.apache.flink.table.data.RowData;
import org.apache.flink.types.RowKind;
import org.apache.flink.util.Collector;

/** Writes the changes of one key as a changelog, and counts what was retracted. */
final class ChangelogEmitter implements ChangeSink<RowData>, BeliefSink<RowData> {

  private final VersionRows rows;
  private RowData key;
  private Collector<RowData> out;
  private int retracted;

  ChangelogEmitter(VersionRows rows) {
    this.rows = rows;
  }

  /** Begins the changes of an event. */
  ChangelogEmitter of(RowData key, Collector<RowData> out) {
    this.key = key;
    this.out = out;
    this.retracted = 0;
    return this;
  }

  /** How many rows were there before and are not there any more, or not as they were. */
  int retracted() {
    return retracted;
  }

  @Override
  public void insert(Version<RowData> version) {
    out.collect(rows.row(RowKind.INSERT, key, version));
  }

  @Override
  public void update(Version<RowData> before, Version<RowData> after) {
    retracted++;
    out.collect(rows.row(RowKind.UPDATE_BEFORE, key, before));
    out.collect(rows.row(RowKind.UPDATE_AFTER, key, after));
  }

  @Override
  public void delete(Version<RowData> version) {
    retracted++;
    out.collect(rows.row(RowKind.DELETE, key, version));
  }

  @Override
  public void insert(Belief<RowData> belief) {
    out.collect(rows.row(RowKind.INSERT, key, belief));
  }

  @Override
  public void update(Belief<RowData> before, Belief<RowData> after) {
    retracted++;
    out.collect(rows.row(RowKind.UPDATE_BEFORE, key, before));
    out.collect(rows.row(RowKind.UPDATE_AFTER, key, after));
  }

  @Override
  public void delete(Belief<RowData> belief) {
    retracted++;
    out.collect(rows.row(RowKind.DELETE, key, belief));
  }
}
