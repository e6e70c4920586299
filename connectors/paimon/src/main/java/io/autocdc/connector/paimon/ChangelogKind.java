// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.paimon;

import org.apache.paimon.CoreOptions;
import org.apache.paimon.CoreOptions.ChangelogProducer;
import org.apache.paimon.CoreOptions.MergeEngine;
import org.apache.paimon.table.FileStoreTable;

/**
 * What a table tells those who read its changes.
 *
 * @param isRaw true if they see rows as they were written, and not what these made of the table
 * @param isWhole true if the rows of a key, in their order, lead to that of the table
 */
record ChangelogKind(boolean isRaw, boolean isWhole) {

  static ChangelogKind of(FileStoreTable table) {
    CoreOptions options = CoreOptions.fromMap(table.options());
    boolean raw =
        options.changelogProducer() == ChangelogProducer.NONE
            || options.changelogProducer() == ChangelogProducer.INPUT;
    boolean lastRowWins =
        table.primaryKeys().isEmpty()
            || options.mergeEngine() == MergeEngine.DEDUPLICATE
                && options.sequenceFieldSortOrderIsAscending();
    return new ChangelogKind(raw, !raw || lastRowWins);
  }
}
