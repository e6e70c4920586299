// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.explain;

import io.autocdc.dsl.AppendFlow;
import io.autocdc.dsl.AutoCdcFlow;
import io.autocdc.dsl.ChangeFeeds;
import io.autocdc.dsl.DeltaFeeds;
import io.autocdc.dsl.FlinkInsert;
import io.autocdc.dsl.Flow;
import io.autocdc.dsl.Pipeline;
import io.autocdc.dsl.ResolvedFlow;
import io.autocdc.dsl.SnapshotCdcFlow;
import io.autocdc.dsl.Source;
import io.autocdc.dsl.SourceTypes;
import io.autocdc.dsl.StreamingTable;
import io.autocdc.dsl.TableFeeds;
import io.autocdc.dsl.check.FeedFlows;
import io.autocdc.dsl.check.Lineage;
import io.autocdc.dsl.check.ViewOrder;
import io.autocdc.dsl.problem.Location;
import io.autocdc.dsl.problem.Locations;
import io.autocdc.dsl.problem.Problem;
import io.autocdc.dsl.type.Column;
import io.autocdc.dsl.type.TableSchema;
import io.autocdc.jobs.compile.Catalogs;
import io.autocdc.jobs.compile.CompileOptions;
import io.autocdc.jobs.compile.CompiledPipeline;
import io.autocdc.jobs.compile.CompiledTarget;
import io.autocdc.jobs.compile.FlowDefinition;
import io.autocdc.jobs.compile.Generations;
import io.autocdc.jobs.compile.PipelineCompiler;
import io.autocdc.jobs.explain.PipelineExplanation.FlowExplanation;
import io.autocdc.jobs.explain.PipelineExplanation.InsertExplanation;
import io.autocdc.jobs.explain.PipelineExplanation.Operator;
import io.autocdc.jobs.explain.PipelineExplanation.Parameter;
import io.autocdc.jobs.explain.PipelineExplanation.SourceExplanation;
import io.autocdc.jobs.run.NextRun;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.graph.StreamNode;

/**
 * Explains a pipeline from what its next run would be made of: the job is built as for a run, and
 * neither started nor let near the tables.
 */
public final class PipelineExplainer {

  private static final String PATH = "path";

  /** What the system behind a source tells if its declaration does not. */
  private static final Set<String> DESCRIBED =
      Set.of(ChangeFeeds.PRIMARY_KEY, TableFeeds.SEQUENCE_FIELD);

  /** Options of sources that the names of files tell if nothing else does. */
  private static final Set<String> INFERRED_FROM_NAMES = Set.of("format", SourceTypes.VERSION_TYPE);

  private final Pipeline pipeline;
  private final Locations locations;
  private final CompileOptions options;
  private final Set<String> secrets;
  private final ViewOrder views;
  private final FeedFlows feeds;

  /**
   * @param pipeline a pipeline without errors
   * @param locations where its pieces stand
   */
  public PipelineExplainer(Pipeline pipeline, Locations locations, CompileOptions options) {
    this.pipeline = pipeline;
    this.locations = locations;
    this.options = options;
    this.secrets = options.reporting().secrets();
    this.views = ViewOrder.of(pipeline);
    this.feeds = new FeedFlows(pipeline);
  }

