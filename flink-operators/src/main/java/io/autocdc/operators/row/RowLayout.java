// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators.row;

import io.autocdc.dsl.ResolvedFlow;
import java.io.Serializable;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.flink.table.types.logical.RowType;

/**
 * What the stored rows of a target look like.
 *
 * @param columns the non-key columns of the target
 * @param partial true if rows say which of them they author, in the form of {@link PartialRows}
 * @param leftOpen columns that older rows, which do not have them, count as not authored; the other
 *     new columns are null in older rows. Meaningless unless rows are partial
 */
public record RowLayout(RowType columns, boolean partial, Set<String> leftOpen)
    implements Serializable {

  public RowLayout {
    leftOpen = Set.copyOf(leftOpen);
  }

  /**
   * The layout of a target.
   *
   * @param flows the flows of the target, with all of its columns
   */
  public static RowLayout of(RowType columns, boolean partial, List<ResolvedFlow> flows) {
    Set<String> leftOpen =
        columns.getFieldNames().stream()
            .filter(name -> !flows.stream().allMatch(flow -> Authorship.isComplete(flow, name)))
            .collect(Collectors.toUnmodifiableSet());
    return new RowLayout(columns, partial, leftOpen);
  }

  /** All columns, the hidden one included. */
  public RowType storedType() {
    return partial ? PartialRows.typeOf(columns) : columns;
  }

  /** True if rows of both layouts have the same form. */
  public boolean hasFormOf(RowLayout other) {
    return partial == other.partial && columns.equals(other.columns);
  }
}
