// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators.state;

/**
 * A row as it lies in state: the bytes of its binary form, and the layout in which they were
 * written. Whoever reads it goes through {@link StoredRows}.
 */
public final class StoredRow {

  private final byte[] bytes;
  private final LayoutHistory.Entry layout;

  /**
   * @param bytes never changed from now on
   * @param layout null for the layout of now
   */
  StoredRow(byte[] bytes, LayoutHistory.Entry layout) {
    this.bytes = bytes;
    this.layout = layout;
  }

  byte[] bytes() {
    return bytes;
  }

  /** Null for the layout of now: that of the operator which made this object. */
  LayoutHistory.Entry layout() {
    return layout;
  }
}
