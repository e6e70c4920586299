// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.problem;

/** Every kind of problem, with the text that {@code autocdc codes CODE} prints. */
public enum ErrorCode {
  // Declarations: files and their form
  FILE_NOT_FOUND(
      "A file or folder that was named does not exist.",
      "Check the path; relative paths start at the project folder."),
  FOLDER_NOT_EMPTY(
      "A folder that is to be filled is not empty.", "Name a new folder, or empty this one."),
  INVALID_YAML(
      "The file is not well-formed YAML.",
      "Mend the syntax at the place given; tabs, missing colons and unclosed quotes are the usual causes."),
  INVALID_SCRIPT(
      "A statement of a SQL script does not parse.",
      "Mend the syntax at the place given; the message says what can stand there."),
  OLD_SPELLING(
      "A spelling of SQL that Lakeflow has replaced. It is read as the new one.",
      "Write the new spelling, which the message shows."),
  UNKNOWN_KEY(
      "A key, option or clause that has no meaning at this place. They are never ignored, since a misspelt option would silently not apply.",
      "Use the suggested name, or remove the key."),
  DUPLICATE_KEY(
      "The same key stands twice in one mapping, or the same clause twice in one statement.",
      "Keep one of them."),
  MISSING_KEY("A required key is not there.", "Add it."),
  INVALID_VALUE(
      "A value has the wrong form for its key.", "Use one of the forms that the message lists."),
  UNRESOLVED_TOKEN(
      "A ${token} has no value in --set, in substitutions/<env>.yaml or in the project file, and no default.",
      "Pass --set token=value, add it to the substitutions file, or write ${token:default}."),

  // Declarations: names and references
  NO_PIPELINE(
      "No pipeline was found at the path.",
      "Point to a .yaml file with actions, to a .sql file with statements, or to a folder that holds such files."),
  DUPLICATE_NAME(
      "Two sources, views, tables or flows of one pipeline have the same name.",
      "Rename one of them."),
  UNKNOWN_SOURCE(
      "A flow or view reads from a name that no load or transform action, and no CREATE statement, defines.",
      "Use a defined name; the message suggests the nearest."),
  UNKNOWN_TARGET(
      "A flow writes into a table that the pipeline does not declare.",
      "Declare the streaming table, or correct the name."),
  CYCLE("Views read from each other in a circle.", "Break the circle."),
  INVALID_TABLE_NAME(
      "A table name is not catalog.schema.table, schema.table or table.",
      "Write one to three parts, with backticks around a part that contains a dot."),
  UNKNOWN_CATALOG(
      "The catalog is neither built in nor declared in the project file.",
      "Use paimon or delta, or declare the catalog under 'catalogs' in autocdc.yaml."),
  UNKNOWN_SOURCE_TYPE(
      "The source type has no connector.", "Use one of the types that the message lists."),

