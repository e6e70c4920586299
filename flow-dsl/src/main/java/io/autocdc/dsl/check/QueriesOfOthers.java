// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.check;

import io.autocdc.dsl.Flow;
import io.autocdc.dsl.Pipeline;
import io.autocdc.dsl.View;
import java.util.HashMap;
import java.util.Map;

/** Views that are the queries of flows or of other views, under names that no user has written. */
final class QueriesOfOthers {

  private final Map<String, String> owners = new HashMap<>();

  QueriesOfOthers(Pipeline pipeline) {
    for (Flow flow : pipeline.flows()) {
      add(flow.name(), flow.source(), "flow '" + flow.name() + "'");
    }
    for (View view : pipeline.views()) {
      if (view instanceof View.QualityView quality) {
        add(view.name(), quality.source(), "view '" + view.name() + "'");
      }
    }
  }

  private void add(String owner, String source, String subject) {
    if (source.equals(View.SqlView.nameOfQueryOf(owner))) {
      owners.putIfAbsent(source, subject);
    }
  }

  boolean contains(String view) {
    return owners.containsKey(view);
  }

  /** What a user calls the view, for messages: {@code view 'v'}. */
  String subject(String view) {
    return owners.getOrDefault(view, "view '" + view + "'");
  }
}
