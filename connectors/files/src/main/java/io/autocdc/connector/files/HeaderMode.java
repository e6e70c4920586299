// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.files;

/** Whether the first record of a CSV file names the columns. */
enum HeaderMode {
  TRUE,
  FALSE,
  /** It does if every cell of it is the name of a declared column. */
  AUTO
}
