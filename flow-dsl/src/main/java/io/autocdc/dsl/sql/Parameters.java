// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.sql;

import io.autocdc.dsl.AutoCdcFlow;
import io.autocdc.dsl.InvalidRowPolicy;
import io.autocdc.dsl.ScdType;
import io.autocdc.dsl.SnapshotCdcFlow;
import java.util.List;

/** What clauses set: the parameters of a flow of changes or of snapshots. */
sealed interface Parameters {

  void keys(List<String> columns);

  void columns(List<String> columns);

  void exceptColumns(List<String> columns);

  void storedAsScdType(ScdType type);

  void trackHistory(List<String> columns);

  void trackHistoryExcept(List<String> columns);

  void onInvalidRow(InvalidRowPolicy policy);

  /** Parameters of a flow of changes. */
  record OfChanges(AutoCdcFlow.Builder flow) implements Parameters {

    @Override
    public void keys(List<String> columns) {
      flow.keys(columns);
    }

    @Override
    public void columns(List<String> columns) {
      flow.columns(columns);
    }

    @Override
    public void exceptColumns(List<String> columns) {
      flow.exceptColumns(columns);
    }

    @Override
    public void storedAsScdType(ScdType type) {
      flow.storedAsScdType(type);
    }

    @Override
    public void trackHistory(List<String> columns) {
      flow.trackHistory(columns);
    }

    @Override
    public void trackHistoryExcept(List<String> columns) {
      flow.trackHistoryExcept(columns);
    }

    @Override
    public void onInvalidRow(InvalidRowPolicy policy) {
      flow.onInvalidRow(policy);
    }
  }

  /** Parameters of a flow of snapshots. */
  record OfSnapshots(SnapshotCdcFlow.Builder flow) implements Parameters {

    @Override
    public void keys(List<String> columns) {
      flow.keys(columns);
    }

    @Override
    public void columns(List<String> columns) {
      flow.columns(columns);
    }

    @Override
    public void exceptColumns(List<String> columns) {
      flow.exceptColumns(columns);
    }

    @Override
    public void storedAsScdType(ScdType type) {
      flow.storedAsScdType(type);
    }

    @Override
    public void trackHistory(List<String> columns) {
      flow.trackHistory(columns);
    }

    @Override
    public void trackHistoryExcept(List<String> columns) {
      flow.trackHistoryExcept(columns);
    }

    @Override
    public void onInvalidRow(InvalidRowPolicy policy) {
      flow.onInvalidRow(policy);
    }
  }
}
