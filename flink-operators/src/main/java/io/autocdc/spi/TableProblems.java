// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.spi;

import io.autocdc.dsl.TableName;
import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Problem;
import io.autocdc.dsl.type.Column;
import java.util.List;
import org.apache.flink.table.types.logical.LogicalType;

/**
 * The texts of what can be wrong between a declaration and a table, whatever kind of catalog has
 * it. What only one kind knows stands in its connector.
 */
public final class TableProblems {

  private static final String TYPE_REMEDY =
      "restore the type in the schema of the source, which can be declared, or in a view, drop the"
          + " table to fill it anew, or write into a new target";

  private TableProblems() {}

  /**
   * @param why what the storage has instead
   */
  public static Problem unsupportedType(
      TableName table, String column, LogicalType type, String why) {
    return Problem.error(
        null,
        ErrorCode.UNSUPPORTED_TYPE,
        "column '" + column + "' of " + table + " has the type " + type.asSummaryString(),
        why,
        "leave the column out, or convert it with a SQL transform");
  }

  /**
   * @param isKey true if the column is part of the primary key
   */
  public static Problem incompatibleColumn(
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

  public static AutoCdcException primaryKeyDrift(
      TableName table, List<String> recorded, List<String> asked) {
    return failure(
        ErrorCode.TARGET_DRIFT,
        "the primary key of " + table + " is " + recorded + ", asked for is " + asked,
        "the key of an existing table cannot change",
        "restore the keys, drop the table to fill it anew, or write into a new target",
        null);
  }

  /**
   * @param storage what refuses it, such as Paimon
   */
  public static AutoCdcException refused(String storage, TableName table, Exception cause) {
    return failure(
        ErrorCode.INVALID_VALUE,
        storage + " refuses the table " + table,
        firstLine(cause),
        "correct the table's properties or columns",
        cause);
  }

  /**
   * @param cause null if the storage only says that it did not make the table
   */
  public static AutoCdcException exists(TableName table, Exception cause) {
    return failure(
        ErrorCode.TARGET_NOT_OURS,
        "table " + table + " was to be made, but it exists",
        "somebody else made it in the meantime",
        "run again if the table is welcome, or write into a new table",
        cause);
  }

  public static AutoCdcException notFound(TableName table, List<TableName> known) {
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

  public static AutoCdcException foreignColumn(TableName table, List<String> columns) {
    return failure(
        ErrorCode.UNKNOWN_COLUMN,
        "rows for " + table + " have the columns " + columns + ", which the table lacks",
        "every column that is written must exist",
        "add the columns to the table first",
        null);
  }

  /**
   * @param table name or folder
   * @param found type of the column in the table
   */
  public static AutoCdcException declaredOtherwise(
      String table, LogicalType found, Column declared) {
    return failure(
        ErrorCode.INCOMPATIBLE_COLUMN,
        "the source declares the column '"
            + declared.name()
            + "' of table "
            + table
            + " as "
            + declared.type().copy(true).asSummaryString(),
        "the table has it as " + found.copy(true).asSummaryString(),
        "correct the schema, or leave it out: the table knows its columns",
        null);
  }

  /**
   * The disk or the object store failed.
   *
   * @param attempt such as "Paimon could not read the table t"
   */
  public static AutoCdcException storage(String attempt, Exception cause) {
    return failure(
        ErrorCode.RUN_FAILED,
        attempt,
        firstLine(cause),
        "check that the warehouse can be reached and written",
        cause);
  }

  /**
   * @param cause null for none
   */
  public static AutoCdcException failure(
      ErrorCode code, String what, String why, String remedy, Exception cause) {
    return new AutoCdcException(Problem.error(null, code, what, why, remedy), cause);
  }

  /** What a failure of a library says in its first line, or what it is called. */
  public static String firstLine(Throwable failure) {
    String message = failure.getMessage();
    return message == null || message.isBlank()
        ? failure.getClass().getSimpleName()
        : message.strip().lines().findFirst().orElseThrow();
  }
}
