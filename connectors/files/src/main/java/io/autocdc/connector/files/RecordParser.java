// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.files;

import io.autocdc.json.InvalidTextException;
import org.apache.flink.table.data.GenericRowData;

/** Parses whole records. */
@FunctionalInterface
interface RecordParser {

  /**
   * @return a new row with the columns of the data, and room for those that the source adds
   * @throws InvalidTextException if the record is no row of the schema
   */
  GenericRowData parse(FileRecord record) throws InvalidTextException;
}
