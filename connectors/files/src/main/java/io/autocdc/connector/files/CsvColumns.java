// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.files;

import io.autocdc.json.InvalidTextException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/** The columns of CSV, named by headers or by their positions: {@code _c0}, {@code _c1}. */
final class CsvColumns implements TextColumns {

  private final TextTypes types = new TextTypes();
  private final TypeUnion union = new TypeUnion(true);
  private final CsvSyntax syntax;
  private final CsvScanner scanner;
  private final HeaderMode headerMode;
  private final boolean guess;

  private RowType columns = new RowType(List.of());

  /** Names in the header of the current file; null before its first record. */
  private List<String> header;

  /**
   * @param guess false if all columns are text
   */
  CsvColumns(CsvSyntax syntax, HeaderMode headerMode, boolean guess) {
    this.syntax = syntax;
    this.scanner = new CsvScanner(syntax);
    this.headerMode = headerMode;
    this.guess = guess;
  }

  @Override
  public TextFormat format() {
    return (in, origin) -> new CsvRecordReader(in, origin, syntax, HeaderMode.FALSE, Set.of());
  }

  @Override
  public void startFile() {
    header = null;
  }

  @Override
  public void add(byte[] record) {
    List<Optional<String>> cells = cells(record);
    if (header == null) {
      boolean named =
          headerMode == HeaderMode.TRUE || headerMode == HeaderMode.AUTO && areNames(cells);
      header = named ? cells.stream().map(cell -> cell.orElse("").strip()).toList() : List.of();
      if (named) {
        addTypes(cells.stream().map(cell -> TextTypes.NULL).toList());
        return;
      }
    }
    addTypes(cells.stream().map(cell -> cell.map(types::ofCell).orElse(TextTypes.NULL)).toList());
  }

  /** The cells of a record, null ones empty; none if it is broken. */
  private List<Optional<String>> cells(byte[] record) {
    List<Optional<String>> cells = new ArrayList<>();
    scanner.start(record, 0, record.length);
    try {
      while (scanner.next() == CsvScanner.Found.CELL) {
        cells.add(scanner.isNull() ? Optional.empty() : Optional.of(scanner.content()));
      }
      return cells;
    } catch (InvalidTextException e) {
      return List.of(); // It becomes an invalid row when it is read.
    }
  }

  /** A header has a text in every cell, each another one. */
  private boolean areNames(List<Optional<String>> cells) {
    Set<String> names = new HashSet<>();
    return cells.stream()
        .allMatch(
            cell ->
                cell.isPresent()
                    && types.ofCell(cell.get()).equals(TypeUnion.TEXT)
                    && names.add(cell.get()));
  }

  private void addTypes(List<LogicalType> cells) {
    List<RowType.RowField> fields = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (int i = 0; i < cells.size(); i++) {
      String name = name(i);
      if (!name.isEmpty() && names.add(name)) {
        fields.add(new RowType.RowField(name, cells.get(i)));
      }
    }
    columns = union.ofRows(columns, new RowType(fields));
  }

  /** A file without a header has the columns of the others by their positions. */
  private String name(int position) {
    if (!header.isEmpty()) {
      return position < header.size() ? header.get(position) : "";
    }
    return position < columns.getFieldCount()
        ? columns.getFieldNames().get(position)
        : "_c" + position;
  }

  @Override
  public RowType found() {
    return guess ? TextTypes.settledRow(columns) : TextTypes.texts(columns.getFieldNames());
  }
}
