// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.sql;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.calcite.plan.RelOptPredicateList;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSimplify;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.rex.RexVisitorImpl;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.flink.table.planner.calcite.FlinkRexBuilder;
import org.apache.flink.table.planner.calcite.FlinkTypeFactory;
import org.apache.flink.table.planner.calcite.FlinkTypeSystem;

/**
 * Proves that one condition follows from another: every row for which the first is TRUE has TRUE
 * for the second. The proof goes through the cases which columns are null, since SQL's logic is
 * that of two values in each of them, and lets Calcite refute the contrary in each. It never claims
 * too much; what it cannot decide does not follow.
 */
final class Implication {

  /** Columns whose nullness is gone through; a proof has two to the power of it cases. */
  private static final int MOST_COLUMNS = 8;

  /** Alternatives that are refuted one by one. */
  private static final int MOST_ALTERNATIVES = 256;

  /** Position of the first column that stands for a comparison, behind all real ones. */
  private static final int FIRST_OPAQUE = 1 << 20;

  private static final Set<Truth> TRUE = Set.of(Truth.TRUE);
  private static final Set<Truth> FALSE = Set.of(Truth.FALSE);
  private static final Set<Truth> NOT_TRUE = Set.of(Truth.FALSE, Truth.UNKNOWN);
  private static final Set<Truth> NOT_FALSE = Set.of(Truth.TRUE, Truth.UNKNOWN);

  private final Set<Integer> notNull;
  private final RexBuilder rex =
      new FlinkRexBuilder(
          new FlinkTypeFactory(Implication.class.getClassLoader(), FlinkTypeSystem.INSTANCE));
  private final RexSimplify simplify =
      new RexSimplify(
          rex,
          RelOptPredicateList.EMPTY,
          (builder, constants, results) -> results.addAll(constants));

  /** Comparisons whose operands are not looked into, by their text, as columns of their own. */
  private final Map<String, Integer> opaque = new HashMap<>();

  /** The values of SQL's logic. */
  private enum Truth {
    TRUE,
    FALSE,
    UNKNOWN
  }

  /** That a condition that is not looked into has one of some values. */
  private record Literal(RexNode atom, Set<Truth> values) {}

  /**
   * @param notNull positions of columns of which only rows without null count
   */
  Implication(Set<Integer> notNull) {
    this.notNull = notNull;
  }

  boolean holds(RexNode given, RexNode claimed) {
    if (!UnrepeatableFunctions.in(given).isEmpty()
        || !UnrepeatableFunctions.in(claimed).isEmpty()) {
      return false;
    }
    Set<Integer> columns = new TreeSet<>();
    collectNullable(given, columns);
    collectNullable(claimed, columns);
    columns.removeAll(notNull);
    List<Integer> open = columns.stream().limit(MOST_COLUMNS).toList();
    for (int nulls = 0; nulls < 1 << open.size(); nulls++) {
      Map<Integer, Boolean> isNull = new HashMap<>();
      notNull.forEach(column -> isNull.put(column, false));
      for (int i = 0; i < open.size(); i++) {
        isNull.put(open.get(i), (nulls >> i & 1) == 1);
      }
      if (!holds(given, claimed, new Case(isNull))) {
        return false;
      }
    }
    return true;
  }

  private boolean holds(RexNode given, RexNode claimed, Case one) {
    List<List<Literal>> contrary =
        product(alternatives(one.of(given), TRUE), alternatives(one.of(claimed), NOT_TRUE));
    return contrary != null && contrary.stream().allMatch(this::isRefuted);
  }

  /** True if no row has all of them. */
  private boolean isRefuted(List<Literal> literals) {
    boolean contradiction =
        literals.stream()
            .anyMatch(
                one ->
                    literals.stream()
                        .anyMatch(
                            other ->
                                one.atom.equals(other.atom)
                                    && Collections.disjoint(one.values, other.values)));
    return contradiction
        || simplify
            .simplifyUnknownAsFalse(
                RexUtil.composeConjunction(rex, literals.stream().map(this::condition).toList()))
            .isAlwaysFalse();
  }

  private RexNode condition(Literal literal) {
    boolean nullable = literal.atom.getType().isNullable();
    boolean whenTrue = literal.values.contains(Truth.TRUE);
    boolean whenUnknown = nullable && literal.values.contains(Truth.UNKNOWN);
    SqlOperator test =
        whenTrue
            ? whenUnknown ? SqlStdOperatorTable.IS_NOT_FALSE : SqlStdOperatorTable.IS_TRUE
            : whenUnknown ? SqlStdOperatorTable.IS_NOT_TRUE : SqlStdOperatorTable.IS_FALSE;
    return rex.makeCall(test, literal.atom);
  }

  /**
   * Lists of literals, such that the condition has one of the values if and only if all literals of
   * one list hold; null if there are too many.
   */
  private static List<List<Literal>> alternatives(RexNode condition, Set<Truth> values) {
    List<RexNode> operands =
        condition instanceof RexCall call ? call.getOperands() : List.<RexNode>of();
    return switch (condition.getKind()) {
      case NOT -> alternatives(operands.get(0), negated(values));
      case IS_TRUE -> alternatives(operands.get(0), values.contains(Truth.TRUE) ? TRUE : NOT_TRUE);
      case IS_NOT_TRUE ->
          alternatives(operands.get(0), values.contains(Truth.TRUE) ? NOT_TRUE : TRUE);
      case IS_FALSE ->
          alternatives(operands.get(0), values.contains(Truth.TRUE) ? FALSE : NOT_FALSE);
      case IS_NOT_FALSE ->
          alternatives(operands.get(0), values.contains(Truth.TRUE) ? NOT_FALSE : FALSE);
      // AND has a low value if one of its operands has, and OR a high one.
      case AND -> combined(operands, values, values.contains(Truth.TRUE));
      case OR -> combined(operands, values, values.contains(Truth.FALSE));
      default -> List.of(List.of(new Literal(condition, values)));
    };
  }

