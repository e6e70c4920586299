// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.delta.kernel;

import io.delta.kernel.TableManager;
import io.delta.kernel.data.ColumnarBatch;
import io.delta.kernel.defaults.engine.DefaultEngine;
import io.delta.kernel.defaults.engine.hadoopio.HadoopFileIO;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.engine.FileReadResult;
import io.delta.kernel.exceptions.TableAlreadyExistsException;
import io.delta.kernel.exceptions.TableNotFoundException;
import io.delta.kernel.expressions.Column;
import io.delta.kernel.expressions.Literal;
import io.delta.kernel.internal.SnapshotImpl;
import io.delta.kernel.internal.util.SchemaUtils;
import io.delta.kernel.internal.util.Utils;
import io.delta.kernel.statistics.DataFileStatistics;
import io.delta.kernel.types.FieldMetadata;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import io.delta.kernel.utils.CloseableIterable;
import io.delta.kernel.utils.CloseableIterator;
import io.delta.kernel.utils.DataFileStatus;
import io.delta.kernel.utils.FileStatus;
import io.delta.storage.LocalLogStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.roaringbitmap.RoaringBitmap;

/**
 * A folder that is, or becomes, a table in Delta's format: the one door to Delta Kernel, whose
 * public interface has no commits that take rows away. No class outside of this package touches
 * Kernel. Nothing is cached.
 */
public final class DeltaFolder {

  static final String ENGINE = "flink-auto-cdc";

  /** Of a data file; larger ones make fewer files, smaller ones are cheaper to write anew. */
  private static final long FILE_SIZE = 64L << 20;

  /** Delta's own number; keys have bounds wherever they stand. */
  private static final int COLUMNS_WITH_STATISTICS = 32;

  /** Code points of a text that stand in the statistics, as in other engines. */
  private static final int TEXT_IN_STATISTICS = 32;

  private static final String GREATEST_CODE_POINT = Character.toString(Character.MAX_CODE_POINT);

  private final DeltaLocation location;
  private final Configuration configuration;
  private final Engine engine;

  DeltaFolder(DeltaLocation location) {
    this.location = location;
    this.configuration = configuration(location);
    this.engine =
        DefaultEngine.create(
            location.isLocal() ? new LinkingFiles(configuration) : new HadoopFileIO(configuration));
  }

  private static Configuration configuration(DeltaLocation location) {
    // Local files need nothing of Hadoop's configuration, whose default files take long to parse.
    Configuration configuration = new Configuration(!location.isLocal());
    configuration.set("parquet.compression", "SNAPPY");
    configuration.setLong("delta.kernel.default.parquet.writer.targetMaxFileSize", FILE_SIZE);
    configuration.set("io.delta.kernel.logStore.file.impl", LocalLogStore.class.getName());
    location.options().forEach(configuration::set);
    return configuration;
  }

  /** The newest version of the table; empty if the folder is none. */
  public Optional<DeltaState> newest() {
    try {
      SnapshotImpl snapshot =
          (SnapshotImpl) TableManager.loadSnapshot(location.path()).build(engine);
      return Optional.of(new DeltaState(this, snapshot));
    } catch (TableNotFoundException e) {
      return Optional.empty();
    }
  }

  /**
   * Makes the table.
   *
   * @return false if there is one already
   */
  public boolean create(List<StoredColumn> columns, Map<String, String> properties) {
    try {
      TableManager.buildCreateTableTransaction(location.path(), schema(columns), ENGINE)
          .withTableProperties(properties)
          .build(engine)
          .commit(engine, CloseableIterable.emptyIterable());
      return true;
    } catch (TableAlreadyExistsException e) {
      return false;
    }
  }

  /** Removes the folder with all that is in it. */
  public void delete() throws IOException {
    files().delete(root(), true);
  }

