// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl;

import java.io.Serializable;
import java.util.List;

/** Which of some columns are meant: all, those of a list, or all but those of a list. */
public sealed interface ColumnSelection extends Serializable {

  ColumnSelection ALL = new All();

  boolean selects(String column);

  /** The columns that are named, for checks; empty for {@link All}. */
  List<String> named();

  static ColumnSelection only(List<String> columns) {
    return new Only(columns);
  }

  static ColumnSelection except(List<String> columns) {
    return new Except(columns);
  }

  /** Every column. */
  record All() implements ColumnSelection {
    @Override
    public boolean selects(String column) {
      return true;
    }

    @Override
    public List<String> named() {
      return List.of();
    }
  }

  /** The listed columns; an empty list means none. */
  record Only(List<String> columns) implements ColumnSelection {
    public Only {
      columns = List.copyOf(columns);
    }

    @Override
    public boolean selects(String column) {
      return columns.contains(column);
    }

    @Override
    public List<String> named() {
      return columns;
    }
  }

  /** Every column but the listed ones. */
  record Except(List<String> columns) implements ColumnSelection {
    public Except {
      columns = List.copyOf(columns);
    }

    @Override
    public boolean selects(String column) {
      return !columns.contains(column);
    }

    @Override
    public List<String> named() {
      return columns;
    }
  }
}
