// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.source.snapshots;

import io.autocdc.dsl.SnapshotSupplier;
import io.autocdc.dsl.SnapshotVersions;
import io.autocdc.dsl.Source;
import io.autocdc.merge.Sequence;
import io.autocdc.merge.SequenceCodec;
import io.autocdc.spi.SnapshotFeed;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.conversion.DataStructureConverter;
import org.apache.flink.table.data.conversion.DataStructureConverters;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.utils.TypeConversions;
import org.apache.flink.types.Row;
import org.apache.flink.util.CloseableIterator;

/** The snapshots of a {@link SnapshotSupplier}; where they stand is told by their versions. */
public final class SupplierFeed implements SnapshotFeed {

  private static final long serialVersionUID = 1L;

  private final SnapshotSupplier supplier;
  private final RowType columns;
  private final LogicalType version;

  private transient DataStructureConverter<Object, Object> rowConverter;
  private transient DataStructureConverter<Object, Object> versionConverter;
  private transient SequenceCodec versions;

  /**
   * @param source a source with a supplier
   */
  public SupplierFeed(Source source) {
    this.supplier = source.supplier();
    this.columns = source.schema().toRowType();
    this.version = SnapshotVersions.of(source).orElseThrow().type();
  }

  @Override
  public Optional<FedSnapshot> next(byte[] position) throws Exception {
    open();
    Object last =
        position == null
            ? null
            : versionConverter.toExternalOrNull(versions.decode(new Sequence(position)));
    return supplier.next(last).map(this::fed);
  }

  private void open() {
    if (versions == null) {
      rowConverter = converter(columns);
      versionConverter = converter(version);
      versions = SequenceCodec.of(List.of(version));
    }
  }

  private static DataStructureConverter<Object, Object> converter(LogicalType type) {
    DataStructureConverter<Object, Object> converter =
        DataStructureConverters.getConverter(TypeConversions.fromLogicalToDataType(type));
    converter.open(SupplierFeed.class.getClassLoader());
    return converter;
  }

  private FedSnapshot fed(SnapshotSupplier.Snapshot snapshot) {
    Object internal = versionConverter.toInternal(snapshot.version());
    Sequence sequence = versions.encode(GenericRowData.of(internal), new int[] {0});
    return new FedSnapshot(
        sequence.bytes(), internal, String.valueOf(snapshot.version()), new Rows(snapshot.rows()));
  }

  /** Rows in Flink's internal form. */
  private final class Rows implements CloseableIterator<RowData> {

    private final Iterator<Row> rows;

    Rows(Iterator<Row> rows) {
      this.rows = rows;
    }

    @Override
    public boolean hasNext() {
      return rows.hasNext();
    }

    @Override
    public RowData next() {
      return (RowData) rowConverter.toInternal(rows.next());
    }

    @Override
    public void close() throws Exception {
      if (rows instanceof AutoCloseable closeable) {
        closeable.close();
      }
    }
  }
}
