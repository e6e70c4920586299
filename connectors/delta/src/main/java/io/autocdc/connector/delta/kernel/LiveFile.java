// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.delta.kernel;

import io.delta.kernel.data.Row;
import io.delta.kernel.expressions.Column;
import io.delta.kernel.expressions.Literal;
import io.delta.kernel.internal.actions.AddFile;
import io.delta.kernel.internal.actions.DeletionVectorDescriptor;
import io.delta.kernel.internal.actions.SingleAction;
import io.delta.kernel.internal.data.GenericRow;
import io.delta.kernel.internal.util.VectorUtils;
import io.delta.kernel.statistics.DataFileStatistics;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.flink.table.types.logical.LogicalType;

/** A data file of a table at one version, with the rows of it that are not there any more. */
public final class LiveFile {

  private static final long MICROS_PER_MILLI = 1_000;

  private final AddFile add;

  LiveFile(AddFile add) {
    this.add = add;
  }

  /**
   * The least and the greatest value of a column, in Flink's internal form.
   *
   * @param least not greater than any value
   * @param greatest not less than any value
   */
  public record Bounds(Object least, Object greatest) {}

  /** The file and its deletion vector: whatever is equal to it has the same rows. */
  public String identity() {
    return add.getPath()
        + add.getDeletionVector().map(vector -> "#" + vector.getUniqueId()).orElse("");
  }

  public long size() {
    return add.getSize();
  }

  /** Rows of the file, deleted ones included; empty if the log does not say. */
  public OptionalLong rows() {
    return add.getNumRecords().map(OptionalLong::of).orElse(OptionalLong.empty());
  }

  public long deletedRows() {
    return add.getDeletionVector().map(DeletionVectorDescriptor::getCardinality).orElse(0L);
  }

  /** The bounds of a column; empty if the log does not have them. */
  public Optional<Bounds> bounds(String column, LogicalType type) {
    StructType only = new StructType().add(new StructField(column, DeltaTypes.toDelta(type), true));
    try {
      Optional<DataFileStatistics> statistics = add.getStats(only);
      if (statistics.isEmpty()) {
        return Optional.empty();
      }
      Literal least = statistics.get().getMinValues().get(new Column(column));
      Literal greatest = statistics.get().getMaxValues().get(new Column(column));
      return least == null || greatest == null
          ? Optional.empty()
          : Optional.of(new Bounds(value(least, type, 0), value(greatest, type, 1)));
    } catch (RuntimeException e) {
      // Written by another engine in a form that Kernel does not read: nothing is known then.
      return Optional.empty();
    }
  }

  /** Times are cut off after milliseconds in the log, the greatest one as well. */
  private static Object value(Literal literal, LogicalType type, int addedMillis) {
    return switch (type.getTypeRoot()) {
      case TIMESTAMP_WITHOUT_TIME_ZONE, TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
          ValueReader.ofMicros((long) literal.getValue() + addedMillis * MICROS_PER_MILLI);
      default -> ValueReader.ofLiteral(literal, type);
    };
  }

  AddFile add() {
    return add;
  }

  Row removal(boolean dataChange) {
    return SingleAction.createRemoveFileSingleAction(
        add.toRemoveFileRow(dataChange, Optional.empty()));
  }

  /** The file with another deletion vector. */
  Row with(DeletionVectorDescriptor vector, StructType schema, long rows, boolean dataChange) {
    Map<Integer, Object> fields = new HashMap<>();
    put(fields, "path", add.getPath());
    put(fields, "partitionValues", add.getPartitionValues());
    put(fields, "size", add.getSize());
    put(fields, "modificationTime", add.getModificationTime());
    put(fields, "dataChange", dataChange);
    put(fields, "deletionVector", vector.toRow());
    put(fields, "stats", looseStatistics(schema, rows));
    add.getTags().ifPresent(tags -> put(fields, "tags", tags));
    add.getBaseRowId().ifPresent(id -> put(fields, "baseRowId", id));
    add.getDefaultRowCommitVersion()
        .ifPresent(version -> put(fields, "defaultRowCommitVersion", version));
    return SingleAction.createAddFileSingleAction(new GenericRow(AddFile.FULL_SCHEMA, fields));
  }

  /** The bounds hold still, but the rows at them may be gone. */
  private String looseStatistics(StructType schema, long rows) {
    try {
      Optional<DataFileStatistics> statistics = add.getStats(schema);
      if (statistics.isPresent()) {
        return statistics.get().withoutTightBounds().serializeAsJson(schema);
      }
    } catch (RuntimeException e) {
      // As in bounds: what cannot be read is left out, which is allowed.
    }
    return "{\"numRecords\":" + rows + ",\"tightBounds\":false}";
  }

  static Row addition(StagedFile file, boolean dataChange) {
    Map<Integer, Object> fields = new HashMap<>();
    put(fields, "path", file.path());
    put(fields, "partitionValues", VectorUtils.stringStringMapValue(Map.of()));
    put(fields, "size", file.size());
    put(fields, "modificationTime", file.modified());
    put(fields, "dataChange", dataChange);
    put(fields, "stats", file.statistics());
    return SingleAction.createAddFileSingleAction(new GenericRow(AddFile.FULL_SCHEMA, fields));
  }

  private static void put(Map<Integer, Object> fields, String name, Object value) {
    fields.put(AddFile.FULL_SCHEMA.indexOf(name), value);
  }

  @Override
  public String toString() {
    return identity();
  }
}
