// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl;

import java.io.Serializable;
import java.util.List;
import java.util.Objects;

/** A step between a source and a flow; it keeps no rows. */
public sealed interface View extends Serializable {

  String name();

  /**
   * A query over sources and views.
   *
   * @param name name that later views and flows read from
   * @param sql a Flink SQL query, without white space around it; names of sources and views are its
   *     tables
   */
  record SqlView(String name, String sql) implements View {
    public SqlView {
      Objects.requireNonNull(name);
      sql = sql.strip();
    }

    /** Name of the view of a query that stands inside the declaration of a flow or view. */
    public static String nameOfQueryOf(String owner) {
      return owner + "_query";
    }
  }

  /**
   * Rules about the rows of a source or view.
   *
   * @param name name that later views and flows read from
   * @param source source or view whose rows are checked
   * @param expectations the rules, checked in order
   */
  record QualityView(String name, String source, List<Expectation> expectations) implements View {
    public QualityView {
      Objects.requireNonNull(name);
      Objects.requireNonNull(source);
      expectations = List.copyOf(expectations);
    }
  }
}
