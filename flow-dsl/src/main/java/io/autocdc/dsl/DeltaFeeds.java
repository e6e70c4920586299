// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl;

import io.autocdc.dsl.type.Column;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.LocalZonedTimestampType;
import org.apache.flink.table.types.logical.VarCharType;

/**
 * Sources that read a Delta table, commit after commit: the rows that are appended, or, as a change
 * feed, all that happens to its rows (semantics.md, section 12).
 */
public final class DeltaFeeds {

  /** Option with the folder of a table that is in no catalog. */
  public static final String PATH = "path";

  /** Option that says whether updates and deletes are read, too. */
  public static final String READ_CHANGE_FEED = "read_change_feed";

  /** Option with the first commit to read: its number, or {@link #LATEST}. */
  public static final String STARTING_VERSION = "starting_version";

  /** Only commits that come after the first run has begun. */
  public static final String LATEST = "latest";

  /** Option with the point in time at or after which the first commit to read was made. */
  public static final String STARTING_TIMESTAMP = "starting_timestamp";

  /**
   * Option that says whether commits that change rows are left out where appended rows are read.
   */
  public static final String SKIP_CHANGE_COMMITS = "skip_change_commits";

  /** What {@link #STARTING_VERSION} can be, for messages. */
  public static final String STARTING_VERSION_FORMS = "the number of a version, from 0, or latest";

  /** What {@link #STARTING_TIMESTAMP} can be, for messages. */
  public static final String STARTING_TIMESTAMP_FORMS =
      "a point in time with a zone, such as 2026-01-31T00:00:00Z";

  /** What happened to a row, in a change feed. */
  public static final String CHANGE_TYPE = "_change_type";

  /** The version of the table that brought a row. */
  public static final String COMMIT_VERSION = "_commit_version";

  /** When that version was made. */
  public static final String COMMIT_TIMESTAMP = "_commit_timestamp";

  /** Values of {@link #CHANGE_TYPE}. */
  public static final String DELETE = "delete";

  public static final String UPDATE_PREIMAGE = "update_preimage";

  /** Other names of options: those of Spark and Lakehouse Plumber. */
  static final Map<String, String> ALIASES;

  private static final Pattern NUMBER = Pattern.compile("0|[1-9][0-9]{0,17}");

  private static final List<Column> OF_COMMITS =
      List.of(
          Column.metadata(COMMIT_VERSION, new BigIntType()),
          Column.metadata(COMMIT_TIMESTAMP, new LocalZonedTimestampType(3)));

  private static final List<Column> OF_CHANGES =
      List.of(
          Column.metadata(CHANGE_TYPE, new VarCharType(VarCharType.MAX_LENGTH)),
          OF_COMMITS.get(0),
          OF_COMMITS.get(1));

  static {
    Map<String, String> aliases = new LinkedHashMap<>();
    aliases.put("readChangeFeed", READ_CHANGE_FEED);
    aliases.put("readChangeData", READ_CHANGE_FEED);
    aliases.put("startingVersion", STARTING_VERSION);
    aliases.put("startingTimestamp", STARTING_TIMESTAMP);
    aliases.put("skipChangeCommits", SKIP_CHANGE_COMMITS);
    ALIASES = Map.copyOf(aliases);
  }

  private DeltaFeeds() {}

  /** True if a source reads the commits of a Delta table, and not its snapshots. */
  public static boolean isFeed(Source source) {
    return source.type().equals(SourceTypes.DELTA)
        && !source.options().containsKey(SourceTypes.VERSION_FROM);
  }

  /** True if the rows of a source say what happened to rows of a Delta table. */
  public static boolean tellsChanges(Source source) {
    return isFeed(source) && "true".equals(source.options().get(READ_CHANGE_FEED));
  }

  /** True if commits that change rows are left out. */
  public static boolean skipsChangeCommits(Source source) {
    return "true".equals(source.options().get(SKIP_CHANGE_COMMITS));
  }

  /** The columns that such a source adds, in order. */
  public static List<Column> columns(Source source) {
    return tellsChanges(source) ? OF_CHANGES : OF_COMMITS;
  }

  /** The number of {@link #STARTING_VERSION}; empty if the value is none. */
  public static OptionalLong startingVersion(String value) {
    return NUMBER.matcher(value).matches()
        ? OptionalLong.of(Long.parseLong(value))
        : OptionalLong.empty();
  }

  /** The point in time of {@link #STARTING_TIMESTAMP}; empty if the value has no zone or form. */
  public static Optional<Instant> startingTime(String value) {
    try {
      return Optional.of(OffsetDateTime.parse(value.strip()).toInstant());
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  /** True if the first run begins with the rows as they are, and not with a commit. */
  public static boolean beginsWithRows(Source source) {
    return !source.options().containsKey(STARTING_VERSION)
        && !source.options().containsKey(STARTING_TIMESTAMP);
  }
}
