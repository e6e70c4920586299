// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.delta;

import static io.autocdc.spi.TableProblems.failure;
import static io.autocdc.spi.TableProblems.firstLine;

import io.autocdc.connector.delta.kernel.ColumnTypes;
import io.autocdc.connector.delta.kernel.DeltaTypes;
import io.autocdc.dsl.TableName;
import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Problem;
import io.autocdc.spi.TableProblems;
import java.time.Instant;
import org.apache.flink.table.types.logical.LogicalType;

/** The texts of everything that can be wrong between a declaration and a Delta table. */
final class DeltaProblems {

  private DeltaProblems() {}

  static Problem unsupportedType(TableName table, String column, LogicalType type) {
    return TableProblems.unsupportedType(
        table,
        column,
        type,
        "Delta has no type that gives its values back as they were; its times end at "
            + DeltaTypes.MAX_PRECISION
            + " digits of a second");
  }

  static AutoCdcException refused(TableName table, Exception cause) {
    return TableProblems.refused("Delta", table, cause);
  }

  static AutoCdcException storage(String attempt, Exception cause) {
    return TableProblems.storage("could not " + attempt, cause);
  }

  static Problem columnName(TableName table, String column, String why) {
    return Problem.error(
        null,
        ErrorCode.INVALID_VALUE,
        "Delta refuses the column '" + column + "' of " + table,
        why,
        "rename it with a SQL transform");
  }

  static Problem property(TableName table, String key, String why, String remedy) {
    return Problem.error(
        null,
        ErrorCode.CONFLICTING_OPTIONS,
        "table " + table + " has the property '" + key + "'",
        why,
        remedy);
  }

  static Problem feature(TableName table, String feature, String remedy) {
    return Problem.error(
        null,
        ErrorCode.CONFLICTING_OPTIONS,
        "table " + table + " has " + feature,
        "Delta Kernel cannot write such tables",
        remedy);
  }

  static AutoCdcException invalidName(TableName table, String why) {
    return failure(
        ErrorCode.INVALID_TABLE_NAME,
        "there can be no folder for a table of the name " + table,
        why,
        "use letters, digits and underscores",
        null);
  }

  static AutoCdcException foreignType(String location, String column, Exception cause) {
    return failure(
        ErrorCode.UNSUPPORTED_TYPE,
        "column '" + column + "' of the table in " + location + " can be neither read nor written",
        firstLine(cause),
        "take the column away with the engine that has added it, or write into a new target",
        cause);
  }

  static AutoCdcException removed(String location, String file) {
    return failure(
        ErrorCode.RUN_FAILED,
        "the rows of a checkpoint cannot be committed to " + location,
        "the file " + file + " with them was removed, as VACUUM does with what no version has",
        "go on from a later savepoint, or refresh the flow in full",
        null);
  }

  static AutoCdcException noTableAt(String location) {
    return failure(
        ErrorCode.TABLE_NOT_FOUND,
        "there is no Delta table in " + location,
        "a table is a folder with a _delta_log",
        "correct the path, or write the table first",
        null);
  }

  static AutoCdcException unreadableColumn(String table, String column, String why) {
    return failure(
        ErrorCode.UNSUPPORTED_TYPE,
        "column '" + column + "' of the table " + table + " cannot be read",
        why,
        "declare the schema of the source without it",
        null);
  }

  static AutoCdcException onceFromTheMiddle(String source) {
    return failure(
        ErrorCode.CONFLICTING_OPTIONS,
        "source '" + source + "' has a start, and its flows run once",
        "once means the rows that the table has at the first run",
        "remove starting_version or starting_timestamp, or once",
        null);
  }

  static AutoCdcException rowsChanged(String source, long version) {
    return failure(
        ErrorCode.CONFLICTING_OPTIONS,
        "source '"
            + source
            + "' reads appended rows, and version "
            + version
            + " of its table updates, deletes or overwrites rows",
        "what happened to rows that have been read would be missed",
        "write read_change_feed: true to read that, too, or skip_change_commits: true to leave out"
            + " such versions with all that they bring",
        null);
  }

