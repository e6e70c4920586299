// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.catalog;

import io.autocdc.dsl.Pipeline;
import io.autocdc.dsl.Pipeline.Checked;
import io.autocdc.dsl.ReadMode;
import io.autocdc.dsl.Source;
import io.autocdc.dsl.SourceDescriber;
import io.autocdc.dsl.SourceTypes;
import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Locations;
import io.autocdc.dsl.problem.Problem;
import io.autocdc.dsl.problem.Problems;
import io.autocdc.dsl.problem.Suggestions;
import io.autocdc.jobs.catalog.FlowArguments.Kind;
import io.autocdc.jobs.compile.CompileOptions;
import io.autocdc.jobs.compile.Descriptions;
import io.autocdc.jobs.run.JobOptions;
import io.autocdc.jobs.sql.FlinkSessions;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.core.execution.CheckpointingMode;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.table.api.config.TableConfigOptions;
import org.apache.flink.table.api.internal.TableEnvironmentInternal;
import org.apache.flink.table.catalog.Catalog;
import org.apache.flink.table.catalog.ObjectIdentifier;
import org.apache.flink.table.catalog.ObjectPath;
import org.apache.flink.types.Row;

/**
 * Checks and starts one flow on the cluster of a session. Its tables are found in catalogs that are
 * opened anew from their options, since nobody can reach those of the session, and in the catalog
 * of the procedures itself.
 */
final class FlowSession {

  private final FlowArguments arguments;
  private final Configuration session;
  private final String own;
  private final SessionCatalogs catalogs;
  private final Configuration configuration;
  private final StreamExecutionEnvironment env;
  private final StreamTableEnvironment tables;
  private final Set<String> visible;

  /**
   * @param session options of the session
   * @param own the catalog of the procedure
   */
  FlowSession(FlowArguments arguments, Configuration session, AutoCdcCatalog own) {
    this.arguments = arguments;
    this.session = session;
    this.own = own.getName();
    ClassLoader classLoader = FlowSession.class.getClassLoader();
    this.catalogs = SessionCatalogs.of(session, own.options(), classLoader);
    this.configuration = configuration(session, classLoader);
    this.env = StreamExecutionEnvironment.getExecutionEnvironment(configuration);
    this.tables = FlinkSessions.open(env, catalogs.without(own.getName()));
    this.visible = new LinkedHashSet<>(catalogs.options().keySet());
    tables.registerCatalog(own.getName(), own);
    tables.useCatalog(own.getName());
    visible.add(own.getName());
  }

  private Configuration configuration(Configuration session, ClassLoader classLoader) {
    Configuration c = JobOptions.defaults();
    c.addAll(session);
    c.set(ExecutionOptions.RUNTIME_MODE, RuntimeExecutionMode.STREAMING);
    c.set(CheckpointingOptions.CHECKPOINTING_CONSISTENCY_MODE, CheckpointingMode.EXACTLY_ONCE);
    // Those of ADD JAR are not among the session's.
    Set<String> jars = new LinkedHashSet<>(c.getOptional(PipelineOptions.JARS).orElse(List.of()));
    if (classLoader instanceof URLClassLoader urls) {
      Arrays.stream(urls.getURLs()).map(URL::toString).forEach(jars::add);
    }
    c.set(PipelineOptions.JARS, new ArrayList<>(jars));
    Optional.ofNullable(arguments.get(Argument.PARALLELISM))
        .flatMap(FlowReader::parallelism)
        .ifPresent(parallelism -> c.set(CoreOptions.DEFAULT_PARALLELISM, parallelism));
    return c;
  }

  /** The flow with everything that is wrong or doubtful with it. */
  Checked check() {
    Pipeline.Builder pipeline =
        arguments.kind() == Kind.SNAPSHOTS ? FlowReader.snapshots(arguments) : changes();
    checkCatalogs(pipeline);
    Descriptions descriptions = new Descriptions(catalogs.forTables(), Path.of(""));
    SourceDescriber describer =
        source ->
            source
                .table()
                .filter(table -> catalogs.keepsTables(table.catalog()))
                .flatMap(table -> descriptions.describe(source));
    Checked checked = pipeline.check(new SessionAnalyzer(tables), describer);
    return new Checked(
        checked.pipeline(), new ArgumentProblems(arguments).arranged(checked.problems()));
  }

  /**
   * Everything that {@link #check} finds and, if that is no error, what making the job would meet:
   * the target that exists, its properties, the files.
   */
  List<Problem> problems() {
    Checked checked = check();
    List<Problem> problems = new ArrayList<>(checked.problems());
    if (checked.isValid()) {
      try {
        describe(checked.pipeline());
      } catch (AutoCdcException e) {
        problems.addAll(e.problems());
      }
    }
    return new ArgumentProblems(arguments).arranged(problems);
  }

  /**
   * Starts the job of the flow.
   *
   * @param pipeline the pipeline that {@link #check} gave, without errors
   */
  JobID start(Pipeline pipeline) {
    return new FlowStart(session, env, options()).start(pipeline);
  }

  /** What the flow would do; see {@link FlowDescription}. */
  List<Row> describe(Pipeline pipeline) {
    return FlowDescription.of(pipeline, env, options());
  }

  /** The time between the checkpoints of the job, with which its rows become visible. */
  Duration checkpointInterval() {
    return configuration.get(CheckpointingOptions.CHECKPOINTING_INTERVAL);
  }

