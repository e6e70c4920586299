// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.delta.kernel;

import org.apache.flink.table.data.GenericRowData;

/**
 * A row that a commit brings or takes away.
 *
 * @param row a new object, with the columns that are read
 */
public record ChangedRow(ChangeType type, GenericRowData row) {}
