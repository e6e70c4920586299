// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.check;

import io.autocdc.dsl.AppendFlow;
import io.autocdc.dsl.AutoCdcFlow;
import io.autocdc.dsl.AutoCdcFlow.Parameter;
import io.autocdc.dsl.ChangeFeeds;
import io.autocdc.dsl.DeltaFeeds;
import io.autocdc.dsl.Flow;
import io.autocdc.dsl.OperationColumn;
import io.autocdc.dsl.Pipeline;
import io.autocdc.dsl.ResolvedFlow;
import io.autocdc.dsl.Source;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.type.Column;
import io.autocdc.dsl.type.TableSchema;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Rules about change feeds and those who read them (semantics.md, section 12). */
final class FeedChecks {

  private final Pipeline pipeline;
  private final Reporter reporter;
  private final FeedFlows feeds;

  FeedChecks(Pipeline pipeline, Reporter reporter, FeedFlows feeds) {
    this.pipeline = pipeline;
    this.reporter = reporter;
    this.feeds = feeds;
  }

  /**
   * Whoever reads records must know by which columns a delete names its row, and what a change of
   * the key is.
   */
  void checkKeys(Source feed, String path) {
    boolean isRead = new Lineage(pipeline).read().contains(feed.name());
    if (DeltaFeeds.tellsChanges(feed) && feed.schema() != null && isRead) {
      checkKeysOfDelta(feed, path);
      return;
    }
    if (!ChangeFeeds.isFeed(feed) || feed.schema() == null || !isRead) {
      return;
    }
    List<AutoCdcFlow> readers = feeds.readersOf(feed);
    if (feeds.keysOf(feed).isEmpty()) {
      boolean reported = readers.stream().anyMatch(flow -> flow.keys().isEmpty());
      if (readers.isEmpty() || !reported) {
        reporter.error(
            path + "/options/" + ChangeFeeds.PRIMARY_KEY,
            ErrorCode.FEED_KEYS,
            "nobody says which columns identify a row of the table of source '" + feed.name() + "'",
            readers.isEmpty()
                ? "no flow with keys reads it"
                : "its flows have different keys, or keys that are no columns of the table",
            "add primary_key: [id] to the source");
      }
      return;
    }
    Set<String> primaryKey = new HashSet<>(ChangeFeeds.primaryKey(feed));
    for (AutoCdcFlow flow : readers) {
      boolean columnsOfTable = feed.schema().names().containsAll(flow.keys());
      boolean differ =
          !primaryKey.isEmpty()
              && !flow.keys().isEmpty()
              && columnsOfTable
              && !primaryKey.equals(new HashSet<>(flow.keys()));
      if (differ) {
        reporter.error(
            path + "/options/" + ChangeFeeds.PRIMARY_KEY,
            ErrorCode.FEED_KEYS,
            "source '"
                + feed.name()
                + "' has the primary_key "
                + ChangeFeeds.primaryKey(feed)
                + ", and flow '"
                + flow.name()
                + "' the keys "
                + flow.keys(),
            "deletes of the feed bring their primary key only",
            "make them agree: if the connector sends whole rows before changes, primary_key may"
                + " name any columns that identify a row");
      }
    }
  }

  /**
   * A commit may take a row away and bring another one of its key. Both have one sequence, and
   * deletes win, so the reader has to know that they are an update: by the keys of its flows.
   */
  private void checkKeysOfDelta(Source feed, String path) {
    String at = path + "/options/" + ChangeFeeds.PRIMARY_KEY;
    List<AutoCdcFlow> readers = feeds.readersOf(feed);
    if (feeds.keysDiffer(feed)) {
      reporter.error(
          at,
          ErrorCode.FEED_KEYS,
          "the flows that read source '" + feed.name() + "' have different keys",
          "what is an update of a row to one of them is a delete and an insert to another",
          "load the table once for each of them, under names of their own");
    } else if (feeds.keysOf(feed).isEmpty()) {
      boolean reported = readers.stream().anyMatch(flow -> flow.keys().isEmpty());
      boolean needed = !readers.isEmpty() && !reported;
      if (needed || feed.deletesUnpaired() && readers.isEmpty()) {
        reporter.error(
            at,
            ErrorCode.FEED_KEYS,
            "nobody says which columns identify a row of the table of source '" + feed.name() + "'",
            readers.isEmpty()
                ? "no flow with keys reads it, and an update without its other half is found by"
                    + " keys"
                : "the keys of its flows are no columns of the table",
            "add primary_key: [id] to the source");
      }
    }
  }

