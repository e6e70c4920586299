// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.compile;

import io.autocdc.connector.delta.DeltaConnector;
import io.autocdc.dsl.Pipeline;
import io.autocdc.dsl.TableName;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;

/**
 * Where a pipeline runs.
 *
 * @param projectFolder relative paths of sources start here
 * @param catalogs every catalog that the pipeline may name, by name
 * @param triggered true if the run ends when all input that is there has been applied
 * @param generations which state sources and targets go on with
 * @param stopBefore by the name of a source of snapshots: the first snapshot that is left alone
 * @param reporting what is told of the run
 * @param session where sources of type sql find their tables, over the environment of the job;
 *     empty for a session that knows the catalogs alone
 */
public record CompileOptions(
    Path projectFolder,
    Map<String, CatalogOptions> catalogs,
    boolean triggered,
    Generations generations,
    Map<String, String> stopBefore,
    Reporting reporting,
    Optional<StreamTableEnvironment> session) {

  /**
   * What is told of a run.
   *
   * @param runId tells runs apart; a job that is started again in the middle of a run keeps it
   * @param eventLog true if the run tells what it does in a table
   * @param secrets texts that the table may not show
   */
  public record Reporting(String runId, boolean eventLog, Set<String> secrets) {

    public Reporting {
      secrets = Set.copyOf(secrets);
    }

    private static Reporting ofNewRun(boolean eventLog, Set<String> secrets) {
      return new Reporting(UUID.randomUUID().toString(), eventLog, secrets);
    }
  }

  /** For state that has never begun anew, with an event log. */
  public CompileOptions(
      Path projectFolder, Map<String, CatalogOptions> catalogs, boolean triggered) {
    this(
        projectFolder,
        catalogs,
        triggered,
        Generations.FIRST,
        Map.of(),
        Reporting.ofNewRun(true, Set.of()),
        Optional.empty());
  }

  /** The same with other state, and some snapshots left alone. */
  public CompileOptions with(Generations generations, Map<String, String> stopBefore) {
    return new CompileOptions(
        projectFolder, catalogs, triggered, generations, stopBefore, reporting, session);
  }

  /** The same with another way to tell of the run. */
  public CompileOptions with(boolean eventLog, Set<String> secrets) {
    return new CompileOptions(
        projectFolder,
        catalogs,
        triggered,
        generations,
        stopBefore,
        Reporting.ofNewRun(eventLog, secrets),
        session);
  }

  /** The same with a session of the caller, whose tables sources of type sql may name. */
  public CompileOptions with(StreamTableEnvironment session) {
    return new CompileOptions(
        projectFolder,
        catalogs,
        triggered,
        generations,
        stopBefore,
        reporting,
        Optional.of(session));
  }

  /** The same for a run that never happens, with names that are the same each time. */
  CompileOptions forRehearsal() {
    return new CompileOptions(
        projectFolder,
        catalogs,
        triggered,
        generations,
        stopBefore,
        new Reporting("<run>", reporting.eventLog(), reporting.secrets()),
        session);
  }

  /** The same for another run. */
  public CompileOptions forNewRun() {
    return with(reporting.eventLog(), reporting.secrets());
  }

  /**
   * The table in which runs of a pipeline tell what they do; empty if they do not, or if the
   * catalog where it stands is not among the catalogs.
   */
  public Optional<TableName> eventLogOf(Pipeline pipeline) {
    return Optional.of(pipeline.eventLog())
        .filter(table -> reporting.eventLog() && catalogs.containsKey(table.catalog()));
  }

  /** What tells a pipeline apart from all others, and from itself on another warehouse. */
  String readerOf(String pipeline) {
    CatalogOptions builtIn = catalogs.get(TableName.DEFAULT_CATALOG);
    return pipeline + "@" + (builtIn == null ? "" : builtIn.warehouse());
  }

  /**
   * A catalog.
   *
   * @param type kind of the catalog, such as paimon
   * @param warehouse folder or URI of its tables
   * @param options further options of the kind
   */
  public record CatalogOptions(String type, String warehouse, Map<String, String> options) {

    /** The catalogs that need no declaration; they share a folder. */
    public static Map<String, CatalogOptions> builtIn(Path warehouse) {
      return TableName.BUILT_IN_CATALOGS.stream()
          .collect(
              Collectors.toMap(
                  kind -> kind, kind -> new CatalogOptions(kind, warehouse.toString(), Map.of())));
    }

    private Map<String, String> ofFlink() {
      Map<String, String> all = new TreeMap<>(options);
      all.put("type", type);
      all.put("warehouse", warehouse);
      return all;
    }
  }

  /** The options with which Flink itself opens the catalogs, by their names. */
  public static Map<String, Map<String, String>> ofFlink(Map<String, CatalogOptions> catalogs) {
    Map<String, Map<String, String>> options = new TreeMap<>();
    catalogs.forEach(
        (name, catalog) -> {
          // Flink's planner has no catalog of that kind.
          if (!catalog.type().equals(DeltaConnector.TYPE)) {
            options.put(name, catalog.ofFlink());
          }
        });
    return options;
  }
}
