// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.show;

import io.autocdc.dsl.TableName;
import io.autocdc.dsl.check.SqlAnalyzer.Kind;
import io.autocdc.dsl.check.SqlAnalyzer.SqlError;
import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Problem;
import io.autocdc.dsl.problem.Suggestions;
import io.autocdc.dsl.type.TableSchema;
import io.autocdc.jobs.sql.RowCondition;
import io.autocdc.spi.TableCatalog;
import io.autocdc.spi.TableCatalog.TableDescription;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.util.CloseableIterator;

/** Reads the rows of a table that a user asks for, in order. */
public final class TableReader {

  private TableReader() {}

  /**
   * Rows of a table.
   *
   * @param schema visible columns
   * @param rows the rows in the order of {@link RowOrder}, no more than the limit
   * @param matching how many rows there are without the limit
   */
  public record Rows(TableSchema schema, List<RowData> rows, int matching) {}

  /**
   * @param table an existing table
   * @param asOf rows of which time, see {@link AsOf}
   * @param where a SQL condition; null for all rows
   * @param limit the most rows to give; null for all
   * @throws AutoCdcException INVALID_EXPRESSION or NOT_BOOLEAN
   */
  public static Rows read(
      TableCatalog catalog,
      TableName name,
      TableDescription table,
      Predicate<RowData> asOf,
      String where,
      Integer limit) {
    Predicate<RowData> condition =
        where == null ? asOf : asOf.and(condition(where, table.schema()));
    RowDataSerializer copier = new RowDataSerializer(table.schema().toRowType());
    List<RowData> rows = new ArrayList<>();
    try (CloseableIterator<RowData> all = catalog.read(name)) {
      while (all.hasNext()) {
        RowData row = all.next();
        if (condition.test(row)) {
          rows.add(copier.toBinaryRow(row).copy());
        }
      }
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException("cannot read " + name, e);
    }
    rows.sort(new RowOrder(table));
    int matching = rows.size();
    boolean cut = limit != null && limit < matching;
    return new Rows(table.schema(), cut ? rows.subList(0, limit) : rows, matching);
  }

  private static Predicate<RowData> condition(String where, TableSchema schema) {
    RowCondition.Compiled compiled = RowCondition.compile(where, schema);
    if (compiled.error() == null) {
      return compiled.condition();
    }
    SqlError error = compiled.error();
    boolean noCondition = error.kind() == Kind.NOT_BOOLEAN;
    String place =
        error.line() == 0 ? "" : " at line " + error.line() + ", column " + error.column();
    throw new AutoCdcException(
        Problem.error(
            null,
            noCondition ? ErrorCode.NOT_BOOLEAN : ErrorCode.INVALID_EXPRESSION,
            "--where \"" + where.strip() + "\"" + place,
            error.message(),
            error.unknownName() == null
                ? "write a condition of Flink SQL, such as __END_AT IS NULL"
                : Suggestions.didYouMean(error.unknownName(), schema.names())));
  }
}
