// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl;

import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.type.Column;
import io.autocdc.dsl.type.TableSchema;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Where rows come from.
 *
 * @param name the name that views and flows read from
 * @param type a type of {@link SourceTypes}
 * @param readMode stream or batch
 * @param options options of the connector, among them path and format for files
 * @param schema columns of the data, without those that the source adds; null if not declared, as
 *     for a source of type {@link SourceTypes#SQL}, whose columns Flink knows
 * @param watermark event time; null for none
 * @param supplier gives the snapshots of a source of type {@link SourceTypes#SUPPLIER}; else null
 */
public record Source(
    String name,
    String type,
    ReadMode readMode,
    Map<String, String> options,
    TableSchema schema,
    Watermark watermark,
    SnapshotSupplier supplier)
    implements Serializable {

  public Source {
    Objects.requireNonNull(name);
    Objects.requireNonNull(type);
    Objects.requireNonNull(readMode);
    options = Collections.unmodifiableMap(new TreeMap<>(options));
  }

  /** A source that a file can declare. */
  public Source(
      String name,
      String type,
      ReadMode readMode,
      Map<String, String> options,
      TableSchema schema,
      Watermark watermark) {
    this(name, type, readMode, options, schema, watermark, null);
  }

  /**
   * The columns that views and flows see: those of the data, then those that the source adds. A
   * delete of a change feed has its keys alone, and a truncate nothing at all, and earlier versions
   * of a Delta table lack columns, so no column of a feed is NOT NULL to them.
   */
  public TableSchema visibleSchema() {
    boolean feed = ChangeFeeds.isFeed(this) || DeltaFeeds.isFeed(this);
    TableSchema data = feed ? schema.asNullable() : schema;
    return data.plus(addedColumns());
  }

  /** The columns that the source adds to those of the data. */
  public List<Column> addedColumns() {
    List<Column> added =
        new ArrayList<>(
            SourceTypes.find(type).map(SourceTypes.SourceType::metadataColumns).orElseThrow());
    if (ChangeFeeds.isFeed(this)) {
      added.addAll(ChangeFeeds.COLUMNS);
    }
    if (TableFeeds.isFeed(this)) {
      added.addAll(TableFeeds.COLUMNS);
    }
    if (DeltaFeeds.isFeed(this)) {
      added.addAll(DeltaFeeds.columns(this));
    }
    SnapshotVersions.of(this)
        .map(versions -> Column.metadata(SourceTypes.SNAPSHOT_VERSION, versions.type()))
        .ifPresent(added::add);
    return added;
  }

  /** Values of options that nothing may show, wherever they come from. */
  public Set<String> secrets() {
    return options.entrySet().stream()
        .filter(
            option ->
                type.equals(SourceTypes.KAFKA) && KafkaOptions.isSecret(option.getKey())
                    || DatabaseOptions.isDatabase(type)
                        && DatabaseOptions.isSecret(option.getKey()))
        .map(Map.Entry::getValue)
        .filter(value -> !value.isEmpty())
        .collect(Collectors.toUnmodifiableSet());
  }

  /** The same source with more options. */
  public Source withOptions(Map<String, String> more) {
    Map<String, String> all = new TreeMap<>(options);
    all.putAll(more);
    return new Source(name, type, readMode, all, schema, watermark, supplier);
  }

  /**
   * True if every run reads all that is there, as if nothing had been read before. A source of
   * snapshots never is: it knows which one it has read.
   */
  public boolean isReadInWhole() {
    return readMode == ReadMode.BATCH
        && SourceTypes.canonical(type).equals(SourceTypes.FILES)
        && !options.containsKey(SourceTypes.VERSION_FROM);
  }

  /** True if the declaration leaves out what the system behind the source can tell. */
  boolean needsDescription() {
    boolean leavesOut =
        schema == null
            || (TableFeeds.isFeed(this) || DeltaFeeds.tellsChanges(this))
                && !options.containsKey(ChangeFeeds.PRIMARY_KEY);
    return leavesOut && SourceTypes.find(type).filter(this::hasRequiredOptions).isPresent();
  }

  private boolean hasRequiredOptions(SourceTypes.SourceType known) {
    boolean namesTable =
        !type.equals(SourceTypes.DELTA)
            || options.containsKey(SourceTypes.TABLE) != options.containsKey(DeltaFeeds.PATH);
    return namesTable && options.keySet().containsAll(known.requiredOptions());
  }

  /** The same source with what its declaration leaves out. */
  Source describedBy(SourceDescription description) {
    TableSchema columns = schema == null ? description.schema() : schema;
    Source described = new Source(name, type, readMode, options, columns, watermark, supplier);
    boolean feed =
        ChangeFeeds.isFeed(this) || TableFeeds.isFeed(this) || DeltaFeeds.tellsChanges(this);
    if (!feed || options.containsKey(ChangeFeeds.PRIMARY_KEY)) {
      return described;
    }
    Map<String, String> told = new TreeMap<>();
    put(told, ChangeFeeds.PRIMARY_KEY, description.primaryKey(), columns);
    put(told, TableFeeds.SEQUENCE_FIELD, description.sequence(), columns);
    told.putAll(options);
    return described.withOptions(told);
  }

  private static void put(
      Map<String, String> options, String option, List<String> names, TableSchema read) {
    if (!names.isEmpty() && read.names().containsAll(names)) {
      options.put(option, String.join(",", names));
    }
  }

  /** True if an update before without its update after is a delete. */
  public boolean deletesUnpaired() {
    return SourceTypes.DELETE_UNPAIRED.equals(options.get(SourceTypes.UNPAIRED_UPDATE_BEFORE));
  }

  /**
   * True if reading from the beginning gives a table as it is then, or only what comes next, and
   * not all events that an earlier reading gave.
   */
  public boolean beginsWithWhatThereIs() {
    return switch (SourceTypes.canonical(type)) {
      case SourceTypes.PAIMON -> TableFeeds.isFeed(this);
      case SourceTypes.DELTA ->
          DeltaFeeds.isFeed(this)
              && (DeltaFeeds.beginsWithRows(this)
                  || DeltaFeeds.LATEST.equals(options.get(DeltaFeeds.STARTING_VERSION)));
      case SourceTypes.MYSQL_CDC, SourceTypes.POSTGRES_CDC -> true;
      case SourceTypes.KAFKA ->
          KafkaOptions.LATEST.equals(options.get(KafkaOptions.STARTING_OFFSETS));
      default -> false;
    };
  }

  /** The table that the source reads; empty if it reads none, or its name is wrong. */
  public Optional<TableName> table() {
    String catalog =
        switch (type) {
          case SourceTypes.PAIMON -> TableName.DEFAULT_CATALOG;
          case SourceTypes.DELTA -> TableName.DELTA_CATALOG;
          default -> null;
        };
    String table = catalog == null ? null : options.get(SourceTypes.TABLE);
    try {
      return Optional.ofNullable(table).map(name -> TableName.parse(name, catalog));
    } catch (AutoCdcException e) {
      return Optional.empty();
    }
  }
}
