// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl;

import io.autocdc.dsl.problem.Locations;
import io.autocdc.dsl.problem.Problems;
import java.util.Objects;

/**
 * A flow that appends the rows of its source to a table that only grows.
 *
 * @param name name, unique in the pipeline
 * @param target the table
 * @param source the source or view that it reads
 * @param onInvalidRow what happens to input that is no row
 * @param once true for a flow that runs once over a bounded source
 */
public record AppendFlow(
    String name, TableName target, String source, InvalidRowPolicy onInvalidRow, boolean once)
    implements Flow {

  public AppendFlow {
    Objects.requireNonNull(name);
    Objects.requireNonNull(target);
    Objects.requireNonNull(source);
    Objects.requireNonNull(onInvalidRow);
  }

  /** Collects the parameters of an append flow. */
  public static final class Builder implements Flow.Builder {

    private final TableName target;
    private String name;
    private String source = "";
    private InvalidRowPolicy onInvalidRow = InvalidRowPolicy.QUARANTINE;
    private boolean once;

    public Builder(TableName target) {
      this.target = Objects.requireNonNull(target);
      this.name = target.table();
    }

    /** Name of the flow; the default is the target's name. */
    public Builder named(String name) {
      this.name = Objects.requireNonNull(name);
      return this;
    }

    @Override
    public String name() {
      return name;
    }

    /** The source or view to read. */
    public Builder from(String source) {
      this.source = Objects.requireNonNull(source);
      return this;
    }

    public Builder onInvalidRow(InvalidRowPolicy policy) {
      this.onInvalidRow = Objects.requireNonNull(policy);
      return this;
    }

    public Builder once(boolean once) {
      this.once = once;
      return this;
    }

    @Override
    public AppendFlow build(Problems problems, Locations locations, String path) {
      return new AppendFlow(name, target, source, onInvalidRow, once);
    }
  }
}
