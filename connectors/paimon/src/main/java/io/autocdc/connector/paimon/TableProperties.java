// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.paimon;

import io.autocdc.dsl.TableName;
import io.autocdc.dsl.problem.Problems;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.paimon.CoreOptions;
import org.apache.paimon.flink.FlinkConnectorOptions;

/** Which table properties Paimon gets: those of the user, and defaults where there is none. */
final class TableProperties {

  /**
   * Two buckets let two cores write one table, which is what a small machine has, while a small
   * table stays at two files. Wider tables set {@code bucket}; it cannot change later.
   */
  static final String DEFAULT_BUCKETS = "2";

  /** A table that only grows takes what could not be used: little, so that one writer does. */
  static final String DEFAULT_BUCKETS_WITHOUT_KEY = "1";

  /**
   * Rows that one writer collects in memory before it spills to disk. Many writers share a process
   * of one or two gigabytes, and a writer keeps what it once took; an idle one takes nothing. More
   * did not make a writer of millions of rows faster.
   */
  static final String DEFAULT_WRITE_BUFFER = "8 mb";

  private static final String DEDUPLICATE = CoreOptions.MergeEngine.DEDUPLICATE.toString();

  private TableProperties() {}

  /**
   * Refuses what would make Paimon decide between rows a second time. The order of events is
   * decided in the flow's state; by its own {@code sequence.field} Paimon forgets deletes when it
   * compacts, and a late row comes back.
   */
  static void check(TableName table, Map<String, String> properties) {
    Problems problems = new Problems();
    properties.forEach(
        (key, value) -> {
          if (isHarmful(key, value)) {
            problems.add(PaimonProblems.harmfulProperty(table, key, value));
          }
        });
    problems.throwIfErrors();
  }

  /** True if the table keeps the property that it was made with. */
  static boolean isFixed(String key) {
    return key.equals(CoreOptions.BUCKET.key()) || CoreOptions.IMMUTABLE_OPTIONS.contains(key);
  }

  /**
   * What the writers of one job use beyond the properties of the table.
   *
   * @param properties properties of the table; those that are set win
   */
  static Map<String, String> forWriting(Map<String, String> properties) {
    Map<String, String> added = new HashMap<>();
    added.put(CoreOptions.WRITE_BUFFER_SIZE.key(), DEFAULT_WRITE_BUFFER);
    // The committer runs once at most, and Flink records that limit for a whole chain: a job that
    // chained it to its only writer could not continue with two writers.
    added.put(FlinkConnectorOptions.SINK_COMMITTER_OPERATOR_CHAINING.key(), "false");
    added.keySet().removeAll(properties.keySet());
    return added;
  }

  private static boolean isHarmful(String key, String value) {
    Set<String> deciding =
        Set.of(CoreOptions.SEQUENCE_FIELD.key(), CoreOptions.ROWKIND_FIELD.key());
    return deciding.contains(key)
        || (key.equals(CoreOptions.MERGE_ENGINE.key()) && !value.equalsIgnoreCase(DEDUPLICATE))
        || (key.equals(CoreOptions.IGNORE_DELETE.key()) && Boolean.parseBoolean(value));
  }
}
