// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.files;

import io.autocdc.json.CellReader;
import io.autocdc.json.InvalidTextException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.types.logical.RowType;

/**
 * Parses records of CSV, by position, or by the header of their file. Columns that a header names
 * and the schema does not are ignored, as in JSON; columns that it lacks are null.
 */
final class CsvRowParser implements RecordParser {

  private static final int IGNORED = -1;

  private final RowType type;
  private final int room;
  private final CsvScanner scanner;
  private final CellReader[] readers;
  private FileOrigin current;
  private int[] positions;

  CsvRowParser(RowType type, int room, CsvSyntax syntax) {
    this.type = type;
    this.room = room;
    this.scanner = new CsvScanner(syntax);
    this.readers = type.getChildren().stream().map(CellReader::of).toArray(CellReader[]::new);
  }

  @Override
  public GenericRowData parse(FileRecord record) throws InvalidTextException {
    if (record.origin() != current) {
      positions = positions(record.origin().header());
      current = record.origin();
    }
    GenericRowData row = new GenericRowData(type.getFieldCount() + room);
    scanner.start(record.text(), 0, record.text().length);
    int cells = 0;
    CsvScanner.Found found;
    while ((found = scanner.next()) == CsvScanner.Found.CELL) {
      if (cells < positions.length && positions[cells] != IGNORED && !scanner.isNull()) {
        readCell(row, positions[cells]);
      }
      cells++;
    }
    if (found != CsvScanner.Found.END) {
      throw new InvalidTextException(
          "there is text between a closing quote and the next delimiter");
    }
    if (cells != positions.length) {
      throw new InvalidTextException(
          "the record has " + cells + " cells, expected are " + positions.length);
    }
    checkNotNull(row);
    return row;
  }

  private void readCell(GenericRowData row, int position) throws InvalidTextException {
    try {
      row.setField(position, readers[position].read(scanner.content()));
    } catch (InvalidTextException e) {
      throw e.inField(type.getFieldNames().get(position));
    }
  }

  private void checkNotNull(GenericRowData row) throws InvalidTextException {
    for (int i = 0; i < readers.length; i++) {
      if (row.isNullAt(i) && !type.getTypeAt(i).isNullable()) {
        throw InvalidTextException.nullValue(type.getTypeAt(i))
            .inField(type.getFieldNames().get(i));
      }
    }
  }

  private int[] positions(List<String> header) throws InvalidTextException {
    if (header == null) {
      return IntStream.range(0, type.getFieldCount()).toArray();
    }
    int[] found = header.stream().mapToInt(type::getFieldIndex).toArray();
    Set<Integer> seen = new HashSet<>();
    for (int i = 0; i < found.length; i++) {
      if (found[i] != IGNORED && !seen.add(found[i])) {
        throw new InvalidTextException(
            "the header of the file names the column '" + header.get(i) + "' twice");
      }
    }
    if (seen.isEmpty()) {
      throw new InvalidTextException(
          "the header of the file, " + header + ", names no column of the schema");
    }
    return found;
  }
}