  private static List<List<Literal>> combined(
      List<RexNode> operands, Set<Truth> values, boolean everyOperand) {
    List<List<Literal>> all = everyOperand ? List.of(List.of()) : List.of();
    for (RexNode operand : operands) {
      List<List<Literal>> next = alternatives(operand, values);
      all = everyOperand ? product(all, next) : union(all, next);
    }
    return all;
  }

  private static Set<Truth> negated(Set<Truth> values) {
    return values.equals(TRUE)
        ? FALSE
        : values.equals(FALSE) ? TRUE : values.equals(NOT_TRUE) ? NOT_FALSE : NOT_TRUE;
  }

  private static List<List<Literal>> product(List<List<Literal>> left, List<List<Literal>> right) {
    if (left == null || right == null || left.size() * right.size() > MOST_ALTERNATIVES) {
      return null;
    }
    List<List<Literal>> all = new ArrayList<>();
    left.forEach(one -> right.forEach(other -> all.add(concat(one, other))));
    return all;
  }

  private static List<List<Literal>> union(List<List<Literal>> left, List<List<Literal>> right) {
    return left == null || right == null || left.size() + right.size() > MOST_ALTERNATIVES
        ? null
        : concat(left, right);
  }

  private static <T> List<T> concat(List<T> left, List<T> right) {
    return Stream.concat(left.stream(), right.stream()).toList();
  }

  private static void collectNullable(RexNode expression, Set<Integer> columns) {
    expression.accept(
        new RexVisitorImpl<Void>(true) {
          @Override
          public Void visitInputRef(RexInputRef column) {
            if (column.getType().isNullable()) {
              columns.add(column.getIndex());
            }
            return null;
          }
        });
  }

  /** Conditions in the case that some columns are null and others are not. */
  private final class Case extends RexShuttle {

    private final Map<Integer, Boolean> isNull;

    Case(Map<Integer, Boolean> isNull) {
      this.isNull = isNull;
    }

    RexNode of(RexNode condition) {
      return RexUtil.expandSearch(rex, null, condition).accept(this);
    }

    @Override
    public RexNode visitInputRef(RexInputRef column) {
      Boolean given = isNull.get(column.getIndex());
      if (given == null) {
        return column;
      }
      return given
          ? rex.makeNullLiteral(column.getType())
          : new RexInputRef(column.getIndex(), withNullability(column.getType(), false));
    }

    @Override
    public RexNode visitCall(RexCall call) {
      List<RexNode> operands = visitList(call.getOperands(), new boolean[1]);
      if (call.isA(SqlKind.COMPARISON) && operands.stream().anyMatch(this::isApproximate)) {
        return asOpaque(call.getOperator().getName(), operands);
      }
      if (call.isA(SqlKind.COMPARISON)) {
        return rex.makeCall(call.getOperator(), withTextsOfOneType(operands));
      }
      if (isLogic(call.getKind())) {
        return rex.makeCall(call.getOperator(), operands);
      }
      if (call.isA(SqlKind.CAST)) {
        RexNode value = operands.get(0);
        return rex.makeCast(
            withNullability(call.getType(), value.getType().isNullable()), value, false);
      }
      return call.clone(call.getType(), operands);
    }

    /** A text in a list is of another type than one beside an equals sign. */
    private List<RexNode> withTextsOfOneType(List<RexNode> operands) {
      return operands.stream()
          .filter(operand -> operand.getType().getSqlTypeName() == SqlTypeName.VARCHAR)
          .findFirst()
          .map(
              text ->
                  operands.stream()
                      .map(
                          operand ->
                              operand instanceof RexLiteral literal
                                      && literal.getType().getSqlTypeName() == SqlTypeName.CHAR
                                  ? rex.makeCast(withNullability(text.getType(), false), literal)
                                  : operand)
                      .toList())
          .orElse(operands);
    }

    private boolean isLogic(SqlKind kind) {
      return switch (kind) {
        case AND, OR, NOT, IS_TRUE, IS_FALSE, IS_NOT_TRUE, IS_NOT_FALSE, IS_NULL, IS_NOT_NULL ->
            true;
        default -> false;
      };
    }

    private boolean isApproximate(RexNode operand) {
      return SqlTypeUtil.isApproximateNumeric(operand.getType());
    }

    /** NaN is neither below nor above nor equal to anything, which Calcite does not know. */
    private RexNode asOpaque(String operator, List<RexNode> operands) {
      boolean nullable = operands.stream().anyMatch(operand -> operand.getType().isNullable());
      RelDataType type =
          withNullability(rex.getTypeFactory().createSqlType(SqlTypeName.BOOLEAN), nullable);
      return operands.stream().anyMatch(RexLiteral::isNullLiteral)
          ? rex.makeNullLiteral(type)
          : new RexInputRef(
              opaque.computeIfAbsent(operator + operands, text -> FIRST_OPAQUE + opaque.size()),
              type);
    }

    private RelDataType withNullability(RelDataType type, boolean nullable) {
      return rex.getTypeFactory().createTypeWithNullability(type, nullable);
    }
  }
}
