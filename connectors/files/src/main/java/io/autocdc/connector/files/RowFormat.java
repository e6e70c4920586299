// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.files;

/** A format whose records are rows. */
interface RowFormat extends RecordFormat {

  /** A parser for one subtask. */
  RecordParser parser();
}
