// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.delta;

import io.autocdc.connector.delta.kernel.DeltaTypes;
import io.autocdc.dsl.TableName;
import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Problem;
import java.util.List;
import org.apache.flink.table.types.logical.LogicalType;

/** The texts of everything that can be wrong between a declaration and a Delta table. */
final class DeltaProblems {

  private static final String TYPE_REMEDY =
      "restore the type, drop the table to fill it anew, or write into a new target";

  private DeltaProblems() {}

  static Problem unsupportedType(TableName table, String column, LogicalType type) {
    return Problem.error(
        null,
        ErrorCode.UNSUPPORTED_TYPE,
        "column '" + column + "' of " + table + " has the type " + type.asSummaryString(),
        "Delta has no type that gives its values back as they were; its times end at "
            + DeltaTypes.MAX_PRECISION
            + " digits of a second",
        "leave the column out, or convert it with a SQL transform");
  }

  static Problem columnName(TableName table, String column, String why) {
    return Problem.error(
        null,
        ErrorCode.INVALID_VALUE,
        "Delta refuses the column '" + column + "' of " + table,
        why,
        "rename it with a SQL transform");
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
            : "the stored values cannot be turned into the new type without loss",
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

  static AutoCdcException refused(TableName table, Exception cause) {
    return failure(
        ErrorCode.INVALID_VALUE,
        "Delta refuses the table " + table,
        firstLine(cause),
        "correct the table's properties or columns",
        cause);
  }

  static AutoCdcException invalidName(TableName table, String why) {
    return failure(
        ErrorCode.INVALID_TABLE_NAME,
        "there can be no folder for a table of the name " + table,
        why,
        "use letters, digits and underscores",
        null);
  }

  static AutoCdcException exists(TableName table) {
    return failure(
        ErrorCode.TARGET_NOT_OURS,
        "table " + table + " was to be made, but it exists",
        "somebody else made it in the meantime",
        "run again if the table is welcome, or write into a new table",
        null);
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

  static AutoCdcException removed(String location, String file) {
    return failure(
        ErrorCode.RUN_FAILED,
        "the rows of a checkpoint cannot be committed to " + location,
        "the file " + file + " with them was removed, as VACUUM does with what no version has",
        "go on from a later savepoint, or refresh the flow in full",
        null);
  }

  static AutoCdcException noSource(TableName table) {
    return failure(
        ErrorCode.NOT_AVAILABLE,
        "the table " + table + " cannot be read by a flow",
        "Delta tables are targets only in this version",
        "read a table of Paimon, or the files that the table was made of",
        null);
  }

  static AutoCdcException gone(String location) {
    return failure(
        ErrorCode.TABLE_NOT_FOUND,
        "there is no table in " + location + " any more",
        "somebody has removed it while rows were written",
        "refresh the flow in full to make it anew",
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

  static AutoCdcException changedMeanwhile(TableName table) {
    return failure(
        ErrorCode.RUN_FAILED,
        "the columns of " + table + " could not be changed",
        "others were committing to it all the time",
        "run again",
        null);
  }

  /** The disk or the object store failed. */
  static AutoCdcException storage(String attempt, Exception cause) {
    return failure(
        ErrorCode.RUN_FAILED,
        "could not " + attempt,
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
}
