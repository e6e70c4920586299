// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl;

import io.autocdc.dsl.type.Column;
import java.io.Serializable;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What earlier runs made of a target, as far as later ones must know it (semantics.md, section 11).
 *
 * @param columns columns that the target has because some flow brought them once, keys included, in
 *     the order of the target
 * @param brought names of the columns that each flow has ever brought, by the name of the flow;
 *     flows that are no more are among them
 * @param tracked names of those of the columns whose change starts a new version
 * @param partial true if events of the target once said what they author: what is stored of them
 *     says it for ever
 */
public record TargetPast(
    List<Column> columns, Map<String, Set<String>> brought, Set<String> tracked, boolean partial)
    implements Serializable {

  /** Of a target that is new. */
  public static final TargetPast NONE = new TargetPast(List.of(), Map.of(), Set.of(), false);

  public TargetPast {
    columns = List.copyOf(columns);
    brought = Map.copyOf(brought);
    tracked = Set.copyOf(tracked);
  }

  /** True if a flow has ever brought a column. */
  boolean hasBrought(String flow, String column) {
    return brought.getOrDefault(flow, Set.of()).contains(column);
  }
}
