// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl;

import io.autocdc.dsl.problem.Locations;
import io.autocdc.dsl.problem.Problems;
import io.autocdc.dsl.type.Column;
import io.autocdc.dsl.type.TableSchema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.flink.table.types.logical.LogicalType;

/**
 * A flow that applies the differences between the snapshots of its source to a target
 * (semantics.md, section 7). Column names are checked against the source when the pipeline is
 * built.
 *
 * @param name name, unique in the pipeline
 * @param target the table that the flow keeps
 * @param source the source of snapshots, or a view of it
 * @param keys source columns that identify a row, in order
 * @param columns which source columns are compared, and the target has
 * @param scdType which history the target keeps: type 1 or 2
 * @param trackHistory which target columns start a new version when they change
 * @param onInvalidRow what happens to rows without a key
 * @param onLowerVersion what happens to a snapshot whose version is not above the last one
 * @param allowEmptySnapshot true if a snapshot without rows removes every key; else it is refused
 */
public record SnapshotCdcFlow(
    String name,
    TableName target,
    String source,
    List<String> keys,
    ColumnSelection columns,
    ScdType scdType,
    ColumnSelection trackHistory,
    InvalidRowPolicy onInvalidRow,
    LowerVersionPolicy onLowerVersion,
    boolean allowEmptySnapshot)
    implements KeyedFlow {

  public SnapshotCdcFlow {
    Objects.requireNonNull(name);
    Objects.requireNonNull(target);
    Objects.requireNonNull(source);
    keys = List.copyOf(keys);
    Objects.requireNonNull(columns);
    Objects.requireNonNull(scdType);
    Objects.requireNonNull(trackHistory);
    Objects.requireNonNull(onInvalidRow);
    Objects.requireNonNull(onLowerVersion);
  }

  /** Names of the parameters that other flows do not have, as users type them. */
  public static final class Parameter {
    public static final String SOURCE = "source";
    public static final String ON_LOWER_VERSION = "on_lower_version";
    public static final String ALLOW_EMPTY_SNAPSHOT = "allow_empty_snapshot";

    private Parameter() {}
  }

  @Override
  public boolean once() {
    return false;
  }

  /** {@inheritDoc} Its sequence is the column {@link SourceTypes#SNAPSHOT_VERSION}. */
  @Override
  public AutoCdcFlow asChanges() {
    return new AutoCdcFlow(
        name,
        target,
        source,
        keys,
        List.of(SourceTypes.SNAPSHOT_VERSION),
        List.of(),
        null,
        null,
        columns,
        scdType,
        trackHistory,
        null,
        null,
        onInvalidRow,
        null,
        null,
        false);
  }

  /**
   * The columns of the changes: those that the flow reads, and the version.
   *
   * @param read the columns of its source or view
   * @param version the type of the version
   */
  public static TableSchema changeSchema(TableSchema read, LogicalType version) {
    return read.contains(SourceTypes.SNAPSHOT_VERSION)
        ? read
        : read.plus(List.of(Column.metadata(SourceTypes.SNAPSHOT_VERSION, version)));
  }

  /** Collects the parameters of a snapshot flow. */
  public static final class Builder implements KeyedFlow.Builder {

    private final AutoCdcFlow.Builder changes;
    private final TableName target;
    private final Map<String, String> versions = new LinkedHashMap<>();
    private LowerVersionPolicy onLowerVersion = LowerVersionPolicy.ERROR;
    private boolean allowEmptySnapshot;

    public Builder(TableName target) {
      this.target = Objects.requireNonNull(target);
      this.changes = new AutoCdcFlow.Builder(target);
    }

    /** Name of the flow; the default is the target's name. */
    public Builder named(String name) {
      changes.named(name);
      return this;
    }

    @Override
    public String name() {
      return changes.name();
    }

    /** The source of snapshots, or a view of it. */
    public Builder from(String source) {
      changes.from(source);
      return this;
    }

    /** The source of snapshots, or a view of it; null if not said yet. */
    public String source() {
      return changes.source();
    }

    /** Says for the source where versions come from, unless the source says it itself. */
    public Builder versionFrom(VersionFrom from) {
      return version(SourceTypes.VERSION_FROM, from.text());
    }

    /** Sets an option of versions for the source; see {@link SourceTypes}. */
    public Builder version(String option, String value) {
      versions.put(option, value);
      return this;
    }

    public Builder keys(String... columns) {
      return keys(Arrays.asList(columns));
    }

    @Override
    public Builder keys(List<String> columns) {
      changes.keys(columns);
      return this;
    }

    /** The target has these columns, in the order of the source. */
    @Override
    public Builder columns(List<String> columns) {
      changes.columns(columns);
      return this;
    }

    /** The target has every column but these, which are not compared either. */
    @Override
    public Builder exceptColumns(List<String> columns) {
      changes.exceptColumns(columns);
      return this;
    }

    @Override
    public Builder storedAsScdType(ScdType type) {
      changes.storedAsScdType(type);
      return this;
    }

    @Override
    public Builder trackHistory(List<String> columns) {
      changes.trackHistory(columns);
      return this;
    }

    @Override
    public Builder trackHistoryExcept(List<String> columns) {
      changes.trackHistoryExcept(columns);
      return this;
    }

    @Override
    public Builder onInvalidRow(InvalidRowPolicy policy) {
      changes.onInvalidRow(policy);
      return this;
    }

    public Builder onLowerVersion(LowerVersionPolicy policy) {
      this.onLowerVersion = Objects.requireNonNull(policy);
      return this;
    }

    public Builder allowEmptySnapshot(boolean allow) {
      this.allowEmptySnapshot = allow;
      return this;
    }

    /** Options that the flow sets for its source, by name. */
    public Map<String, String> versions() {
      return versions;
    }

    @Override
    public SnapshotCdcFlow build(Problems problems, Locations locations, String path) {
      AutoCdcFlow built = changes.build(problems, locations, path);
      return new SnapshotCdcFlow(
          built.name(),
          target,
          built.source(),
          new ArrayList<>(built.keys()),
          built.columns(),
          built.scdType(),
          built.trackHistory(),
          built.onInvalidRow(),
          onLowerVersion,
          allowEmptySnapshot);
    }
  }
}
