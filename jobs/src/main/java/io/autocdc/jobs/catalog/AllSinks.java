// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.catalog;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.streaming.api.datastream.DataStreamSink;
import org.apache.flink.streaming.api.transformations.PhysicalTransformation;
import org.apache.flink.streaming.api.transformations.UnionTransformation;

/**
 * Several sinks in the place of one: the planner takes what one sink is made of into the job, and
 * nothing else.
 */
final class AllSinks extends DataStreamSink<Object> {

  private final Transformation<Object> all;

  private AllSinks(PhysicalTransformation<Object> one, Transformation<Object> all) {
    super(one);
    this.all = all;
  }

  /**
   * @param operators the operators of a job; those that no other one follows are its sinks
   */
  @SuppressWarnings({"unchecked", "rawtypes"})
  static DataStreamSink<?> of(List<Transformation<?>> operators) {
    Set<Transformation<?>> followed = new HashSet<>();
    operators.forEach(
        operator ->
            followed.addAll(
                operator.getTransitivePredecessors().stream().filter(o -> o != operator).toList()));
    List<Transformation<?>> sinks = operators.stream().filter(o -> !followed.contains(o)).toList();
    // Nothing comes out of a sink, so that the type of it is anybody's.
    sinks.forEach(sink -> ((Transformation) sink).setOutputType(Types.VOID));
    return new AllSinks(
        (PhysicalTransformation) sinks.get(0), new UnionTransformation<>((List) sinks));
  }

  @Override
  public Transformation<Object> getTransformation() {
    return all;
  }
}