  /**
   * @param nextRun what the next run does with state
   * @param scratch a folder for working files
   * @throws io.autocdc.dsl.problem.AutoCdcException if the next run would refuse the pipeline
   */
  public PipelineExplanation explain(NextRun nextRun, Path scratch) {
    StreamExecutionEnvironment env =
        StreamExecutionEnvironment.getExecutionEnvironment(new Configuration());
    Generations generations = nextRun.generations();
    CompiledPipeline compiled =
        PipelineCompiler.rehearse(pipeline, env, options.with(generations, Map.of()), scratch);
    List<CompiledTarget> targets = compiled.targets();
    List<StreamNode> nodes =
        env.getStreamGraph().getStreamNodes().stream()
            .filter(node -> node.getTransformationUID() != null)
            .sorted((a, b) -> Integer.compare(a.getId(), b.getId()))
            .toList();
    OperatorOwners owners = new OperatorOwners(pipeline, generations);
    Set<String> onlyWritten = new Lineage(pipeline).onlyWritten();
    List<FlowExplanation> flows = new ArrayList<>();
    try (Catalogs catalogs = new Catalogs(options.catalogs())) {
      for (Flow flow : pipeline.flows()) {
        CompiledTarget target =
            targets.stream().filter(t -> t.table().equals(flow.target())).findFirst().orElseThrow();
        boolean exists = catalogs.of(target.table()).describe(target.table()).isPresent();
        flows.add(explain(flow, target, exists, operators(owners.of(flow), nodes, owners)));
      }
    }
    return new PipelineExplanation(
        hide(pipeline.name()),
        nextRun.notes().stream().map(this::hide).toList(),
        pipeline.sources().stream()
            .filter(source -> !onlyWritten.contains(source.name()))
            .map(source -> explain(source, compiled.sourceColumns().get(source.name())))
            .toList(),
        flows,
        inserts(nodes, owners));
  }

  private List<InsertExplanation> inserts(List<StreamNode> nodes, OperatorOwners owners) {
    List<InsertExplanation> inserts = new ArrayList<>();
    List<String> tables = pipeline.inserts().stream().map(FlinkInsert::target).toList();
    List<String> uids = Locations.paths(tables, CompiledPipeline::insertUid);
    for (int i = 0; i < uids.size(); i++) {
      inserts.add(
          new InsertExplanation(
              hide(tables.get(i)), operators(Set.of(uids.get(i)), nodes, owners)));
    }
    return inserts;
  }

  private List<Operator> operators(
      Set<String> prefixes, List<StreamNode> nodes, OperatorOwners owners) {
    return nodes.stream()
        .filter(
            node ->
                owners.ownerOf(node.getTransformationUID()).filter(prefixes::contains).isPresent())
        .map(n -> new Operator(hide(n.getTransformationUID()), hide(n.getOperatorName())))
        .toList();
  }

  /**
   * @param columns columns of its rows; null if nothing reads it
   */
  private SourceExplanation explain(Source source, TableSchema columns) {
    String path = Locations.source(source.name());
    List<Parameter> parameters = new ArrayList<>();
    parameters.add(new Parameter("type", source.type(), origin("type", List.of(path + "/type"))));
    source
        .options()
        .forEach(
            (option, value) -> {
              Origin declared = origin(option, placesOfOption(source, option));
              boolean declaredNowhere = declared.kind() == Origin.Kind.DEFAULT;
              Origin origin =
                  declaredNowhere && INFERRED_FROM_NAMES.contains(option)
                      ? Origin.inferred("file names")
                      : declaredNowhere && DESCRIBED.contains(option) ? inferred(source) : declared;
              parameters.add(new Parameter(option, hide(value), origin));
            });
    Origin declared = origin("schema", List.of(path + "/schema"));
    boolean guessed =
        declared.kind() == Origin.Kind.DEFAULT
            && SourceTypes.canonical(source.type()).equals(SourceTypes.FILES);
    return new SourceExplanation(
        hide(source.name()),
        parameters,
        columns == null ? Map.of() : types(columns),
        declared.kind() == Origin.Kind.DEFAULT ? inferred(source) : declared,
        guessed ? hide(source.schema().toString()) : null);
  }

  /** What tells of a source that which its declaration leaves out. */
  private Origin inferred(Source source) {
    String table =
        source.options().getOrDefault(SourceTypes.TABLE, source.options().get(DeltaFeeds.PATH));
    return switch (SourceTypes.canonical(source.type())) {
      case SourceTypes.SQL -> Origin.inferred("Flink");
      case SourceTypes.FILES -> Origin.inferred("a sample of the files");
      default ->
          table == null
              ? Origin.DEFAULT
              : Origin.inferred(
                  "the table " + hide(source.table().map(Object::toString).orElse(table)));
    };
  }

