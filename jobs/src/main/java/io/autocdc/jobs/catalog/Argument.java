// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.catalog;

import io.autocdc.dsl.AutoCdcFlow.Parameter;
import io.autocdc.dsl.SnapshotCdcFlow;
import io.autocdc.dsl.SourceTypes;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Everything that can be said about a flow in a session, under Lakeflow's names. Procedures take
 * them as arguments, the connector as options, with hyphens.
 */
public enum Argument {
  TARGET(Names.TARGET, "table that the flow keeps: `catalog.database.table`", Form.TEXT),
  SOURCE(Names.SOURCE, "table or view that it reads: `catalog.database.table`", Form.TEXT),
  NAME(Names.NAME, "name of the flow and its job; the default is that of the target", Form.TEXT),
  KEYS(Names.KEYS, "columns that identify a row", Form.LIST),
  SEQUENCE_BY(
      Names.SEQUENCE_BY, "column, or list of columns, that orders the changes of a row", Form.LIST),
  SYSTEM_SEQUENCE_BY(
      Names.SYSTEM_SEQUENCE_BY,
      "column, or list of columns, that orders what was believed; bitemporal only",
      Form.LIST),
  APPLY_AS_DELETES(
      Names.APPLY_AS_DELETES, "condition over the columns of the source: a row deletes", Form.TEXT),
  APPLY_AS_TRUNCATES(
      Names.APPLY_AS_TRUNCATES, "condition: a row empties the table; SCD type 1 only", Form.TEXT),
  COLUMN_LIST(Names.COLUMN_LIST, "columns of the target", Form.LIST),
  EXCEPT_COLUMN_LIST(
      Names.EXCEPT_COLUMN_LIST, "columns of the source that the target leaves out", Form.LIST),
  STORED_AS_SCD_TYPE(
      Names.STORED_AS_SCD_TYPE, "`1`, `2` or `bitemporal`; the default is `1`", Form.TEXT),
  TRACK_HISTORY_COLUMN_LIST(
      Names.TRACK_HISTORY_COLUMN_LIST, "columns whose change starts a version", Form.LIST),
  TRACK_HISTORY_EXCEPT_COLUMN_LIST(
      Names.TRACK_HISTORY_EXCEPT_COLUMN_LIST,
      "columns whose change does not start a version",
      Form.LIST),
  IGNORE_NULL_UPDATES(
      Names.IGNORE_NULL_UPDATES, "nulls leave stored values as they are", Form.BOOLEAN),
  IGNORE_NULL_UPDATES_COLUMN_LIST(
      Names.IGNORE_NULL_UPDATES_COLUMN_LIST, "the same for these columns only", Form.LIST),
  IGNORE_NULL_UPDATES_EXCEPT_COLUMN_LIST(
      Names.IGNORE_NULL_UPDATES_EXCEPT_COLUMN_LIST,
      "the same for all but these columns",
      Form.LIST),
  COLUMNS_TO_UPDATE(
      Names.COLUMNS_TO_UPDATE, "column, an array of texts, that names what a row sets", Form.TEXT),
  ON_INVALID_ROW(Names.ON_INVALID_ROW, "`quarantine` (the default), `fail` or `drop`", Form.TEXT),
  TOMBSTONE_RETENTION(
      Names.TOMBSTONE_RETENTION,
      "how long deletes are remembered, such as `36 h`; `0` for ever",
      Form.TEXT),
  HISTORY_RETENTION(
      Names.HISTORY_RETENTION, "how long late changes can rewrite history", Form.TEXT),
  TABLE_PROPERTIES(
      Names.TABLE_PROPERTIES, "properties of the target: `'key=value;key=value'`", Form.TEXT),
  PARALLELISM(Names.PARALLELISM, "parallelism of the job", Form.NUMBER),
  SOURCE_PATH(Names.SOURCE_PATH, "folder of snapshot files; in place of `source`", Form.TEXT),
  SOURCE_FORMAT(Names.SOURCE_FORMAT, "`json` or `csv`", Form.TEXT),
  SOURCE_SCHEMA(Names.SOURCE_SCHEMA, "columns of the files: `'id BIGINT, name STRING'`", Form.TEXT),
  VERSION_FROM(
      Names.VERSION_FROM,
      "where versions come from: `file_name` or `counter`; of a table always `counter`",
      Form.TEXT),
  VERSION_TYPE(
      Names.VERSION_TYPE,
      "type of versions from file names: `BIGINT`, `DATE`, `TIMESTAMP(3)` or `STRING`",
      Form.TEXT),
  VERSION_PATTERN(
      Names.VERSION_PATTERN, "regular expression that finds the version in a file name", Form.TEXT),
  ON_LOWER_VERSION(
      Names.ON_LOWER_VERSION,
      "what happens to a snapshot that comes too late: `error` (the default) or `skip`",
      Form.TEXT),
  ALLOW_EMPTY_SNAPSHOT(
      Names.ALLOW_EMPTY_SNAPSHOT, "a snapshot without rows removes every key", Form.BOOLEAN);