  /**
   * Writes rows into new data files, which belong to no version of the table yet.
   *
   * @param rows each stays as it is until a thousand more have been taken
   */
  public List<StagedFile> write(RowType type, Set<String> keys, Iterator<? extends RowData> rows)
      throws IOException {
    StructType schema = DeltaTypes.toStruct(type);
    List<StagedFile> staged = new ArrayList<>();
    try (CloseableIterator<DataFileStatus> written =
        engine
            .getParquetHandler()
            .writeParquetFiles(
                location.path(), new RowBatches(type, rows), statisticsColumns(schema, keys))) {
      while (written.hasNext()) {
        DataFileStatus file = written.next();
        staged.add(
            new StagedFile(
                new Path(file.getPath()).getName(),
                file.getSize(),
                file.getModificationTime(),
                shortened(file.getStatistics().orElseThrow()).serializeAsJson(schema)));
      }
    }
    return staged;
  }

  private static List<Column> statisticsColumns(StructType schema, Set<String> keys) {
    Set<Column> columns =
        new LinkedHashSet<>(
            SchemaUtils.collectLeafColumns(schema, Set.of(), COLUMNS_WITH_STATISTICS));
    for (StructField field : schema.fields()) {
      if (keys.contains(field.getName())) {
        columns.addAll(
            SchemaUtils.collectLeafColumns(
                new StructType(List.of(field)), Set.of(), COLUMNS_WITH_STATISTICS));
      }
    }
    return List.copyOf(columns);
  }

  /** Every reader of the table reads the bounds, so long texts stand in them cut off. */
  private static DataFileStatistics shortened(DataFileStatistics statistics) {
    Map<Column, Literal> least = new HashMap<>(statistics.getMinValues());
    Map<Column, Literal> greatest = new HashMap<>(statistics.getMaxValues());
    least.replaceAll((column, value) -> shortened(value, ""));
    greatest.replaceAll((column, value) -> shortened(value, GREATEST_CODE_POINT));
    return new DataFileStatistics(
        statistics.getNumRecords(),
        least,
        greatest,
        statistics.getNullCount(),
        statistics.getTightBounds());
  }

  private static Literal shortened(Literal literal, String end) {
    if (literal == null
        || !(literal.getDataType() instanceof StringType)
        || literal.getValue() == null) {
      return literal;
    }
    String text = (String) literal.getValue();
    return text.codePointCount(0, text.length()) <= TEXT_IN_STATISTICS
        ? literal
        : Literal.ofString(text.substring(0, text.offsetByCodePoints(0, TEXT_IN_STATISTICS)) + end);
  }

  /**
   * A version of the table.
   *
   * @throws RuntimeException of Kernel's choice if the log does not have it
   */
  public DeltaState at(long version) {
    return new DeltaState(
        this,
        (SnapshotImpl) TableManager.loadSnapshot(location.path()).atVersion(version).build(engine));
  }

  /** The commits of the table. */
  public DeltaLog log() {
    return new DeltaLog(this);
  }

  /** The rows that a commit brings to a file or takes from it. */
  public org.apache.flink.util.CloseableIterator<ChangedRow> read(
      FileRows file, TableColumns columns) throws IOException {
    return new FileRowsReader(this, file, columns);
  }

  /** The positions that a vector has; null for null. */
  RoaringBitmap positions(FileRows.Vector vector) {
    return vector == null
        ? null
        : DeletionVectors.read(engine, location.path(), vector.descriptor());
  }

  /** The batches of a data file, with the columns of a schema; those that it lacks are null. */
  CloseableIterator<ColumnarBatch> read(LiveFile file, StructType columns) throws IOException {
    return read(file.add().getPath(), file.size(), columns);
  }

  CloseableIterator<ColumnarBatch> read(String file, long size, StructType columns)
      throws IOException {
    Path path = new Path(root(), new Path(java.net.URI.create(file)));
    long length = size == FileRows.UNKNOWN ? files().getFileStatus(path).getLen() : size;
    return engine
        .getParquetHandler()
        .readParquetFiles(
            Utils.singletonCloseableIterator(FileStatus.of(path.toString(), length, 0)),
            columns,
            Optional.empty())
        .map(FileReadResult::getData);
  }

  private static StructType schema(List<StoredColumn> columns) {
    return new StructType(
        columns.stream().map(column -> column.toField(FieldMetadata.empty())).toList());
  }

  public DeltaLocation location() {
    return location;
  }

  /** The file system of the folder. */
  public FileSystem files() throws IOException {
    return root().getFileSystem(configuration);
  }

  public Path root() {
    return new Path(location.path());
  }

  Engine engine() {
    return engine;
  }
}