  private FlowExplanation explain(
      Flow flow, CompiledTarget target, boolean exists, List<Operator> operators) {
    FlowDefinition definition = new FlowDefinition(secrets);
    Map<String, Object> values;
    String kind;
    if (flow instanceof AppendFlow append) {
      values = definition.parameters(append);
      kind = "appends rows";
    } else {
      values = definition.parameters(flow, resolved(flow, target));
      kind =
          flow instanceof SnapshotCdcFlow
              ? "applies the differences of snapshots"
              : "applies changes";
    }
    List<Parameter> parameters = new ArrayList<>();
    values.forEach(
        (name, value) -> parameters.add(new Parameter(name, hidden(value), origin(flow, name))));
    return new FlowExplanation(
        hide(flow.name()),
        kind,
        parameters,
        hide(flow.target().toString()),
        exists,
        types(target.schema()),
        target.primaryKey().stream().map(this::hide).toList(),
        new StateExplainer(target).of(flow),
        operators);
  }

  /** Where a parameter of a flow is declared, or what says it if nothing does. */
  private Origin origin(Flow flow, String parameter) {
    return feeds
        .originOf(flow, parameter)
        .map(Origin::inferred)
        .orElseGet(() -> origin(parameter, places(flow, parameter)));
  }

  private static ResolvedFlow resolved(Flow flow, CompiledTarget target) {
    return target.flows().stream()
        .filter(resolved -> resolved.flow().name().equals(flow.name()))
        .findFirst()
        .orElseThrow();
  }

  /** Flows of snapshots can say of what kind their source is, and be where it stands. */
  private List<String> placesOfOption(Source source, String option) {
    String path = Locations.source(source.name());
    List<String> places = new ArrayList<>(List.of(path + "/options/" + option));
    for (Flow flow : pipeline.flows()) {
      if (flow instanceof SnapshotCdcFlow
          && views.soleSourceOf(flow.source()).filter(source.name()::equals).isPresent()) {
        places.add(Locations.flow(flow.name()) + "/" + option);
      }
    }
    if (option.equals(PATH)) {
      places.add(path);
    }
    return places;
  }

  /** Where a parameter may be declared, under its own name or another one. */
  private static List<String> places(Flow flow, String parameter) {
    String path = Locations.flow(flow.name()) + "/";
    return switch (parameter) {
      case AutoCdcFlow.Parameter.COLUMN_LIST ->
          List.of(path + parameter, path + AutoCdcFlow.Parameter.EXCEPT_COLUMN_LIST);
      case AutoCdcFlow.Parameter.TRACK_HISTORY_COLUMN_LIST ->
          List.of(path + parameter, path + AutoCdcFlow.Parameter.TRACK_HISTORY_EXCEPT_COLUMN_LIST);
      case AutoCdcFlow.Parameter.IGNORE_NULL_UPDATES_COLUMN_LIST ->
          List.of(
              path + parameter,
              path + AutoCdcFlow.Parameter.IGNORE_NULL_UPDATES_EXCEPT_COLUMN_LIST,
              path + AutoCdcFlow.Parameter.IGNORE_NULL_UPDATES);
      case AutoCdcFlow.Parameter.TOMBSTONE_RETENTION ->
          List.of(
              path + parameter,
              Locations.table(flow.target().toString())
                  + "/properties/"
                  + StreamingTable.TOMBSTONE_GC_SECONDS);
      default -> List.of(path + parameter);
    };
  }

  private Origin origin(String name, List<String> places) {
    for (String place : places) {
      Optional<Location> location = locations.findExact(place);
      if (location.isPresent()) {
        int slash = place.lastIndexOf('/');
        String key = slash < 0 ? name : place.substring(slash + 1);
        return Origin.declared(key.equals(name) ? null : key, location.get());
      }
    }
    return Origin.DEFAULT;
  }

  private Map<String, String> types(TableSchema schema) {
    Map<String, String> types = new LinkedHashMap<>();
    for (Column column : schema.columns()) {
      types.put(hide(column.name()), column.type().asSummaryString());
    }
    return types;
  }

  private Object hidden(Object value) {
    if (value instanceof List<?> list) {
      return list.stream().map(item -> hide(item.toString())).collect(Collectors.toList());
    }
    return value instanceof String text ? hide(text) : value;
  }

  private String hide(String text) {
    return Problem.hide(text, secrets);
  }
}
