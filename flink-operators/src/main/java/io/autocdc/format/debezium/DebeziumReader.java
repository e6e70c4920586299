// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.format.debezium;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import io.autocdc.dsl.ChangeFeeds;
import io.autocdc.format.debezium.DebeziumOptions.Tombstones;
import io.autocdc.format.debezium.Envelope.Part;
import io.autocdc.json.InvalidTextException;
import io.autocdc.json.JsonText;
import io.autocdc.spi.InvalidReason;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.flink.table.data.GenericArrayData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.types.logical.RowType;

/**
 * Turns Debezium's records into rows: the columns of the table, and the control columns of {@link
 * ChangeFeeds}. A record gives one row; an update that changes the key gives two, a delete of the
 * old key and an upsert of the new one; some records give none. Keeps nothing between records but
 * the last schema part. Not thread-safe.
 *
 * <p>Records may come with and without a schema part, mixed at will. Columns are found by name, as
 * Flink does: unknown fields are ignored, a missing one is null. Of a delete only keys are read,
 * since what else stands there may be made up.
 */
public final class DebeziumReader {

  /** What a record is. */
  public enum Kind {
    /** A change of rows. */
    CHANGE("change"),
    /** A record without a value, which follows a delete. */
    TOMBSTONE("tombstone"),
    /** A message that an application wrote into the log. */
    MESSAGE("message"),
    /** A change of the schema of the database. */
    SCHEMA_CHANGE("schema change"),
    /** The begin or end of a transaction. */
    TRANSACTION("transaction"),
    /** A sign of life. */
    HEARTBEAT("heartbeat");

    private final String text;

    Kind(String text) {
      this.text = text;
    }

    /** The word for people. */
    public String text() {
      return text;
    }
  }

  private static final Set<String> UPSERTS = Set.of("c", "r", "u");

  private final RowType columns;
  private final Set<String> keys;
  private final int[] keyPositions;
  private final int arity;
  private final int controls;
  private final DebeziumOptions options;
  private final ValueReaders values;
  private final Unavailable unavailable;

  /** For records without a schema part. */
  private final RowImage plain;

  private final Envelope envelope = new Envelope();
  private final Envelope keyEnvelope = new Envelope();
  private final LastSchema valueSchema = new LastSchema();
  private final LastSchema keySchema = new LastSchema();
  private final List<StringData> notGiven = new ArrayList<>();

  /**
   * @param columns columns of the table
   * @param keys names of those that identify a row
   * @param room number of fields of a row behind those of the table
   * @param controls position of the first control column in a row; they follow each other in the
   *     order of {@link ChangeFeeds#COLUMNS}
   * @throws io.autocdc.dsl.problem.AutoCdcException UNSUPPORTED_TYPE
   */
  public DebeziumReader(
      RowType columns, List<String> keys, int room, int controls, DebeziumOptions options) {
    this.columns = columns;
    this.keys = new LinkedHashSet<>(keys);
    this.keyPositions = keys.stream().mapToInt(columns::getFieldIndex).toArray();
    this.arity = columns.getFieldCount() + room;
    this.controls = controls;
    this.options = options;
    this.values = new ValueReaders(options);
    this.unavailable = new Unavailable(options.placeholder());
    this.plain = new RowImage(columns, null, values, unavailable);
  }

