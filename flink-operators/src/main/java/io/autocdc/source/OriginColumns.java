// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.source;

import java.io.Serializable;
import org.apache.flink.table.data.GenericRowData;

/** The columns that a kind of source adds to every row: where it comes from. */
public interface OriginColumns<R extends RawRecord> extends Serializable {

  void set(GenericRowData row, R record);
}
