// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.compile;

import io.autocdc.dsl.ResolvedFlow;
import io.autocdc.dsl.StreamingTable;
import io.autocdc.dsl.TableName;
import io.autocdc.dsl.TargetPast;
import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Problems;
import io.autocdc.dsl.type.TableSchema;
import io.autocdc.operators.QuarantineRows;
import io.autocdc.operators.ledger.EventRows;
import io.autocdc.operators.ledger.RunEvent;
import io.autocdc.spi.TableCatalog;
import io.autocdc.spi.TableCatalog.TableDefinition;
import io.autocdc.spi.TableCatalog.TableDescription;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Makes the tables of a pipeline ready: creates them, or checks and evolves what is there. */
final class Targets {

  private static final String GENERATION = "autocdc.generation";
  private static final String EVENT_LOG = "autocdc.event-log";

  private final String pipeline;
  private final Catalogs catalogs;

  private final Generations generations;
  private final List<RunEvent> changes = new ArrayList<>();

  Targets(String pipeline, Catalogs catalogs, Generations generations) {
    this.pipeline = pipeline;
    this.catalogs = catalogs;
    this.generations = generations;
  }

  /** The generation of state that an existing table was made for. */
  static int generationOf(TableDescription table) {
    return Integer.parseInt(table.properties().getOrDefault(GENERATION, "1"));
  }

  /** What earlier runs made of a target. */
  TargetPast past(TableName target) {
    return catalogs.of(target).describe(target).map(TargetMemory::of).orElse(TargetPast.NONE);
  }

  /**
   * Checks what must not have changed, without touching anything.
   *
   * @param flows the flows of the target
   * @param problems takes what does not fit
   */
  void check(StreamingTable table, List<ResolvedFlow> flows, Problems problems) {
    check(TargetDeclaration.of(pipeline, flows), definition(table, flows), problems);
  }

  /**
   * Checks that a table that only grows is not one that is kept by keys, or another's, and that it
   * can take on the columns.
   */
  void checkGrowing(StreamingTable table, TableSchema schema, Problems problems) {
    check(TargetDeclaration.growing(pipeline), growing(table, schema), problems);
  }

  private void check(TargetDeclaration declaration, TableDefinition definition, Problems problems) {
    TableName name = definition.name();
    TableCatalog catalog = catalogs.of(name);
    Optional<TableDescription> existing = catalog.describe(name);
    if (existing.isEmpty()) {
      return;
    }
    Problems drift = new Problems();
    declaration.checkAgainst(name, existing.get(), drift);
    problems.addAll(drift.list());
    if (!drift.hasErrors()) {
      try {
        catalog.check(definition);
      } catch (AutoCdcException e) {
        problems.addAll(e.problems());
      }
    }
  }

  /** Creates or evolves a table that only grows. */
  void prepareGrowing(StreamingTable table, TableSchema schema) {
    ensure(growing(table, schema));
  }

  TableDefinition growing(StreamingTable table, TableSchema schema) {
    Map<String, String> properties = new TreeMap<>(table.properties());
    properties.putAll(TargetDeclaration.growing(pipeline).toProperties());
    properties.put(GENERATION, String.valueOf(generations.ofTarget(table.name())));
    return new TableDefinition(table.name(), schema, List.of(), List.of(), properties);
  }

  /** Creates or evolves the table of some flows. */
  void prepare(StreamingTable table, List<ResolvedFlow> flows) {
    ensure(definition(table, flows));
  }

  TableDefinition definition(StreamingTable table, List<ResolvedFlow> flows) {
    ResolvedFlow shared = flows.get(0);
    Map<String, String> properties = new TreeMap<>(table.properties());
    properties.putAll(TargetDeclaration.of(pipeline, flows).toProperties());
    properties.putAll(TargetMemory.toProperties(flows));
    properties.put(GENERATION, String.valueOf(generations.ofTarget(table.name())));
    return new TableDefinition(
        table.name(), shared.targetSchema(), shared.targetKey(), shared.flow().keys(), properties);
  }

  /** True if a target has a quarantine table from an earlier run. */
  boolean hasQuarantine(TableName target) {
    TableName name = target.quarantine();
    return catalogs.of(name).describe(name).isPresent();
  }

  /** Creates the quarantine table of a target, if it is not there. */
  TableName prepareQuarantine(TableName target) {
    TableName name = target.quarantine();
    TableSchema schema = QuarantineRows.SCHEMA;
    ensure(new TableDefinition(name, schema, List.of(), List.of(), Map.of()));
    return name;
  }

  /**
   * Checks that the event log of the pipeline is its own, without touching anything.
   *
   * @param problems takes TARGET_OWNED
   */
  void checkEventLog(TableName name, Problems problems) {
    boolean othersTable =
        catalogs
            .of(name)
            .describe(name)
            .map(TableDescription::properties)
            .filter(known -> !known.entrySet().containsAll(eventLogProperties().entrySet()))
            .isPresent();
    if (othersTable) {
      problems.error(
          null,
          ErrorCode.TARGET_OWNED,
          "table " + name + " exists and is not the event log of the pipeline '" + pipeline + "'",
          "that is what the event log would be called",
          "rename the pipeline or the table, or write event_log: false into autocdc.yaml");
    }
  }

  private Map<String, String> eventLogProperties() {
    Map<String, String> properties = new TreeMap<>(TargetDeclaration.ownedBy(pipeline));
    properties.put(EVENT_LOG, "true");
    return properties;
  }

  /** Creates the event log of the pipeline, if it is not there. */
  void prepareEventLog(TableName name) {
    Map<String, String> properties = eventLogProperties();
    properties.put(GENERATION, String.valueOf(generations.ofTarget(name)));
    ensure(new TableDefinition(name, EventRows.SCHEMA, List.of(), List.of(), properties));
  }

  /** What was created and changed so far, for the event log. */
  List<RunEvent> changes() {
    return List.copyOf(changes);
  }

  private void ensure(TableDefinition definition) {
    TableName name = definition.name();
    TableCatalog catalog = catalogs.of(name);
    Optional<TableDescription> before = catalog.describe(name);
    if (before.isEmpty()) {
      catalog.create(definition);
    } else {
      catalog.evolve(definition);
    }
    changes.addAll(SchemaChanges.between(name, before, catalog.describe(name).orElseThrow()));
  }
}
