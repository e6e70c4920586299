// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.files;

import io.autocdc.connector.files.typed.TypedFormat;
import io.autocdc.json.InvalidTextException;
import java.io.IOException;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.file.src.FileSourceSplit;
import org.apache.flink.connector.file.src.reader.BulkFormat;
import org.apache.flink.connector.file.src.util.CheckpointedPosition;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.table.types.logical.RowType;

/** Files that say of what types their rows are; rows that fit travel in Flink's binary form. */
final class TypedFileFormat implements RowFormat {

  private static final long serialVersionUID = 1L;

  private final TypedFormat format;
  private final RowType type;
  private final int room;
  private final PartitionColumns partitions;

  /**
   * @param type columns of the data
   * @param room number of columns that the source adds
   * @param partitions columns whose values stand in the path of the file
   */
  TypedFileFormat(TypedFormat format, RowType type, int room, PartitionColumns partitions) {
    this.format = format;
    this.type = type;
    this.room = room;
    this.partitions = partitions;
  }

  @Override
  public BulkFormat<FileRecord, FileSourceSplit> records(FileOrigin origin, boolean marksEnd) {
    return new Records(origin, marksEnd);
  }

  @Override
  public RecordParser parser() {
    EncodedRows rows = new EncodedRows(type);
    return record -> rows.decode(record.text(), room);
  }

  private final class Records implements BulkFormat<FileRecord, FileSourceSplit> {

    private static final long serialVersionUID = 1L;

    private final FileOrigin origin;
    private final boolean marksEnd;

    Records(FileOrigin origin, boolean marksEnd) {
      this.origin = origin;
      this.marksEnd = marksEnd;
    }

    @Override
    public Reader<FileRecord> createReader(Configuration config, FileSourceSplit split)
        throws IOException {
      return open(split, 0);
    }

    @Override
    public Reader<FileRecord> restoreReader(Configuration config, FileSourceSplit split)
        throws IOException {
      return open(
          split,
          split.getReaderPosition().map(CheckpointedPosition::getRecordsAfterOffset).orElse(0L));
    }

    private Reader<FileRecord> open(FileSourceSplit split, long alreadyRead) throws IOException {
      FileSystem fileSystem = split.path().getFileSystem();
      long length = fileSystem.getFileStatus(split.path()).getLen();
      return new TypedRecordReader(
          fileSystem.open(split.path()),
          in -> new TypedRows(format, in, length, type, origin, problem()),
          origin,
          format.title(),
          marksEnd,
          alreadyRead);
    }

    private String problem() {
      try {
        partitions.values(origin.name());
        return null;
      } catch (InvalidTextException e) {
        return e.getMessage();
      }
    }

    @Override
    public boolean isSplittable() {
      return false;
    }

    @Override
    public TypeInformation<FileRecord> getProducedType() {
      return FileRecordSerializer.TYPE;
    }
  }
}
