// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.sql;

import io.autocdc.dsl.check.SqlAnalyzer.SqlError;
import io.autocdc.dsl.type.TableSchema;
import java.util.function.Predicate;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.planner.codegen.CodeGenUtils;
import org.apache.flink.table.planner.codegen.CodeGeneratorContext;
import org.apache.flink.table.planner.codegen.ConstantCodeGeneratorContext;
import org.apache.flink.table.planner.codegen.ExprCodeGenerator;
import org.apache.flink.table.planner.codegen.FunctionCodeGenerator;
import org.apache.flink.table.planner.codegen.GeneratedExpression;
import org.apache.flink.table.runtime.generated.FilterCondition;
import org.apache.flink.table.types.logical.RowType;
import scala.Option;

/**
 * A SQL condition that is evaluated here, row by row, by the code that Flink's planner generates
 * for it in jobs; no job is needed.
 */
public final class RowCondition implements Predicate<RowData> {

  private final FilterCondition condition;

  private RowCondition(FilterCondition condition) {
    this.condition = condition;
  }

  /**
   * A condition, or what is wrong with it.
   *
   * @param condition null if something is wrong
   * @param error null if nothing is wrong
   */
  public record Compiled(RowCondition condition, SqlError error) {}

  /**
   * @param sql a condition of Flink SQL
   * @param schema columns of the rows
   */
  public static Compiled compile(String sql, TableSchema schema) {
    try {
      SqlPlanner planner = new SqlPlanner();
      RowType input = schema.toRowType();
      Conditions.Condition checked = Conditions.check(planner, sql, input);
      if (checked.error() != null) {
        return new Compiled(null, checked.error());
      }
      ReadableConfig config = planner.tables().getConfig();
      ClassLoader loader = RowCondition.class.getClassLoader();
      // This context gives functions what they need outside a job.
      CodeGeneratorContext context = new ConstantCodeGeneratorContext(config, loader);
      ExprCodeGenerator generator = new ExprCodeGenerator(context, false);
      generator.bindInput(input, CodeGenUtils.DEFAULT_INPUT1_TERM(), Option.empty());
      GeneratedExpression expression = generator.generateExpression(checked.expression());
      String body =
          expression.code()
              + "\nreturn !"
              + expression.nullTerm()
              + " && "
              + expression.resultTerm()
              + ";";
      FilterCondition function =
          FunctionCodeGenerator.generateFilterCondition(
                  context, "ShownRows", body, CodeGenUtils.DEFAULT_INPUT1_TERM())
              .newInstance(loader);
      function.open(new OpenContext() {});
      return new Compiled(new RowCondition(function), null);
    } catch (Exception e) {
      return new Compiled(null, PlannerMessages.toError(e, schema.names()));
    }
  }

  /** True if the condition is TRUE for the row; FALSE and NULL are both false. */
  @Override
  public boolean test(RowData row) {
    return condition.apply(row);
  }
}
