// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.check;

import io.autocdc.dsl.AutoCdcFlow;
import io.autocdc.dsl.ChangeFeeds;
import io.autocdc.dsl.DeltaFeeds;
import io.autocdc.dsl.Flow;
import io.autocdc.dsl.KeyedFlow;
import io.autocdc.dsl.OperationColumn;
import io.autocdc.dsl.Pipeline;
import io.autocdc.dsl.Source;
import io.autocdc.dsl.TableFeeds;
import io.autocdc.dsl.type.TableSchema;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * What flows and the change feeds that they read, directly or through views, know of each other.
 */
public final class FeedFlows {

  private final Pipeline pipeline;
  private final Lineage lineage;

  public FeedFlows(Pipeline pipeline) {
    this.pipeline = pipeline;
    this.lineage = new Lineage(pipeline);
  }

  /** The change feeds that a flow reads, whose rows say what happened. */
  public List<Source> feedsOf(Flow flow) {
    return sourcesOf(flow, source -> OperationColumn.of(source).isPresent());
  }

  private List<Source> sourcesOf(Flow flow, Predicate<Source> kind) {
    Set<String> upstream = lineage.upstreamOf(List.of(flow));
    return pipeline.sources().stream()
        .filter(source -> upstream.contains(source.name()))
        .filter(kind)
        .toList();
  }

  /** The sources that a flow can take keys and sequence from. */
  private List<Source> tellingOf(Flow flow) {
    return sourcesOf(
        flow, source -> OperationColumn.of(source).isPresent() || TableFeeds.isFeed(source));
  }

  private static List<String> sequenceOf(Source source) {
    if (DeltaFeeds.tellsChanges(source)) {
      return List.of(DeltaFeeds.COMMIT_VERSION);
    }
    return ChangeFeeds.isFeed(source)
        ? List.of(ChangeFeeds.sequence(source))
        : TableFeeds.sequence(source);
  }

  /**
   * A flow with the keys and the sequence that it leaves out, if its feeds agree on them and the
   * rows that it reads still have them.
   *
   * @param read the columns that the flow reads; null if unknown
   */
  public AutoCdcFlow complete(AutoCdcFlow flow, TableSchema read) {
    if (read == null || !flow.keys().isEmpty() && !flow.sequenceBy().isEmpty()) {
      return flow;
    }
    List<Source> telling = tellingOf(flow);
    List<List<String>> primaryKeys =
        telling.stream().map(ChangeFeeds::primaryKey).distinct().toList();
    List<List<String>> sequences = telling.stream().map(FeedFlows::sequenceOf).distinct().toList();
    List<String> keys =
        flow.keys().isEmpty()
                && primaryKeys.size() == 1
                && read.names().containsAll(primaryKeys.get(0))
            ? primaryKeys.get(0)
            : flow.keys();
    boolean ordered =
        sequences.size() == 1
            && sequences.get(0).stream().allMatch(name -> isHandedOn(name, telling, read));
    List<String> sequence =
        flow.sequenceBy().isEmpty() && ordered ? sequences.get(0) : flow.sequenceBy();
    return flow.with(keys, sequence);
  }

  /** True if what a flow reads still has a column of its sources, as what it is there. */
  private static boolean isHandedOn(String name, List<Source> sources, TableSchema read) {
    boolean added =
        sources.stream()
            .flatMap(s -> s.addedColumns().stream())
            .anyMatch(c -> c.name().equals(name));
    return read.find(name).filter(column -> column.metadata() == added).isPresent();
  }

  /** True if a flow may take what it leaves out from a source whose columns nobody knows. */
  boolean areUnknown(Flow flow) {
    return tellingOf(flow).stream().anyMatch(feed -> feed.schema() == null);
  }

  /**
   * The columns that identify a row of the table that a feed is about: as the source itself says,
   * else the keys of the flows that read it. Empty if nobody says so, or flows disagree, or their
   * keys are no columns of the table.
   *
   * <p>A delete of a Delta table brings the whole row, so that flows may have keys of their own:
   * theirs count before those of the source.
   */
  public List<String> keysOf(Source feed) {
    List<String> declared = ChangeFeeds.primaryKey(feed);
    boolean wholeRows = DeltaFeeds.tellsChanges(feed);
    if (!declared.isEmpty() && !wholeRows) {
      return declared;
    }
    List<List<String>> keys = new ArrayList<>();
    for (AutoCdcFlow flow : readersOf(feed)) {
      keys.add(flow.keys().isEmpty() && wholeRows ? declared : flow.keys());
    }
    boolean agree =
        keys.stream().map(HashSet::new).distinct().count() == 1
            && feed.schema().names().containsAll(keys.get(0));
    return agree ? keys.get(0) : declared;
  }

  /** True if flows read a feed that have different keys, all of them columns of the table. */
  boolean keysDiffer(Source feed) {
    List<String> declared = ChangeFeeds.primaryKey(feed);
    return readersOf(feed).stream()
            .map(flow -> flow.keys().isEmpty() ? declared : flow.keys())
            .filter(feed.schema().names()::containsAll)
            .map(HashSet::new)
            .distinct()
            .count()
        > 1;
  }

  /** The flows of changes that read a feed. */
  List<AutoCdcFlow> readersOf(Source feed) {
    return pipeline.flows().stream()
        .filter(KeyedFlow.class::isInstance)
        .filter(flow -> lineage.upstreamOf(List.of(flow)).contains(feed.name()))
        .map(flow -> ((KeyedFlow) flow).asChanges())
        .toList();
  }

  /** What a parameter of a flow was taken from that it leaves out; empty if it was not. */
  public Optional<String> originOf(Flow flow, String parameter) {
    boolean leftOut =
        flow instanceof AutoCdcFlow changes
            && (parameter.equals(AutoCdcFlow.Parameter.KEYS)
                ? changes.keys().isEmpty()
                : parameter.equals(AutoCdcFlow.Parameter.SEQUENCE_BY)
                    && changes.sequenceBy().isEmpty());
    return leftOut
        ? tellingOf(flow).stream().findFirst().map(feed -> "source " + feed.name())
        : Optional.empty();
  }
}
