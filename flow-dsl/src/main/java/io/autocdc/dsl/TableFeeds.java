// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl;

import io.autocdc.dsl.type.Column;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import org.apache.flink.table.types.logical.BigIntType;

/**
 * Sources that read what happens to a table: its rows as they are at first, then its changelog
 * (semantics.md, section 12).
 */
public final class TableFeeds {

  /**
   * Option with where the first run begins: {@link #FULL}, {@link #LATEST}, the number of a
   * snapshot, or a point in time.
   */
  public static final String STARTING_SNAPSHOT = "starting_snapshot";

  /** The rows of the newest snapshot, then all changes. */
  public static final String FULL = "full";

  /** Only changes that come after the first run has begun. */
  public static final String LATEST = "latest";

  /** What {@link #STARTING_SNAPSHOT} can be, for messages. */
  public static final String STARTING_SNAPSHOT_FORMS =
      "full, latest, the number of a snapshot, or a point in time such as 2026-01-31T00:00:00Z";

  /**
   * Option with the name under which the table remembers what has been read, and keeps the rest.
   */
  public static final String CONSUMER_ID = "consumer_id";

  /** What a {@link #CONSUMER_ID} can be: it is part of the name of a file. */
  public static final Pattern CONSUMER = Pattern.compile("[A-Za-z0-9_.-]+");

  /**
   * Option with the columns by which the table itself orders rows of one primary key before their
   * place in its changelog does, with commas between them.
   */
  public static final String SEQUENCE_FIELD = "sequence_field";

  /** The snapshot of the table that brought a row. */
  public static final String SNAPSHOT_ID = "__snapshot_id";

  /** Orders the changes of a row within a snapshot. */
  public static final String POSITION = "__position";

  /** The columns that such a source adds, in order. Together they order the changes of a row. */
  public static final List<Column> COLUMNS =
      List.of(
          Column.metadata(SNAPSHOT_ID, new BigIntType()),
          Column.metadata(POSITION, new BigIntType()));

  private static final Pattern NUMBER = Pattern.compile("[1-9][0-9]{0,17}");

  private TableFeeds() {}

  /** True if a source reads the changes of a table, and not its snapshots. */
  public static boolean isFeed(Source source) {
    return source.type().equals(SourceTypes.PAIMON)
        && !source.options().containsKey(SourceTypes.VERSION_FROM);
  }

  /** True if the rows of a source are updated and deleted; else there is nothing but inserts. */
  public static boolean isChangelog(Source source) {
    return isFeed(source) && !ChangeFeeds.primaryKey(source).isEmpty();
  }

  /**
   * The columns that order the rows of one primary key as the table does; empty for a table without
   * one.
   */
  public static List<String> sequence(Source source) {
    if (!isChangelog(source)) {
      return List.of();
    }
    List<String> sequence =
        new ArrayList<>(ChangeFeeds.names(source.options().get(SEQUENCE_FIELD)));
    COLUMNS.forEach(column -> sequence.add(column.name()));
    return sequence;
  }

  /** The snapshot of {@link #STARTING_SNAPSHOT}; empty if the value is no number of one. */
  public static OptionalLong startingSnapshot(String value) {
    return NUMBER.matcher(value).matches()
        ? OptionalLong.of(Long.parseLong(value))
        : OptionalLong.empty();
  }

  /** The point in time of {@link #STARTING_SNAPSHOT}; empty if the value is no time with a zone. */
  public static Optional<Instant> startingTime(String value) {
    try {
      return Optional.of(OffsetDateTime.parse(value).toInstant());
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }
}
