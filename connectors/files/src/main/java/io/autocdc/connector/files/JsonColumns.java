// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.files;

import java.util.List;
import org.apache.flink.table.types.logical.RowType;

/** The fields of JSON objects. */
final class JsonColumns implements TextColumns {

  private final TextTypes types = new TextTypes();
  private final TypeUnion union = new TypeUnion(true);
  private final boolean guess;
  private RowType columns = new RowType(List.of());

  /**
   * @param guess false if all columns are text
   */
  JsonColumns(boolean guess) {
    this.guess = guess;
  }

  @Override
  public TextFormat format() {
    return JsonLines::reader;
  }

  @Override
  public void add(byte[] record) {
    types.ofJson(record).ifPresent(row -> columns = union.ofRows(columns, row));
  }

  @Override
  public RowType found() {
    return guess ? TextTypes.settledRow(columns) : TextTypes.texts(columns.getFieldNames());
  }
}
