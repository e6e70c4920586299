// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.delta;

import io.autocdc.dsl.TableName;
import io.autocdc.dsl.problem.Problems;
import java.util.Map;
import java.util.TreeMap;

/** Which table properties mean something to the sink, and which ones it cannot live with. */
final class TableProperties {

  /** {@code merge-on-read} (default) or {@code copy-on-write}. */
  static final String WRITE_MODE = "write.mode";

  /** How many files of about one size become one; 0 for never. */
  static final String COMPACTION_FILES = "compaction.files";

  static final int DEFAULT_COMPACTION_FILES = 10;

  static final String DELETION_VECTORS = "delta.enableDeletionVectors";
  static final String CHANGE_FEED = "delta.enableChangeDataFeed";
  static final String APPEND_ONLY = "delta.appendOnly";
  static final String COLUMN_MAPPING = "delta.columnMapping.mode";
  static final String TRANSACTION_RETENTION = "delta.setTransactionRetentionDuration";
  static final String ROW_TRACKING = "delta.enableRowTracking";
  static final String MANIFEST = "delta.compatibility.symlinkFormatManifest.enabled";
  static final String CONSTRAINT_PREFIX = "delta.constraints.";

  private TableProperties() {}

  /**
   * How rows of a stored table are replaced: where there may be no deletion vectors, files are
   * written anew, whatever else is declared.
   */
  static WriteMode writeMode(Map<String, String> properties) {
    return isOn(properties, DELETION_VECTORS) ? declaredMode(properties) : WriteMode.COPY_ON_WRITE;
  }

  private static WriteMode declaredMode(Map<String, String> properties) {
    return WriteMode.of(properties.getOrDefault(WRITE_MODE, WriteMode.MERGE_ON_READ.toString()))
        .orElse(WriteMode.MERGE_ON_READ);
  }

  /** What changes in a stored table where these properties are asked for. */
  static Map<String, String> ofExisting(Map<String, String> properties, boolean isKeyed) {
    return properties.containsKey(WRITE_MODE) ? ofNew(properties, isKeyed) : properties;
  }

  static int compactionFiles(Map<String, String> properties) {
    String text = properties.get(COMPACTION_FILES);
    return text == null ? DEFAULT_COMPACTION_FILES : Integer.parseInt(text);
  }

  /**
   * What a new table gets: the properties of the user, and defaults where there is none.
   *
   * @param isKeyed true if the table has a primary key
   */
  static Map<String, String> ofNew(Map<String, String> properties, boolean isKeyed) {
    Map<String, String> all = new TreeMap<>();
    if (isKeyed && declaredMode(properties) == WriteMode.MERGE_ON_READ) {
      all.put(DELETION_VECTORS, "true");
    }
    all.putAll(properties);
    return all;
  }

  /**
   * Refuses what the rows of a flow cannot be written with.
   *
   * @param isKeyed true if the table has a primary key
   */
  static void check(
      TableName table, Map<String, String> properties, boolean isKeyed, Problems problems) {
    if (isOn(properties, CHANGE_FEED)) {
      problems.add(
          DeltaProblems.property(
              table,
              CHANGE_FEED,
              "Delta Kernel cannot write the change data that readers would then expect",
              "set it to false"));
    }
    if (isOn(properties, APPEND_ONLY) && isKeyed) {
      problems.add(
          DeltaProblems.property(
              table, APPEND_ONLY, "the flow replaces and deletes rows", "set it to false"));
    }
    if (!properties.getOrDefault(COLUMN_MAPPING, "none").equals("none")) {
      problems.add(
          DeltaProblems.property(
              table,
              COLUMN_MAPPING,
              "Delta Kernel cannot write tables whose columns have other names in their files",
              "drop the feature 'columnMapping' with Spark, or let the table be made anew"));
    }
    if (isOn(properties, ROW_TRACKING)) {
      problems.add(
          DeltaProblems.property(
              table,
              ROW_TRACKING,
              "rows would not keep their ids when they are put into other files",
              "set it to false"));
    }
    if (isOn(properties, MANIFEST)) {
      problems.add(
          DeltaProblems.property(
              table,
              MANIFEST,
              "Delta Kernel does not write manifests, and their readers would go on seeing old rows",
              "set it to false"));
    }
    if (properties.containsKey(TRANSACTION_RETENTION)) {
      problems.add(
          DeltaProblems.property(
              table,
              TRANSACTION_RETENTION,
              "the log would forget which checkpoints are in the table, and a run that goes on"
                  + " after that time would write its last rows a second time",
              "remove it: the log then remembers them for ever"));
    }
    if (properties.keySet().stream().anyMatch(key -> key.startsWith(CONSTRAINT_PREFIX))) {
      problems.add(
          DeltaProblems.property(
              table,
              CONSTRAINT_PREFIX + "*",
              "Delta Kernel does not check constraints",
              "drop them, and declare expectations in the flow"));
    }
    checkOwn(table, properties, problems);
  }

  private static void checkOwn(TableName table, Map<String, String> properties, Problems problems) {
    String mode = properties.get(WRITE_MODE);
    if (mode != null && WriteMode.of(mode).isEmpty()) {
      problems.add(
          DeltaProblems.property(
              table,
              WRITE_MODE,
              "there is no mode '" + mode + "'",
              "write " + WriteMode.MERGE_ON_READ + " or " + WriteMode.COPY_ON_WRITE));
    }
    String files = properties.get(COMPACTION_FILES);
    if (files != null && !files.matches("0|[2-9]|[1-9][0-9]{1,3}")) {
      problems.add(
          DeltaProblems.property(
              table,
              COMPACTION_FILES,
              "'" + files + "' is no number of files that can become one",
              "write a number from 2 to 9999, or 0 for never"));
    }
  }

  private static boolean isOn(Map<String, String> properties, String key) {
    return Boolean.parseBoolean(properties.get(key));
  }
}
