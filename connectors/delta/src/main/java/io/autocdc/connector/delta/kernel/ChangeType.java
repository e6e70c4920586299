// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.delta.kernel;

/** What a row of a change feed is about, in the order in which the rows of one key are told. */
public enum ChangeType {
  DELETE("delete"),
  UPDATE_PREIMAGE("update_preimage"),
  INSERT("insert"),
  UPDATE_POSTIMAGE("update_postimage");

  private final String text;

  ChangeType(String text) {
    this.text = text;
  }

  /** The word of Delta's protocol. */
  public String text() {
    return text;
  }

  /** True if the row was there before its commit, and is not afterwards. */
  public boolean takesAway() {
    return this == DELETE || this == UPDATE_PREIMAGE;
  }

  /**
   * @throws IllegalArgumentException if Delta's protocol has no such word
   */
  static ChangeType of(String text) {
    for (ChangeType type : values()) {
      if (type.text.equals(text)) {
        return type;
      }
    }
    throw new IllegalArgumentException("a row has the _change_type '" + text + "'");
  }
}