  /**
   * Reads a record.
   *
   * @param value the record, as UTF-8; null for a tombstone
   * @param key its key, as UTF-8; null if there is none
   * @param rows takes new rows
   * @return what the record is; only changes, and tombstones that delete, give rows
   * @throws InvalidChangeException if it is none of what Debezium writes, or does not fit the table
   */
  public Kind read(byte[] value, byte[] key, Consumer<GenericRowData> rows)
      throws InvalidChangeException {
    try {
      if (value == null || isNullText(value)) {
        return tombstone(key, rows);
      }
      envelope.read(value);
      if (envelope.isTombstone()) {
        return tombstone(key, rows);
      }
      return envelope.op() == null ? withoutOperation() : change(value, key, rows);
    } catch (InvalidTextException e) {
      throw new InvalidChangeException(InvalidReason.UNPARSABLE, e.getMessage());
    } catch (JsonProcessingException e) {
      throw new InvalidChangeException(InvalidReason.UNPARSABLE, JsonText.notJson(e).getMessage());
    } catch (IOException e) {
      // From memory, the only fault can be in the encoding.
      throw new InvalidChangeException(InvalidReason.UNPARSABLE, "not UTF-8: " + e.getMessage());
    }
  }

  private static boolean isNullText(byte[] value) {
    return value.length == 4
        && value[0] == 'n'
        && value[1] == 'u'
        && value[2] == 'l'
        && value[3] == 'l';
  }

  private Kind tombstone(byte[] key, Consumer<GenericRowData> rows)
      throws IOException, InvalidTextException {
    if (options.tombstones() == Tombstones.DELETE && key != null) {
      GenericRowData row = new GenericRowData(arity);
      readKey(key, row);
      requireKeys(row, "the tombstone");
      setControls(row, "d", new SourceInfo());
      rows.accept(row);
    }
    return Kind.TOMBSTONE;
  }

  private Kind withoutOperation() throws InvalidTextException {
    if (envelope.isSchemaChange()) {
      return Kind.SCHEMA_CHANGE;
    }
    if (envelope.isTransaction()) {
      return Kind.TRANSACTION;
    }
    if (envelope.isHeartbeat()) {
      return Kind.HEARTBEAT;
    }
    throw new InvalidTextException(
        "it has no op, so it is no change; a feed whose connector unwraps records"
            + " (ExtractNewRecordState) has format json");
  }

  private Kind change(byte[] value, byte[] key, Consumer<GenericRowData> rows)
      throws IOException, InvalidTextException, InvalidChangeException {
    String op = envelope.op();
    if (op.equals("m")) {
      return Kind.MESSAGE;
    }
    SourceInfo source = source(value);
    if (op.equals("t")) {
      GenericRowData row = new GenericRowData(arity);
      setControls(row, op, source);
      rows.accept(row);
    } else if (op.equals("d")) {
      rows.accept(delete(value, key, source));
    } else if (UPSERTS.contains(op)) {
      upsert(op, value, source, rows);
    } else {
      throw new InvalidChangeException(
          InvalidReason.UNKNOWN_OPERATION,
          "the op is '" + op + "', and only c, r, u, d, t and m are known");
    }
    return Kind.CHANGE;
  }

  private SourceInfo source(byte[] value) throws IOException {
    if (envelope.source() == null) {
      return new SourceInfo();
    }
    try (JsonParser parser = envelope.source().parser(value)) {
      return SourceInfo.read(parser);
    }
  }

  private GenericRowData delete(byte[] value, byte[] key, SourceInfo source)
      throws IOException, InvalidTextException {
    GenericRowData row = new GenericRowData(arity);
    if (envelope.before() != null) {
      image(valueSchema, envelope, value, "before").readOnly(keys, value, envelope.before(), row);
    }
    if (key != null && !hasKeys(row)) {
      readKey(key, row);
    }
    requireKeys(row, "the delete");
    setControls(row, "d", source);
    return row;
  }

  private void upsert(String op, byte[] value, SourceInfo source, Consumer<GenericRowData> rows)
      throws IOException, InvalidTextException {
    if (envelope.after() == null) {
      throw new InvalidTextException("the op is '" + op + "', and the change has no after");
    }
    GenericRowData row = new GenericRowData(arity);
    notGiven.clear();
    image(valueSchema, envelope, value, "after").read(value, envelope.after(), row, notGiven);
    setControls(row, op, source);
    if (!notGiven.isEmpty()) {
      row.setField(
          controls + ChangeFeeds.UNAVAILABLE_INDEX, new GenericArrayData(notGiven.toArray()));
    }
    if (envelope.before() != null && op.equals("u")) {
      GenericRowData old = new GenericRowData(arity);
      image(valueSchema, envelope, value, "before").readOnly(keys, value, envelope.before(), old);
      if (hasKeys(old) && changesKeys(old, row)) {
        setControls(old, "d", source);
        rows.accept(old);
      }
    }
    rows.accept(row);
  }

