// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.files;

import io.autocdc.json.InvalidTextException;
import java.util.List;
import org.apache.flink.connector.file.src.FileSourceSplit;
import org.apache.flink.connector.file.src.reader.BulkFormat;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.types.logical.RowType;

/** A format whose records have some columns, and whose folders have the others. */
final class PartitionedFormat implements RowFormat {

  private static final long serialVersionUID = 1L;

  private final RowFormat format;
  private final RowType type;
  private final RowType inRecords;
  private final PartitionColumns partitions;
  private final int room;

  /**
   * @param format reads the columns that records have, without room for others
   * @param type columns of the data
   * @param inRecords those of them that records have
   * @param partitions those of them that folders have
   * @param room number of columns that the source adds
   */
  PartitionedFormat(
      RowFormat format, RowType type, RowType inRecords, PartitionColumns partitions, int room) {
    this.format = format;
    this.type = type;
    this.inRecords = inRecords;
    this.partitions = partitions;
    this.room = room;
  }

  @Override
  public BulkFormat<FileRecord, FileSourceSplit> records(FileOrigin origin, boolean marksEnd) {
    return format.records(origin, marksEnd);
  }

  @Override
  public RecordParser parser() {
    return new Parser(
        format.parser(), positions(inRecords.getFieldNames()), positions(partitions.names()));
  }

  private int[] positions(List<String> columns) {
    return columns.stream().mapToInt(type::getFieldIndex).toArray();
  }

  private final class Parser implements RecordParser {

    private final RecordParser parser;
    private final int[] ofRecords;
    private final int[] ofFolders;
    private FileOrigin current;
    private Object[] values;

    Parser(RecordParser parser, int[] ofRecords, int[] ofFolders) {
      this.parser = parser;
      this.ofRecords = ofRecords;
      this.ofFolders = ofFolders;
    }

    @Override
    public GenericRowData parse(FileRecord record) throws InvalidTextException {
      if (record.origin() != current) {
        values = partitions.values(record.origin().name());
        current = record.origin();
      }
      GenericRowData read = parser.parse(record);
      GenericRowData row = new GenericRowData(type.getFieldCount() + room);
      for (int i = 0; i < ofRecords.length; i++) {
        row.setField(ofRecords[i], read.getField(i));
      }
      for (int i = 0; i < ofFolders.length; i++) {
        row.setField(ofFolders[i], values[i]);
      }
      return row;
    }
  }
}
