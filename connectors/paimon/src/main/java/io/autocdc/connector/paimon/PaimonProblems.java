// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.paimon;

import io.autocdc.dsl.TableName;
import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Problem;
import io.autocdc.dsl.type.Column;
import java.util.List;
import java.util.Map;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.paimon.CoreOptions;

/** The texts of everything that can be wrong between a declaration and a Paimon table. */
final class PaimonProblems {

  private static final String TYPE_REMEDY =
      "restore the type in the schema of the source, which can be declared, or in a view, drop the"
          + " table to fill it anew, or write into a new target";

  private PaimonProblems() {}

  static Problem unsupportedType(
      TableName table, String column, LogicalType type, String fileFormat) {
    return Problem.error(
        null,
        ErrorCode.UNSUPPORTED_TYPE,
        "column '" + column + "' of " + table + " has the type " + type.asSummaryString(),
        "Paimon cannot store it in " + fileFormat + " files",
        "leave the column out, or convert it with a SQL transform");
  }

  static Problem incompatibleColumn(
      TableName table, String column, LogicalType recorded, LogicalType asked, boolean isKey) {
    return Problem.error(
        null,
        ErrorCode.INCOMPATIBLE_COLUMN,
        "column '"
            + column
            + "' of "
            + table
            + " is "
            + recorded.copy(true).asSummaryString()
            + ", asked for is "
            + asked.copy(true).asSummaryString(),
        isKey
            ? "the column is part of the primary key, whose types cannot change"
            : "Paimon cannot turn the stored values into the new type without loss",
        TYPE_REMEDY);
  }

  static AutoCdcException primaryKeyDrift(
      TableName table, List<String> recorded, List<String> asked) {
    return failure(
        ErrorCode.TARGET_DRIFT,
        "the primary key of " + table + " is " + recorded + ", asked for is " + asked,
        "the key of an existing table cannot change",
        "restore the keys, drop the table to fill it anew, or write into a new target",
        null);
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

  static AutoCdcException refused(TableName table, Exception cause) {
    return failure(
        ErrorCode.INVALID_VALUE,
        "Paimon refuses the table " + table,
        firstLine(cause),
        "correct the table's properties or columns",
        cause);
  }

  static AutoCdcException invalidName(TableName table, Exception cause) {
    return failure(
        ErrorCode.INVALID_TABLE_NAME,
        "Paimon cannot keep a table of the name " + table,
        firstLine(cause),
        "use letters, digits and underscores",
        cause);
  }

  static AutoCdcException exists(TableName table, Exception cause) {
    return failure(
        ErrorCode.TARGET_NOT_OURS,
        "table " + table + " was to be made, but it exists",
        "somebody else made it in the meantime",
        "run again if the table is welcome, or write into a new table",
        cause);
  }

  static AutoCdcException notFound(TableName table, List<TableName> known) {
    return failure(
        ErrorCode.TABLE_NOT_FOUND,
        "table " + table + " does not exist",
        known.isEmpty()
            ? "the warehouse has no tables"
            : "the warehouse has "
                + String.join(", ", known.stream().map(TableName::toString).toList()),
        "check the name and the warehouse",
        null);
  }

  static AutoCdcException notManaged(TableName table) {
    return failure(
        ErrorCode.TARGET_NOT_OURS,
        table + " is not a table that Paimon manages",
        "only managed tables have snapshots and a changelog",
        "write into a new table",
        null);
  }

  static AutoCdcException foreignColumn(TableName table, List<String> columns) {
    return failure(
        ErrorCode.UNKNOWN_COLUMN,
        "rows for " + table + " have the columns " + columns + ", which the table lacks",
        "every column that is written must exist",
        "add the columns to the table first",
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

  /** The disk or the object store failed. */
  static AutoCdcException storage(String attempt, Exception cause) {
    return failure(
        ErrorCode.RUN_FAILED,
        "Paimon could not " + attempt,
        firstLine(cause),
        "check that the warehouse can be reached and written",
        cause);
  }

  private static AutoCdcException failure(
      ErrorCode code, String what, String why, String remedy, Exception cause) {
    return new AutoCdcException(Problem.error(null, code, what, why, remedy), cause);
  }

  private static String firstLine(Throwable failure) {
    String message = failure.getMessage();
    return message == null || message.isBlank()
        ? failure.getClass().getSimpleName()
        : message.strip().lines().findFirst().orElseThrow();
  }

  static AutoCdcException declaredOtherwise(TableName table, Column found, Column declared) {
    return new AutoCdcException(
        Problem.error(
            null,
            ErrorCode.INCOMPATIBLE_COLUMN,
            "the source declares the column '"
                + declared.name()
                + "' of table "
                + table
                + " as "
                + declared.type().copy(true).asSummaryString(),
            "the table has it as " + found.type().copy(true).asSummaryString(),
            "correct the schema, or leave it out: the table knows its columns"));
  }
}