  // Declarations: flows (semantics.md, section 2)
  NO_KEYS(
      "A flow has no keys. Events of one row are recognised by its keys.",
      "Name the source columns that identify a row: keys: [id]."),
  NO_SEQUENCE(
      "A flow has no sequence column. The order of events is decided by the sequence, never by arrival.",
      "Name a column whose value grows with every change of a row, such as a version, a log position or a change time."),
  UNKNOWN_COLUMN(
      "A column is named that the source does not have. Names are case-sensitive, as in Flink SQL.",
      "Use a column of the source; the message suggests the nearest."),
  QUALIFIED_COLUMN(
      "Keys, sequences and column lists name top-level columns, without a table or struct in front.",
      "Use the bare column name; lift a nested field into a column with a SQL transform."),
  DUPLICATE_COLUMN("A column stands twice in one list.", "Keep one of them."),
  NOT_ORDERABLE(
      "A sequence column has a type without an order (map, array, multiset, raw).",
      "Choose a number, text, date, time, timestamp or binary column."),
  INVALID_KEY_TYPE(
      "A key column has a type that cannot identify a row (map, array, multiset, raw).",
      "Choose a key of a plain type, or derive one with a SQL transform."),
  CONFLICTING_OPTIONS("Two options exclude each other.", "Keep the one that says what you mean."),
  EMPTY_LIST(
      "A list must not be empty here.", "List at least one column, or leave the option out."),
  INVALID_SCD_TYPE("The SCD type is not 1, 2 or bitemporal.", "Use 1, 2 or bitemporal."),
  TRUNCATE_NEEDS_SCD1(
      "Truncates apply to SCD type 1 only: a history has no row that means 'everything ended'.",
      "Remove apply_as_truncates, or store the target as SCD type 1."),
  TRACK_HISTORY_NEEDS_HISTORY(
      "Tracked columns decide when a history row ends; SCD type 1 keeps no history.",
      "Remove the track_history list, or store the target as SCD type 2."),
  RETENTION_NEEDS_HISTORY(
      "history_retention says when a history becomes final; SCD type 1 keeps no history.",
      "Remove history_retention; tombstone_retention says how long deletes are remembered."),
  NOT_TRACKABLE(
      "A tracked column must be a non-key column of the target.",
      "Remove it from the track_history list, or keep the column in the target."),
  SEQUENCE_IS_TRACKED(
      "The sequence column is kept in the target and tracked, so every event becomes a version.",
      "Exclude the sequence column from the target or from the tracked columns, unless that is what you want."),
  DROPS_DELETES(
      "An expectation that leaves rows out, or sends them to quarantine, can do so with a row that deletes a key or empties the table, so that this never happens. So can the filter of a view; and a row that changes and does not match it any more stays as it was. So can a sequence that has __position without __snapshot_id before it.",
      "Append OR and the condition of the deletes to the expectation or filter, or choose the action warn or fail; instead of a filter, delete by a condition."),
  NOT_REPEATABLE(
      "A condition, or a view that a flow with keys reads, calls a function whose value chance or the clock decides (RAND, UUID, CURRENT_TIMESTAMP, PROCTIME). Another run over the same rows can give another table.",
      "Use what stands in the rows: a time that the source has written, or a key. Rules with the action warn may call such functions, since they only count."),
  RESERVED_COLUMN(
      "The target would have two columns of one reserved name (__START_AT, __END_AT, __SYSTEM_START_AT, __SYSTEM_END_AT).",
      "Rename the source column in a SQL transform, or leave it out with except_column_list."),
  SYSTEM_SEQUENCE(
      "system_sequence_by belongs to bitemporal targets, and only to them.",
      "Add it to a bitemporal flow; remove it from SCD type 1 and 2."),
  INVALID_EXPRESSION(
      "A SQL expression does not parse or names something unknown.",
      "Correct the expression; it is Flink SQL over the columns of the source."),
  NOT_BOOLEAN(
      "A condition is not of type BOOLEAN.", "Write a condition such as operation = 'DELETE'."),
  INVALID_QUERY(
      "The SQL of a view, a source or a statement for Flink does not parse, names something unknown, or is refused by Flink.",
      "Correct it; views are Flink SQL over the names of sources and views, the others are handed to Flink as they stand."),
  INVALID_SCHEMA(
      "A schema does not parse.",
      "Write 'name TYPE, name TYPE' with Flink SQL types; put backticks around unusual names."),
  MISSING_SCHEMA(
      "A source has no schema.",
      "Declare it: schema: \"id BIGINT, name STRING\". Files tell it themselves, once there are some."),
  FLOWS_DISAGREE(
      "Flows into one target must agree on keys, sequence type, SCD type and tracked columns, since they share one state.",
      "Make the flows agree, or write into two targets."),
  SNAPSHOT_SOURCE(
      "A flow reads snapshots from what gives none: each snapshot has a version, and an end.",
      "Read one source that has version_from, or a view of it."),
  FEED_KEYS(
      "Nobody says, or not all say alike, which columns identify a row of the table that a change feed is about.",
      "Add primary_key to the source; keys of flows are the same columns, or made from them in a view."),
  LOST_CONTROL_COLUMN(
      "A view between a change feed and a flow leaves out or renames what the feed says about its rows.",
      "Select __op and __unavailable as they are, and leave columns under their names."),
  LARGE_VALUES(
      "Changes of the table do not repeat large values that stay as they are. Where a change gives a row another key, its large values are not known under the new key, and become null.",
      "ALTER TABLE ... REPLICA IDENTITY FULL, as the message says, unless keys never change."),
  NOT_ELIGIBLE(
      "A key is named among the columns whose nulls are ignored. A key identifies the row, so it is never left out of an event.",
      "Remove the key from the list."),
  NO_EFFECT(
      "An option that other products know has no effect here.",
      "Remove it, or keep it for the other product."),
  NOT_AVAILABLE("This version cannot do it.", "See the message for what can be used instead."),

