// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.type;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.flink.table.types.logical.RowType;

/**
 * Columns in order.
 *
 * @param columns the columns; names are unique
 */
public record TableSchema(List<Column> columns) implements Serializable {

  public TableSchema {
    columns = List.copyOf(columns);
  }

  /**
   * Reads {@code name TYPE, name TYPE}.
   *
   * @throws io.autocdc.dsl.problem.AutoCdcException INVALID_SCHEMA
   */
  public static TableSchema parse(String text) {
    return SchemaParser.parse(text);
  }

  public static TableSchema of(RowType rowType) {
    return new TableSchema(
        rowType.getFields().stream().map(f -> Column.of(f.getName(), f.getType())).toList());
  }

  public List<String> names() {
    return columns.stream().map(Column::name).toList();
  }

  public Optional<Column> find(String name) {
    return columns.stream().filter(column -> column.name().equals(name)).findFirst();
  }

  public boolean contains(String name) {
    return find(name).isPresent();
  }

  /** Position of a column, from 0; -1 if there is none of that name. */
  public int indexOf(String name) {
    return names().indexOf(name);
  }

  /** This schema followed by more columns. */
  public TableSchema plus(List<Column> more) {
    List<Column> all = new ArrayList<>(columns);
    all.addAll(more);
    return new TableSchema(all);
  }

  public RowType toRowType() {
    return new RowType(
        false, columns.stream().map(c -> new RowType.RowField(c.name(), c.type())).toList());
  }

  /** The form that {@link #parse} reads. */
  @Override
  public String toString() {
    return columns.stream()
        .map(c -> SchemaParser.quote(c.name()) + " " + TypeText.of(c.type()))
        .collect(Collectors.joining(", "));
  }
}
