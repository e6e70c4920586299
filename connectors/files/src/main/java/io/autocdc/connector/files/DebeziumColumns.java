// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.files;

import io.autocdc.format.debezium.FeedColumns;
import io.autocdc.json.InvalidTextException;
import java.util.List;
import java.util.Optional;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/**
 * The columns of the table that a feed is about: as the schema parts of records have them, else
 * guessed from the rows in them.
 */
final class DebeziumColumns implements TextColumns {

  private static final RowType NONE = new RowType(List.of());

  private final TextTypes types = new TextTypes();
  private final TypeUnion union = new TypeUnion(false);
  private final TypeUnion unionOfText = new TypeUnion(true);
  private RowType declared = NONE;
  private RowType guessed = NONE;

  @Override
  public TextFormat format() {
    return JsonLines::reader;
  }

  @Override
  public void add(byte[] record) {
    Optional<RowType> columns;
    try {
      columns = FeedColumns.of(record);
    } catch (InvalidTextException e) {
      return; // It becomes an invalid row when it is read.
    }
    if (columns.isPresent()) {
      declared = union.ofRows(declared, columns.get());
    } else {
      types.ofJson(record).ifPresent(this::guess);
    }
  }

  private void guess(RowType record) {
    RowType change = field(record, "payload").orElse(record);
    for (String image : List.of("before", "after")) {
      field(change, image).ifPresent(row -> guessed = unionOfText.ofRows(guessed, row));
    }
  }

  private static Optional<RowType> field(RowType row, String name) {
    int position = row.getFieldIndex(name);
    LogicalType type = position < 0 ? null : row.getTypeAt(position);
    return type instanceof RowType found ? Optional.of(found) : Optional.empty();
  }

  @Override
  public RowType found() {
    return declared.getFieldCount() > 0 ? declared : TextTypes.settledRow(guessed);
  }
}
