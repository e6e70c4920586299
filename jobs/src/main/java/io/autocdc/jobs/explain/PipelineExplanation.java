// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.explain;

import java.util.List;
import java.util.Map;

/**
 * What a pipeline is, with everything resolved. No text shows a secret.
 *
 * @param pipeline its name
 * @param notes what the next run does with state and tables besides going on
 * @param sources its sources, in declared order
 * @param flows its flows, in declared order
 * @param inserts what Flink writes besides, in declared order
 */
public record PipelineExplanation(
    String pipeline,
    List<String> notes,
    List<SourceExplanation> sources,
    List<FlowExplanation> flows,
    List<InsertExplanation> inserts) {

  /**
   * An INSERT of Flink.
   *
   * @param table the table of Flink that it writes
   * @param operators its own operators, behind those of the sources and views that it reads
   */
  public record InsertExplanation(String table, List<Operator> operators) {}

  /**
   * A parameter with its value.
   *
   * @param name the name that users type
   * @param value a text, a boolean or a list of texts
   */
  public record Parameter(String name, Object value, Origin origin) {}

  /**
   * A source.
   *
   * @param columns types of the columns that views and flows see, by name
   * @param columnsFrom where the columns of the data are declared
   * @param schema the columns of the data as they can be declared, if they are guessed; else null
   */
  public record SourceExplanation(
      String source,
      List<Parameter> options,
      Map<String, String> columns,
      Origin columnsFrom,
      String schema) {}

  /**
   * A flow with its target.
   *
   * @param kind what it does with its input
   * @param target full name of the table
   * @param targetExists false if the next run creates it
   * @param columns types of the columns of the target, by name
   * @param primaryKey primary key of the target; empty if it only grows
   * @param state what is kept of each key, and until when; empty if nothing is
   * @param operators the operators on the way of its rows, as they follow each other
   */
  public record FlowExplanation(
      String flow,
      String kind,
      List<Parameter> parameters,
      String target,
      boolean targetExists,
      Map<String, String> columns,
      List<String> primaryKey,
      List<StateExplanation> state,
      List<Operator> operators) {}

  /**
   * Something that is kept in state.
   *
   * @param what for each key, or for the flow
   * @param kept until when
   */
  public record StateExplanation(String what, String kept) {}

  /** An operator of the job, by its uid. */
  public record Operator(String uid, String name) {}
}
