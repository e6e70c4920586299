// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.catalog;

import io.autocdc.jobs.catalog.Argument.Names;
import io.autocdc.jobs.catalog.FlowArguments.Kind;
import java.util.EnumMap;
import java.util.Map;
import org.apache.flink.table.annotation.ArgumentHint;
import org.apache.flink.table.annotation.DataTypeHint;
import org.apache.flink.table.procedure.ProcedureContext;
import org.apache.flink.types.Row;

/** A procedure over a flow of changes, or of snapshots if one of their arguments is given. */
public abstract class AnyFlowProcedure extends FlowProcedure {

  AnyFlowProcedure(AutoCdcCatalog catalog) {
    super(catalog);
  }

  /** Every argument may be left out; what a flow needs is checked with everything else. */
  public final Row[] call(
      ProcedureContext context,
      @ArgumentHint(name = Names.TARGET, type = @DataTypeHint("STRING"), isOptional = true)
          String target,
      @ArgumentHint(name = Names.SOURCE, type = @DataTypeHint("STRING"), isOptional = true)
          String source,
      @ArgumentHint(name = Names.NAME, type = @DataTypeHint("STRING"), isOptional = true)
          String name,
      @ArgumentHint(name = Names.KEYS, type = @DataTypeHint("STRING"), isOptional = true)
          String keys,
      @ArgumentHint(name = Names.SEQUENCE_BY, type = @DataTypeHint("STRING"), isOptional = true)
          String sequenceBy,
      @ArgumentHint(
              name = Names.SYSTEM_SEQUENCE_BY,
              type = @DataTypeHint("STRING"),
              isOptional = true)
          String systemSequenceBy,
      @ArgumentHint(
              name = Names.APPLY_AS_DELETES,
              type = @DataTypeHint("STRING"),
              isOptional = true)
          String applyAsDeletes,
      @ArgumentHint(
              name = Names.APPLY_AS_TRUNCATES,
              type = @DataTypeHint("STRING"),
              isOptional = true)
          String applyAsTruncates,
      @ArgumentHint(name = Names.COLUMN_LIST, type = @DataTypeHint("STRING"), isOptional = true)
          String columnList,
      @ArgumentHint(
              name = Names.EXCEPT_COLUMN_LIST,
              type = @DataTypeHint("STRING"),
              isOptional = true)
          String exceptColumnList,
      @ArgumentHint(
              name = Names.STORED_AS_SCD_TYPE,
              type = @DataTypeHint("STRING"),
              isOptional = true)
          String storedAsScdType,
      @ArgumentHint(
              name = Names.TRACK_HISTORY_COLUMN_LIST,
              type = @DataTypeHint("STRING"),
              isOptional = true)
          String trackHistoryColumnList,
      @ArgumentHint(
              name = Names.TRACK_HISTORY_EXCEPT_COLUMN_LIST,
              type = @DataTypeHint("STRING"),
              isOptional = true)
          String trackHistoryExceptColumnList,
      @ArgumentHint(
              name = Names.IGNORE_NULL_UPDATES,
              type = @DataTypeHint("BOOLEAN"),
              isOptional = true)
          Boolean ignoreNullUpdates,
      @ArgumentHint(
              name = Names.IGNORE_NULL_UPDATES_COLUMN_LIST,
              type = @DataTypeHint("STRING"),
              isOptional = true)
          String ignoreNullUpdatesColumnList,
      @ArgumentHint(
              name = Names.IGNORE_NULL_UPDATES_EXCEPT_COLUMN_LIST,
              type = @DataTypeHint("STRING"),
              isOptional = true)
          String ignoreNullUpdatesExceptColumnList,
      @ArgumentHint(
              name = Names.COLUMNS_TO_UPDATE,
              type = @DataTypeHint("STRING"),
              isOptional = true)
          String columnsToUpdate,
      @ArgumentHint(name = Names.ON_INVALID_ROW, type = @DataTypeHint("STRING"), isOptional = true)
          String onInvalidRow,
      @ArgumentHint(
              name = Names.TOMBSTONE_RETENTION,
              type = @DataTypeHint("STRING"),
              isOptional = true)
          String tombstoneRetention,
      @ArgumentHint(
              name = Names.HISTORY_RETENTION,
              type = @DataTypeHint("STRING"),
              isOptional = true)
          String historyRetention,
      @ArgumentHint(
              name = Names.TABLE_PROPERTIES,
              type = @DataTypeHint("STRING"),
              isOptional = true)
          String tableProperties,
      @ArgumentHint(name = Names.PARALLELISM, type = @DataTypeHint("INT"), isOptional = true)
          Integer parallelism,
      @ArgumentHint(name = Names.SOURCE_PATH, type = @DataTypeHint("STRING"), isOptional = true)
          String sourcePath,
      @ArgumentHint(name = Names.SOURCE_FORMAT, type = @DataTypeHint("STRING"), isOptional = true)
          String sourceFormat,
      @ArgumentHint(name = Names.SOURCE_SCHEMA, type = @DataTypeHint("STRING"), isOptional = true)
          String sourceSchema,
      @ArgumentHint(name = Names.VERSION_FROM, type = @DataTypeHint("STRING"), isOptional = true)
          String versionFrom,
      @ArgumentHint(name = Names.VERSION_TYPE, type = @DataTypeHint("STRING"), isOptional = true)
          String versionType,
      @ArgumentHint(name = Names.VERSION_PATTERN, type = @DataTypeHint("STRING"), isOptional = true)
          String versionPattern,
      @ArgumentHint(
              name = Names.ON_LOWER_VERSION,
              type = @DataTypeHint("STRING"),
              isOptional = true)
          String onLowerVersion,
      @ArgumentHint(
              name = Names.ALLOW_EMPTY_SNAPSHOT,
              type = @DataTypeHint("BOOLEAN"),
              isOptional = true)
          Boolean allowEmptySnapshot) {
    Map<Argument, Object> given = new EnumMap<>(Argument.class);
    given.put(Argument.TARGET, target);
    given.put(Argument.SOURCE, source);
    given.put(Argument.NAME, name);
    given.put(Argument.KEYS, keys);
    given.put(Argument.SEQUENCE_BY, sequenceBy);
    given.put(Argument.SYSTEM_SEQUENCE_BY, systemSequenceBy);
    given.put(Argument.APPLY_AS_DELETES, applyAsDeletes);
    given.put(Argument.APPLY_AS_TRUNCATES, applyAsTruncates);
    given.put(Argument.COLUMN_LIST, columnList);
    given.put(Argument.EXCEPT_COLUMN_LIST, exceptColumnList);
    given.put(Argument.STORED_AS_SCD_TYPE, storedAsScdType);
    given.put(Argument.TRACK_HISTORY_COLUMN_LIST, trackHistoryColumnList);
    given.put(Argument.TRACK_HISTORY_EXCEPT_COLUMN_LIST, trackHistoryExceptColumnList);
    given.put(Argument.IGNORE_NULL_UPDATES, ignoreNullUpdates);
    given.put(Argument.IGNORE_NULL_UPDATES_COLUMN_LIST, ignoreNullUpdatesColumnList);
    given.put(Argument.IGNORE_NULL_UPDATES_EXCEPT_COLUMN_LIST, ignoreNullUpdatesExceptColumnList);
    given.put(Argument.COLUMNS_TO_UPDATE, columnsToUpdate);
    given.put(Argument.ON_INVALID_ROW, onInvalidRow);
    given.put(Argument.TOMBSTONE_RETENTION, tombstoneRetention);
    given.put(Argument.HISTORY_RETENTION, historyRetention);
    given.put(Argument.TABLE_PROPERTIES, tableProperties);
    given.put(Argument.PARALLELISM, parallelism);
    given.put(Argument.SOURCE_PATH, sourcePath);
    given.put(Argument.SOURCE_FORMAT, sourceFormat);
    given.put(Argument.SOURCE_SCHEMA, sourceSchema);
    given.put(Argument.VERSION_FROM, versionFrom);
    given.put(Argument.VERSION_TYPE, versionType);
    given.put(Argument.VERSION_PATTERN, versionPattern);
    given.put(Argument.ON_LOWER_VERSION, onLowerVersion);
    given.put(Argument.ALLOW_EMPTY_SNAPSHOT, allowEmptySnapshot);
    boolean snapshots =
        given.entrySet().stream().anyMatch(e -> e.getValue() != null && e.getKey().isOfSnapshots());
    return call(context, snapshots ? Kind.SNAPSHOTS : Kind.CHANGES, given);
  }
}