  static AutoCdcException startNotThere(String source, long asked, long earliest, long newest) {
    return failure(
        ErrorCode.INVALID_VALUE,
        "source '" + source + "' has starting_version " + asked + ", which its table does not have",
        "the log of the table has the versions " + earliest + " to " + newest,
        "name one of them, or " + (newest + 1) + " for what comes next",
        null);
  }

  static AutoCdcException startAhead(String source, Instant asked) {
    return failure(
        ErrorCode.INVALID_VALUE,
        "source '" + source + "' has starting_timestamp " + asked + ", which is still to come",
        "commits that are made until then would have to be left out",
        "name a time that has passed, or starting_version: latest for what comes next",
        null);
  }

  static AutoCdcException startGone(String source, Instant asked, long earliest, long newest) {
    return failure(
        ErrorCode.INVALID_VALUE,
        "source '"
            + source
            + "' has starting_timestamp "
            + asked
            + ", and the log of its table does not go back so far",
        "it has the versions " + earliest + " to " + newest,
        "name a later time, or a starting_version",
        null);
  }

  static AutoCdcException commitsGone(String source, long next, long earliest, long newest) {
    return failure(
        ErrorCode.RECORDS_LOST,
        "source '"
            + source
            + "' would go on in its table at version "
            + next
            + ", which is no longer in its log",
        "the log has the versions "
            + earliest
            + " to "
            + newest
            + ", and changes that nobody has read went with the others",
        "run refresh --full to read what there is; a longer 'delta.logRetentionDuration' of the"
            + " table lets versions wait",
        null);
  }

  static AutoCdcException filesGone(String source, long version, Exception cause) {
    return failure(
        ErrorCode.RECORDS_LOST,
        "source '"
            + source
            + "' would read version "
            + version
            + " of its table, of which a file is gone",
        firstLine(cause) + "; VACUUM removes files that the newest version does not need",
        "run refresh --full to read what there is; a longer 'delta.deletedFileRetentionDuration' of"
            + " the table lets files wait",
        cause);
  }

  static AutoCdcException tableMadeAnew(String source, long next) {
    return failure(
        ErrorCode.RECORDS_LOST,
        "source '"
            + source
            + "' would go on at version "
            + next
            + " of a table that was removed or made anew since it was read",
        "the table that was read is gone, and the rows of both would be mixed",
        "run refresh --full to read what there is",
        null);
  }

  static AutoCdcException tableSetBack(String source, long next, long newest) {
    return failure(
        ErrorCode.RECORDS_LOST,
        "source '"
            + source
            + "' would go on in its table at version "
            + next
            + (next > newest + 1
                ? ", and the newest one is " + newest
                : ", and version " + (next - 1) + " is another one than was read"),
        "the log of the table was set back to an earlier version",
        "run refresh --full to read what there is",
        null);
  }

  static AutoCdcException columnChanged(String source, long version, ColumnTypes.Misfit misfit) {
    return failure(
        ErrorCode.INCOMPATIBLE_COLUMN,
        "source '"
            + source
            + "' reads the column '"
            + misfit.column()
            + "' as "
            + misfit.read()
            + ", and version "
            + version
            + " of its table has it as "
            + misfit.written(),
        "values would be lost",
        "run again if the column has changed since the run began: a run takes columns as they are"
            + " when it begins; else begin behind that version with starting_version, or leave the"
            + " column out of the schema",
        null);
  }

  static AutoCdcException unreadable(String source, long version, Exception cause) {
    return failure(
        ErrorCode.RUN_FAILED,
        "source '" + source + "' cannot read version " + version + " of its table",
        firstLine(cause),
        "leave the column that it is about out of the schema, or begin behind that version with"
            + " starting_version",
        cause);
  }

  static AutoCdcException gone(String location) {
    return failure(
        ErrorCode.TABLE_NOT_FOUND,
        "there is no table in " + location + " any more",
        "somebody has removed it while rows were written",
        "refresh the flow in full to make it anew",
        null);
  }

  static AutoCdcException changedMeanwhile(TableName table) {
    return failure(
        ErrorCode.RUN_FAILED,
        "the columns of " + table + " could not be changed",
        "others were committing to it all the time",
        "run again",
        null);
  }
}
