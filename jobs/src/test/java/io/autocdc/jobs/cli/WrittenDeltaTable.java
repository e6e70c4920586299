// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.cli;

import io.autocdc.connector.delta.kernel.Change;
import io.autocdc.connector.delta.kernel.DeltaFolder;
import io.autocdc.connector.delta.kernel.DeltaLocation;
import io.autocdc.connector.delta.kernel.LiveFile;
import io.autocdc.connector.delta.kernel.StoredColumn;
import io.autocdc.dsl.type.TableSchema;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.util.FileUtils;
import org.roaringbitmap.RoaringBitmap;

/** A Delta table that a test writes itself, commit by commit. */
final class WrittenDeltaTable {

  private static final RowType TYPE =
      TableSchema.parse("id BIGINT NOT NULL, name STRING").toRowType();

  private final Path path;
  private final DeltaFolder folder;

  private WrittenDeltaTable(Path path) {
    this.path = path;
    this.folder = new DeltaLocation("file:" + path.toAbsolutePath(), Map.of()).open();
  }

  /** Makes a table without rows. */
  static WrittenDeltaTable create(Path path) {
    WrittenDeltaTable table = new WrittenDeltaTable(path);
    table.folder.create(
        TYPE.getFields().stream().map(f -> StoredColumn.of(f.getName(), f.getType())).toList(),
        Map.of("delta.enableDeletionVectors", "true"));
    return table;
  }

  /** A row; its name is its value. */
  static RowData row(long id, String name) {
    return GenericRowData.of(id, StringData.fromString(name));
  }

  WrittenDeltaTable insert(RowData... rows) throws IOException {
    return commit(Change.ofRows(null), rows);
  }

  /** Takes rows away by their ids, and adds others, in one commit. */
  WrittenDeltaTable replace(Set<Long> ids, RowData... rows) throws IOException {
    Change change = Change.ofRows(null);
    var state = folder.newest().orElseThrow();
    for (LiveFile file : state.files()) {
      RoaringBitmap gone = state.deleted(file);
      int before = gone.getCardinality();
      long count =
          state.scan(
              file,
              TYPE,
              (position, row) -> {
                if (ids.contains(row.getLong(0))) {
                  gone.add(position);
                }
              });
      if (gone.getCardinality() > before) {
        change.delete(file, gone, count);
      }
    }
    return commit(change, rows);
  }

  private WrittenDeltaTable commit(Change change, RowData... rows) throws IOException {
    if (rows.length > 0) {
      Iterator<RowData> all = Stream.of(rows).iterator();
      change.add(folder.write(TYPE, Set.of("id"), all));
    }
    if (!folder.newest().orElseThrow().commit(change)) {
      throw new IOException("somebody else has committed " + Arrays.toString(rows));
    }
    return this;
  }

  void drop() throws IOException {
    FileUtils.deleteDirectory(path.toFile());
  }
}
