// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.catalog;

import io.autocdc.dsl.Durations;
import io.autocdc.dsl.Flow;
import io.autocdc.dsl.Pipeline;
import io.autocdc.dsl.Pipeline.Checked;
import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.problem.Problem;
import io.autocdc.jobs.catalog.FlowArguments.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.procedure.ProcedureContext;
import org.apache.flink.table.procedures.Procedure;
import org.apache.flink.types.Row;

/**
 * What the procedures have in common: the way from arguments to a flow, and from faults to words.
 */
abstract class FlowProcedure implements Procedure {

  /** The row about a job; Flink leaves out arguments that it does not know, so they are told. */
  static final String STARTED =
      "ROW<job_id STRING, flow STRING, target STRING, arguments STRING, notes STRING>";

  private final AutoCdcCatalog catalog;

  FlowProcedure(AutoCdcCatalog catalog) {
    this.catalog = catalog;
  }

  /**
   * Does what the procedure is for.
   *
   * @throws AutoCdcException whose problems stand at arguments
   */
  abstract List<Row> run(FlowSession session, FlowArguments arguments);

  /**
   * @param given the arguments that were given; those left out are null
   * @throws ValidationException that names the arguments that are wrong
   */
  final Row[] call(ProcedureContext context, Kind kind, Map<Argument, Object> given) {
    FlowArguments arguments = FlowArguments.ofProcedure(kind, given);
    Configuration session =
        Configuration.fromMap(context.getExecutionEnvironment().getConfiguration().toMap());
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    // That of the client sees nothing of what is added to the session.
    thread.setContextClassLoader(getClass().getClassLoader());
    try {
      return run(new FlowSession(arguments, session, catalog), arguments).toArray(Row[]::new);
    } catch (AutoCdcException e) {
      throw new ArgumentProblems(arguments).exception(e.problems());
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  /** The flow, if nothing is wrong with it. */
  final Checked valid(FlowSession session, FlowArguments arguments) {
    Checked checked = session.check();
    if (!checked.isValid()) {
      throw new AutoCdcException(checked.problems().stream().filter(Problem::isError).toList());
    }
    return checked;
  }

  /** Starts the flow and tells of its job. */
  final Row start(FlowSession session, FlowArguments arguments) {
    Checked checked = valid(session, arguments);
    Pipeline pipeline = checked.pipeline();
    Flow flow = pipeline.flows().get(0);
    String job = session.start(pipeline).toHexString();
    List<String> notes = new ArrayList<>();
    notes.add(
        "rows become visible with checkpoints, every "
            + Durations.format(session.checkpointInterval()));
    checked.problems().forEach(warning -> notes.add(ArgumentProblems.text(warning)));
    String given =
        arguments.values().keySet().stream()
            .map(Argument::argument)
            .collect(Collectors.joining(", "));
    return Row.of(job, flow.name(), flow.target().toString(), given, String.join("; ", notes));
  }
}