  private boolean changesKeys(GenericRowData before, GenericRowData after) {
    for (int position : keyPositions) {
      if (!Objects.deepEquals(before.getField(position), after.getField(position))) {
        return true;
      }
    }
    return false;
  }

  private boolean hasKeys(GenericRowData row) {
    for (int position : keyPositions) {
      if (row.isNullAt(position)) {
        return false;
      }
    }
    return true;
  }

  private void requireKeys(GenericRowData row, String what) throws InvalidTextException {
    if (!hasKeys(row)) {
      throw new InvalidTextException(
          what
              + " does not say which row: its before has no value of "
              + String.join(", ", keys)
              + ", nor has the key of the record");
    }
  }

  /** The key as an object, or as the value of the only key column. */
  private void readKey(byte[] key, GenericRowData row) throws IOException, InvalidTextException {
    try (JsonParser parser = JsonText.FACTORY.createParser(key)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        boolean single =
            keys.size() == 1
                && parser.currentToken() != null
                && parser.currentToken().isScalarValue();
        if (single && parser.currentToken() != JsonToken.VALUE_NULL) {
          plain.readOnly(keys.iterator().next(), parser, row);
        }
        return;
      }
    }
    keyEnvelope.read(key);
    if (keyEnvelope.payload() != null) {
      image(keySchema, keyEnvelope, key, null).readOnly(keys, key, keyEnvelope.payload(), row);
    }
  }

  /**
   * How the rows of a record are read.
   *
   * @param field which field of the record the row is; null for the record itself
   */
  private RowImage image(LastSchema last, Envelope parts, byte[] text, String field)
      throws IOException, InvalidTextException {
    return parts.schema() == null ? plain : last.image(text, parts.schema(), field);
  }

  private void setControls(GenericRowData row, String op, SourceInfo source) {
    row.setField(controls + ChangeFeeds.OP_INDEX, StringData.fromString(op));
    row.setField(controls + ChangeFeeds.TS_MS_INDEX, envelope.timestamp());
    row.setField(controls + ChangeFeeds.SOURCE_TS_MS_INDEX, source.timestamp());
    row.setField(controls + ChangeFeeds.SOURCE_LSN_INDEX, source.lsn(op));
    row.setField(
        controls + ChangeFeeds.SOURCE_POS_INDEX, StringData.fromString(source.position(op)));
    row.setField(controls + ChangeFeeds.SNAPSHOT_INDEX, source.isSnapshot(op));
  }

  /** The schema part of the last record, which is that of most records to come. */
  private final class LastSchema {

    private byte[] text = new byte[0];
    private ConnectSchema schema;
    private RowImage before;
    private RowImage after;

    RowImage image(byte[] record, Part part, String field)
        throws IOException, InvalidTextException {
      if (!Arrays.equals(record, part.start(), part.end(), text, 0, text.length)) {
        try (JsonParser parser = part.parser(record)) {
          schema = ConnectSchema.read(parser);
        }
        text = Arrays.copyOfRange(record, part.start(), part.end());
        before = null;
        after = null;
      }
      if ("before".equals(field)) {
        before = before == null ? image(field) : before;
        return before;
      }
      after = after == null ? image(field) : after;
      return after;
    }

    private RowImage image(String field) {
      ConnectSchema row = field == null ? schema : schema.fields().get(field);
      return new RowImage(columns, row, values, unavailable);
    }
  }
}
