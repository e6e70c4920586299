// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators.state;

import io.autocdc.operators.row.RowLayout;
import java.io.IOException;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.utils.LogicalTypeParser;

/**
 * All layouts that the rows of a state were ever written in, the first one first. Rows name theirs
 * by its number, so that they need not be rewritten when the layout changes: they go through all
 * later layouts, one after the other, when they are read. Thereby it does not matter when that is.
 */
final class LayoutHistory implements Serializable {

  private static final long serialVersionUID = 1L;

  /**
   * A layout in its place; one object for each place of a history.
   *
   * @param number its place, from 0
   */
  record Entry(LayoutHistory history, int number) implements Serializable {

    RowLayout layout() {
      return history.layouts.get(number);
    }

    /** The layouts that came later, in order. */
    List<RowLayout> later() {
      return history.layouts.subList(number + 1, history.layouts.size());
    }

    @Override
    public boolean equals(Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(this);
    }
  }

  private final List<RowLayout> layouts;
  private final List<Entry> entries = new ArrayList<>();

  private LayoutHistory(List<RowLayout> layouts) {
    this.layouts = List.copyOf(layouts);
    for (int i = 0; i < layouts.size(); i++) {
      entries.add(new Entry(this, i));
    }
  }

  /** A history that begins. */
  static LayoutHistory of(RowLayout first) {
    return new LayoutHistory(List.of(first));
  }

  /** This history with another layout behind it, unless rows stay in the form that they have. */
  LayoutHistory followedBy(RowLayout next) {
    if (next.hasFormOf(newest())) {
      return this;
    }
    List<RowLayout> all = new ArrayList<>(layouts);
    all.add(next);
    return new LayoutHistory(all);
  }

  RowLayout newest() {
    return layouts.get(layouts.size() - 1);
  }

  /**
   * @throws IOException if there is none of that number
   */
  Entry entry(int number) throws IOException {
    if (number >= entries.size()) {
      throw new IOException("a stored row has the unknown layout " + number);
    }
    return entries.get(number);
  }

  /**
   * The number of a row's layout here. A row that was restored comes from a history that this one
   * goes on with, so that its number is the same.
   *
   * @param entry null for the newest
   */
  int numberOf(Entry entry) {
    return entry == null ? layouts.size() - 1 : entry.number();
  }

  void write(DataOutputView out) throws IOException {
    out.writeInt(layouts.size());
    for (RowLayout layout : layouts) {
      byte[] columns = layout.columns().asSerializableString().getBytes(StandardCharsets.UTF_8);
      out.writeInt(columns.length);
      out.write(columns);
      out.writeBoolean(layout.partial());
      List<String> leftOpen = layout.leftOpen().stream().sorted().toList();
      out.writeInt(leftOpen.size());
      for (String column : leftOpen) {
        out.writeUTF(column);
      }
    }
  }

  static LayoutHistory read(DataInputView in, ClassLoader loader) throws IOException {
    List<RowLayout> layouts = new ArrayList<>();
    for (int count = in.readInt(); count > 0; count--) {
      byte[] columns = new byte[in.readInt()];
      in.readFully(columns);
      String text = new String(columns, StandardCharsets.UTF_8);
      RowType type = (RowType) LogicalTypeParser.parse(text, loader);
      boolean partial = in.readBoolean();
      Set<String> leftOpen = new HashSet<>();
      for (int open = in.readInt(); open > 0; open--) {
        leftOpen.add(in.readUTF());
      }
      layouts.add(new RowLayout(type, partial, leftOpen));
    }
    return new LayoutHistory(layouts);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof LayoutHistory that && layouts.equals(that.layouts);
  }

  @Override
  public int hashCode() {
    return layouts.hashCode();
  }
}