  /** The names, for annotations. */
  static final class Names {
    static final String TARGET = "target";
    static final String SOURCE = Parameter.SOURCE;
    static final String NAME = Parameter.NAME;
    static final String KEYS = Parameter.KEYS;
    static final String SEQUENCE_BY = Parameter.SEQUENCE_BY;
    static final String SYSTEM_SEQUENCE_BY = Parameter.SYSTEM_SEQUENCE_BY;
    static final String APPLY_AS_DELETES = Parameter.APPLY_AS_DELETES;
    static final String APPLY_AS_TRUNCATES = Parameter.APPLY_AS_TRUNCATES;
    static final String COLUMN_LIST = Parameter.COLUMN_LIST;
    static final String EXCEPT_COLUMN_LIST = Parameter.EXCEPT_COLUMN_LIST;
    static final String STORED_AS_SCD_TYPE = Parameter.STORED_AS_SCD_TYPE;
    static final String TRACK_HISTORY_COLUMN_LIST = Parameter.TRACK_HISTORY_COLUMN_LIST;
    static final String TRACK_HISTORY_EXCEPT_COLUMN_LIST =
        Parameter.TRACK_HISTORY_EXCEPT_COLUMN_LIST;
    static final String IGNORE_NULL_UPDATES = Parameter.IGNORE_NULL_UPDATES;
    static final String IGNORE_NULL_UPDATES_COLUMN_LIST = Parameter.IGNORE_NULL_UPDATES_COLUMN_LIST;
    static final String IGNORE_NULL_UPDATES_EXCEPT_COLUMN_LIST =
        Parameter.IGNORE_NULL_UPDATES_EXCEPT_COLUMN_LIST;
    static final String COLUMNS_TO_UPDATE = Parameter.COLUMNS_TO_UPDATE;
    static final String ON_INVALID_ROW = Parameter.ON_INVALID_ROW;
    static final String TOMBSTONE_RETENTION = Parameter.TOMBSTONE_RETENTION;
    static final String HISTORY_RETENTION = Parameter.HISTORY_RETENTION;
    static final String TABLE_PROPERTIES = "table_properties";
    static final String PARALLELISM = "parallelism";
    static final String SOURCE_PATH = "source_path";
    static final String SOURCE_FORMAT = "source_format";
    static final String SOURCE_SCHEMA = "source_schema";
    static final String VERSION_FROM = SourceTypes.VERSION_FROM;
    static final String VERSION_TYPE = SourceTypes.VERSION_TYPE;
    static final String VERSION_PATTERN = SourceTypes.VERSION_PATTERN;
    static final String ON_LOWER_VERSION = SnapshotCdcFlow.Parameter.ON_LOWER_VERSION;
    static final String ALLOW_EMPTY_SNAPSHOT = SnapshotCdcFlow.Parameter.ALLOW_EMPTY_SNAPSHOT;

    private Names() {}
  }

  /** How a value is written. */
  public enum Form {
    TEXT("STRING"),
    /** Names with commas between them. */
    LIST("STRING"),
    BOOLEAN("BOOLEAN"),
    NUMBER("INT");

    private final String type;

    Form(String type) {
      this.type = type;
    }

    /** The type of the argument of a procedure. */
    public String type() {
      return type;
    }
  }

  private static final Set<Argument> OF_SNAPSHOTS =
      EnumSet.range(Argument.SOURCE_PATH, Argument.ALLOW_EMPTY_SNAPSHOT);

  private final String name;
  private final String description;
  private final Form form;

  Argument(String name, String description, Form form) {
    this.name = name;
    this.description = description;
    this.form = form;
  }

  /** The name of the argument of a procedure. */
  public String argument() {
    return name;
  }

  /** The name of the option of the connector. */
  public String option() {
    return name.replace('_', '-');
  }

  /** What it is, in Markdown. */
  public String description() {
    return description;
  }

  public Form form() {
    return form;
  }

  /** True if only flows of snapshots have it. */
  boolean isOfSnapshots() {
    return OF_SNAPSHOTS.contains(this);
  }

  /**
   * The options of the connector: rows of changes come from an INSERT, whose job the session makes.
   */
  public static List<Argument> options() {
    return Arrays.stream(values())
        .filter(
            argument -> argument != SOURCE && argument != PARALLELISM && !argument.isOfSnapshots())
        .toList();
  }

  static Optional<Argument> ofOption(String option) {
    return options().stream().filter(argument -> argument.option().equals(option)).findFirst();
  }
}