  // At run time
  TARGET_DRIFT(
      "The existing table was made by a flow with other keys, SCD type, sequence type or tracked columns.",
      "Restore the recorded values, drop the table to fill it anew, or write into a new target."),
  TARGET_NOT_OURS(
      "The table exists, but was not made by this product, so its rows have no history that a flow could continue.",
      "Write into a new table, or drop the existing one."),
  TARGET_OWNED(
      "Another pipeline writes this table. Two owners would overwrite each other.",
      "Put both flows into one pipeline, or write into another table."),
  STATE_MISSING(
      "A target has rows, but the saved state of the flows that wrote them is not there.",
      "Put back the folder .autocdc of the warehouse, or drop the table to fill it anew."),
  UNSUPPORTED_TYPE(
      "The catalog cannot store a column type.",
      "Leave the column out, or convert it with a SQL transform."),
  INCOMPATIBLE_COLUMN(
      "A column of the existing table has another type than the flow gives.",
      "Restore the type, drop the table to fill it anew, or write into a new target."),
  TABLE_NOT_FOUND(
      "The table does not exist in the warehouse, or in the database that a source reads.",
      "Check the name and --warehouse; the message lists what there is."),
  NEEDS_HISTORY(
      "A time is asked for in a table that does not keep it.",
      "Ask a table of SCD type 2 or a bitemporal one, or leave the option out."),
  INVALID_ROW(
      "A row cannot be applied and the flow says on_invalid_row: fail.",
      "Correct the row at its source, or let invalid rows go to the quarantine table."),
  EXPECTATION_FAILED(
      "A row violates an expectation whose action is fail.",
      "Correct the row at its source, or choose the action warn, drop or quarantine."),
  SNAPSHOT_VERSION(
      "A snapshot has no version, or one that is not above that of the snapshot before. Tables have the snapshots before it.",
      "Correct the name of the file or remove it; on_lower_version: skip leaves out snapshots that come too late."),
  SNAPSHOT_CONFLICT(
      "A snapshot has different rows for one key. Tables have the snapshots before it.",
      "Correct the snapshot, or choose keys that tell its rows apart."),
  SNAPSHOT_EMPTY(
      "A snapshot has no rows and would remove every key. Tables have the snapshots before it.",
      "Remove the snapshot if it is a mistake, else set allow_empty_snapshot: true."),
  SNAPSHOT_INCOMPLETE(
      "A snapshot cannot be read to its end, so nobody can say which keys it lacks. Tables have the snapshots before it.",
      "Put the whole file in its place and run again."),
  ALREADY_RUNNING(
      "Another process runs this pipeline on this warehouse.", "Wait for it, or stop it."),
  SOURCE_UNREACHABLE(
      "The system that a source reads does not answer.",
      "Check its address and that it is up, then run again: the next run reads what this one would have."),
  SOURCE_REFUSED(
      "The system that a source reads answers, and refuses.",
      "Check user, password, certificates and permissions; the message has the system's own words."),
  SOURCE_NOT_READY(
      "The system that a source reads answers, and is not set up for being read.",
      "Have its administrator do what the message says, then run again."),
  SLOT_IN_USE(
      "The replication slot of a source has a reader already, and cannot have two.",
      "Stop the other run or program, or give the source a slot of its own with slot_name."),
  TOPIC_NOT_FOUND(
      "A topic that was named does not exist.",
      "Correct the name, create the topic, or use topic_pattern for topics that come later."),
  RECORDS_LOST(
      "Records that no run has read are gone from where they were, or the topic, table or replication slot was made anew.",
      "Run refresh --full to read what there is, or set fail_on_data_loss: false at a source of Kafka to go on without them; a consumer_id keeps the changes of a table."),
  STATE_NOT_RESTORED(
      "The saved state does not fit the pipeline as it is declared now.",
      "Restore the declaration, or drop the tables to fill them anew."),
  CLUSTER_UNREACHABLE(
      "The Flink cluster does not answer, so that nobody can submit a job or tell what became of one.",
      "Check host and REST port of its job manager; the message says what else can be done."),
  CLUSTER_VERSION(
      "The cluster runs another minor version of Flink.",
      "Use a cluster of the version that the message names."),
  NOT_ENOUGH_SLOTS(
      "The cluster has fewer free slots than the job has parallel subtasks.",
      "Lower the parallelism, start task managers, or stop other jobs."),
  WAREHOUSE_NOT_SHARED(
      "Program and cluster do not see the same warehouse.",
      "Use a folder that they all have under one path, and may write."),
  OLD_SAVEPOINT(
      "The savepoint to go on from is older than what the tables hold.",
      "Go on from the newest, or restore tables and state together from a backup."),
  RUN_FAILED(
      "The job failed for a reason outside the declaration.",
      "See the cause in the message; --debug prints its stack trace. State and tables are as of the last checkpoint, and the next run continues there."),
  INTERNAL("A fault of the program.", "Run again with --debug and report what it prints.");

  private final String explanation;
  private final String remedy;

  ErrorCode(String explanation, String remedy) {
    this.explanation = explanation;
    this.remedy = remedy;
  }

  /** What the code means. */
  public String explanation() {
    return explanation;
  }

  /** What to do about it, in general; the message of a problem is more exact. */
  public String remedy() {
    return remedy;
  }
}
