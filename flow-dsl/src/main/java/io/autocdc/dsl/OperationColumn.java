// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl;

import io.autocdc.dsl.type.Column;
import io.autocdc.dsl.type.TableSchema;
import java.util.Arrays;
import java.util.Optional;
import org.apache.flink.table.types.logical.LogicalTypeFamily;

/**
 * The control column by which the rows of a change feed say what happened, with the words that it
 * has. Any other word is an upsert.
 */
public enum OperationColumn {
  DEBEZIUM(ChangeFeeds.OP, ChangeFeeds.DELETE, ChangeFeeds.TRUNCATE, null),
  DELTA(DeltaFeeds.CHANGE_TYPE, DeltaFeeds.DELETE, null, DeltaFeeds.UPDATE_PREIMAGE);

  private final String column;
  private final String delete;
  private final String truncate;
  private final String before;

  OperationColumn(String column, String delete, String truncate, String before) {
    this.column = column;
    this.delete = delete;
    this.truncate = truncate;
    this.before = before;
  }

  /** The one that rows have; empty if they do not say what happened. */
  public static Optional<OperationColumn> of(TableSchema rows) {
    return Arrays.stream(values())
        .filter(
            operation ->
                rows.find(operation.column)
                    .filter(Column::metadata)
                    .filter(found -> found.type().is(LogicalTypeFamily.CHARACTER_STRING))
                    .isPresent())
        .findFirst();
  }

  /** The one of a source; empty if it is no change feed. */
  public static Optional<OperationColumn> of(Source source) {
    if (ChangeFeeds.isFeed(source)) {
      return Optional.of(DEBEZIUM);
    }
    return DeltaFeeds.tellsChanges(source) ? Optional.of(DELTA) : Optional.empty();
  }

  /** Name of the column. */
  public String column() {
    return column;
  }

  /** The word of a delete. */
  public String delete() {
    return delete;
  }

  /** The word for all rows being taken away; empty if there is none. */
  public Optional<String> truncate() {
    return Optional.ofNullable(truncate);
  }

  /** The word of a row that an update replaces, which means nothing; empty if there is none. */
  public Optional<String> before() {
    return Optional.ofNullable(before);
  }

  /** A condition over the rows that is true for deletes. */
  public String isDelete() {
    return is(delete);
  }

  /** A condition over the rows that is true for truncates; empty if there are none. */
  public Optional<String> isTruncate() {
    return truncate().map(this::is);
  }

  private String is(String word) {
    return column + " = '" + word + "'";
  }
}
