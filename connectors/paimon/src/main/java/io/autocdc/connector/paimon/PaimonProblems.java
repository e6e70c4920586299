// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.paimon;

import static io.autocdc.spi.TableProblems.failure;
import static io.autocdc.spi.TableProblems.firstLine;

import io.autocdc.dsl.TableName;
import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Problem;
import io.autocdc.spi.TableProblems;
import java.util.Map;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.paimon.CoreOptions;

/** The texts of everything that can be wrong between a declaration and a Paimon table. */
final class PaimonProblems {

  private PaimonProblems() {}

  static Problem unsupportedType(
      TableName table, String column, LogicalType type, String fileFormat) {
    return TableProblems.unsupportedType(
        table, column, type, "Paimon cannot store it in " + fileFormat + " files");
  }

  static AutoCdcException refused(TableName table, Exception cause) {
    return TableProblems.refused("Paimon", table, cause);
  }

  static AutoCdcException storage(String attempt, Exception cause) {
    return TableProblems.storage("Paimon could not " + attempt, cause);
  }

  static Problem harmfulProperty(TableName table, String key, String value) {
    return Problem.error(
        null,
        ErrorCode.CONFLICTING_OPTIONS,
        "table " + table + " has the property '" + key + "' = '" + value + "'",
        "the flow has decided already which rows there are, and Paimon would decide once more, by"
            + " other rules",
        "remove the property");
  }

  static AutoCdcException invalidName(TableName table, Exception cause) {
    return failure(
        ErrorCode.INVALID_TABLE_NAME,
        "Paimon cannot keep a table of the name " + table,
        firstLine(cause),
        "use letters, digits and underscores",
        cause);
  }

  static AutoCdcException notManaged(TableName table) {
    return failure(
        ErrorCode.TARGET_NOT_OURS,
        table + " is not a table that Paimon manages",
        "only managed tables have snapshots and a changelog",
        "write into a new table",
        null);
  }

  static AutoCdcException partOfChangelog(TableName table, Map<String, String> options) {
    return failure(
        ErrorCode.CONFLICTING_OPTIONS,
        "table "
            + table
            + " has the merge-engine "
            + options.get(CoreOptions.MERGE_ENGINE.key())
            + " and the changelog-producer "
            + options.getOrDefault(CoreOptions.CHANGELOG_PRODUCER.key(), "none"),
        "its changes are what was written, and not what became of the rows",
        "set 'changelog-producer' = 'lookup' or 'full-compaction' for the table",
        null);
  }

  static AutoCdcException onceFromTheMiddle(String source, String start) {
    return failure(
        ErrorCode.CONFLICTING_OPTIONS,
        "source '" + source + "' has starting_snapshot '" + start + "', and its flows run once",
        "once means the rows that the table has at the first run",
        "remove starting_snapshot, or once",
        null);
  }

  /**
   * @param next the snapshot that would have been read next; null if none had been read
   */
  static AutoCdcException snapshotsGone(String source, Long next, Exception cause) {
    return failure(
        ErrorCode.RECORDS_LOST,
        "source '"
            + source
            + "' would go on in its table at snapshot "
            + (next == null ? "of its start" : next)
            + ", which is no longer there",
        "the table keeps its snapshots for a while only, and changes that nobody has read went with"
            + " them",
        "run refresh --full to read what there is; set consumer_id at the source, or a longer"
            + " 'snapshot.time-retained' for the table, so that snapshots wait",
        cause);
  }

  /** The snapshots of the table that was read are gone, whatever numbers the new one has. */
  static AutoCdcException tableMadeAnew(String source, long next) {
    return failure(
        ErrorCode.RECORDS_LOST,
        "source '"
            + source
            + "' would go on at snapshot "
            + next
            + " of a table that was made anew since it was read",
        "the table that was read is gone, and the rows of both would be mixed",
        "run refresh --full to read what there is",
        null);
  }

  static AutoCdcException tableSetBack(String source, long next, long newest) {
    return failure(
        ErrorCode.RECORDS_LOST,
        "source '"
            + source
            + "' would go on in its table at snapshot "
            + next
            + (next > newest + 1
                ? ", and the newest one is " + newest
                : ", and snapshot " + (next - 1) + " is another one than was read"),
        "the table was set back to an earlier snapshot",
        "run refresh --full to read what there is",
        null);
  }

  /**
   * @param earliest null if the table has no snapshot
   */
  static AutoCdcException startNotReached(String source, long asked, Long earliest, long newest) {
    return failure(
        ErrorCode.INVALID_VALUE,
        "source '"
            + source
            + "' has starting_snapshot "
            + asked
            + ", which its table does not have",
        earliest == null
            ? "the table has no snapshots yet"
            : "the table has the snapshots " + earliest + " to " + newest,
        earliest == null
            ? "name 1, or leave it out"
            : "name one of them, or " + (newest + 1) + " for what comes next",
        null);
  }
}