  /**
   * Warns of views that lose what a feed says about its rows.
   *
   * @param flow the flow, complete
   * @param read the columns that it reads
   */
  void checkFlow(AutoCdcFlow flow, TableSchema read, String path) {
    List<Source> upstream = feeds.feedsOf(flow);
    if (read == null || upstream.isEmpty()) {
      return;
    }
    String at = path + "/" + Parameter.SOURCE;
    String feed = upstream.get(0).name();
    if (OperationColumn.of(read).isEmpty() && flow.applyAsDeletes() == null) {
      OperationColumn operation = OperationColumn.of(upstream.get(0)).orElseThrow();
      lost(
          at,
          flow,
          "leaves out the column " + operation.column() + " of the change feed '" + feed + "'",
          (operation.before().isPresent()
                  ? "deletes, and rows as they were before an update,"
                  : "deletes and truncates")
              + " would be applied as upserts",
          "select " + operation.column() + " as it is, or say apply_as_deletes");
    }
    if (upstream.stream().noneMatch(FeedChecks::mayLackValues)) {
      return;
    }
    if (ChangeFeeds.unavailable(read) < 0) {
      lost(
          at,
          flow,
          "leaves out the column " + ChangeFeeds.UNAVAILABLE + " of the change feed '" + feed + "'",
          "large values that a change does not repeat would become null",
          "select " + ChangeFeeds.UNAVAILABLE + " as it is");
      return;
    }
    Set<String> known = new HashSet<>(flow.keys());
    for (Source source : pipeline.sources()) {
      if (source.schema() != null) {
        known.addAll(source.schema().names());
      }
    }
    List<String> made =
        ResolvedFlow.outputColumns(flow, read).stream()
            .filter(column -> !column.metadata())
            .map(Column::name)
            .filter(name -> !known.contains(name))
            .toList();
    if (!made.isEmpty()) {
      lost(
          at,
          flow,
          "has columns that the change feed '"
              + feed
              + "' does not have: "
              + String.join(", ", made),
          "where a change does not repeat a large value, what is made from it would become null",
          "leave columns under their names, or leave these out with except_column_list");
    }
  }

  private static boolean mayLackValues(Source feed) {
    return ChangeFeeds.isFeed(feed) && !ChangeFeeds.isMySql(feed);
  }

  /**
   * Warns of a target that does not tell deletes from other rows.
   *
   * @param read the columns that the flow reads; null if unknown
   */
  void checkAppending(AppendFlow flow, TableSchema read, String path) {
    List<Source> upstream = feeds.feedsOf(flow);
    if (read == null || upstream.isEmpty()) {
      return;
    }
    boolean tells =
        upstream.stream()
            .allMatch(feed -> feed.schema() == null || !areColumnsOf(feed.schema(), read));
    if (!tells) {
      OperationColumn operation = OperationColumn.of(upstream.get(0)).orElseThrow();
      lost(
          path + "/" + Parameter.SOURCE,
          flow,
          "gives rows of the change feed '" + upstream.get(0).name() + "'",
          "control columns stay out of targets, so that nothing tells the rows of "
              + (operation.truncate().isPresent() ? "deletes and truncates" : "deletes")
              + " from others",
          "append a view that gives it another name: SELECT *, " + operation.column() + " AS op");
    }
  }

  private static boolean areColumnsOf(TableSchema table, TableSchema read) {
    return read.columns().stream()
        .filter(column -> !column.metadata())
        .allMatch(column -> table.contains(column.name()));
  }

  private void lost(String at, Flow flow, String what, String why, String remedy) {
    reporter.warning(
        at,
        ErrorCode.LOST_CONTROL_COLUMN,
        "flow '" + flow.name() + "' reads '" + flow.source() + "', which " + what,
        why,
        remedy);
  }
}