  private CompileOptions options() {
    Path here = Path.of("").toAbsolutePath();
    return new CompileOptions(here, catalogs.forTables(), false).with(false, Set.of()).with(tables);
  }

  private Pipeline.Builder changes() {
    Problems problems = new Problems();
    Optional<ObjectIdentifier> table = sourceTable(problems);
    Source source =
        table
            .map(
                found ->
                    new Source(
                        found.asSummaryString(),
                        SourceTypes.SQL,
                        ReadMode.STREAM,
                        Map.of(SourceTypes.QUERY, "SELECT * FROM " + found.asSerializableString()),
                        null,
                        null))
            // A source without columns, so that everything else can be checked.
            .orElseGet(
                () ->
                    new Source(
                        String.valueOf(arguments.get(Argument.SOURCE)),
                        SourceTypes.STREAM,
                        ReadMode.STREAM,
                        Map.of(),
                        null,
                        null));
    Pipeline.Builder pipeline = FlowReader.changes(arguments, source);
    pipeline.problems().addAll(problems.list());
    return pipeline;
  }

  /** The table or view that the flow reads; empty if there is none, which is reported. */
  private Optional<ObjectIdentifier> sourceTable(Problems problems) {
    String text = arguments.get(Argument.SOURCE);
    if (text == null) {
      return Optional.empty();
    }
    TableEnvironmentInternal session = (TableEnvironmentInternal) tables;
    ObjectIdentifier table;
    try {
      table =
          session.getCatalogManager().qualifyIdentifier(session.getParser().parseIdentifier(text));
    } catch (RuntimeException e) {
      problems.error(
          arguments.location(Argument.SOURCE),
          ErrorCode.INVALID_TABLE_NAME,
          "'" + text + "' is not the name of a table",
          "it does not parse as one",
          "write catalog.database.table, with backticks around odd parts");
      return Optional.empty();
    }
    return isVisible(table.getCatalogName(), problems) && exists(table, problems)
        ? Optional.of(table)
        : Optional.empty();
  }

  private boolean exists(ObjectIdentifier table, Problems problems) {
    ObjectPath path = table.toObjectPath();
    List<String> known = List.of();
    try {
      Catalog catalog = tables.getCatalog(table.getCatalogName()).orElseThrow();
      if (catalog.tableExists(path)) {
        return true;
      }
      if (catalog.databaseExists(path.getDatabaseName())) {
        known = catalog.listTables(path.getDatabaseName());
      }
    } catch (Exception e) {
      problems.error(
          arguments.location(Argument.SOURCE),
          ErrorCode.UNKNOWN_CATALOG,
          "the catalog '" + table.getCatalogName() + "' cannot be opened",
          rootMessage(e),
          "correct its options");
      return false;
    }
    problems.error(
        arguments.location(Argument.SOURCE),
        ErrorCode.TABLE_NOT_FOUND,
        "there is no table " + table.asSummaryString(),
        "a flow reads a table or a view",
        Suggestions.didYouMean(path.getObjectName(), known));
    return false;
  }

  private boolean isVisible(String catalog, Problems problems) {
    if (visible.contains(catalog)) {
      return true;
    }
    boolean builtIn = catalog.equals(session.get(TableConfigOptions.TABLE_CATALOG_NAME));
    VisibleCatalogs.report(
        arguments,
        Argument.SOURCE,
        catalog,
        "create the table in the catalog '"
            + own
            + "', or hand its rows over with INSERT INTO a table of the connector 'autocdc'"
            + (builtIn ? "" : ", or " + SessionCatalogs.remedy(own, catalog)),
        problems);
    return false;
  }

  private void checkCatalogs(Pipeline.Builder pipeline) {
    VisibleCatalogs.check(arguments, Argument.TARGET, catalogs, own, pipeline);
    if (arguments.kind() == Kind.SNAPSHOTS && !arguments.has(Argument.SOURCE_PATH)) {
      checkSnapshotCatalog(pipeline);
    }
  }

  /** Only tables that Paimon keeps have snapshots; other catalogs may have tables, too. */
  private void checkSnapshotCatalog(Pipeline.Builder pipeline) {
    Optional<String> catalog =
        VisibleCatalogs.catalogOf(arguments, Argument.SOURCE)
            .filter(visible::contains)
            .filter(name -> !catalogs.keepsTables(name));
    if (catalog.isEmpty()) {
      VisibleCatalogs.check(arguments, Argument.SOURCE, catalogs, own, pipeline);
      return;
    }
    pipeline.catalogs(catalog.stream().toList());
    String source = Locations.source(arguments.get(Argument.SOURCE));
    pipeline.locations().markBroken(source + "/options/" + SourceTypes.TABLE);
    sourceTable(pipeline.problems())
        .ifPresent(
            table ->
                pipeline
                    .problems()
                    .error(
                        arguments.location(Argument.SOURCE),
                        ErrorCode.SNAPSHOT_SOURCE,
                        "the table " + table.asSummaryString() + " is none of Paimon",
                        "a flow of snapshots reads a table of Paimon, or a folder",
                        "name a table of a Paimon catalog, give a folder as source_path, or apply"
                            + " its rows as changes with create_auto_cdc_flow"));
  }

  private static String rootMessage(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return String.valueOf(root.getMessage());
  }
}
