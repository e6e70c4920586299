// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.types.logical.RowType;

/**
 * Reads rows from JSON objects, in the form that {@link JsonRowWriter} writes. Compiled once for a
 * type; keeps no state between rows.
 *
 * <p>Nothing is lost in silence: a value that its type cannot hold is an error. What SQL casts do
 * is done: surplus fraction digits of a DECIMAL are rounded half up, those of a timestamp are cut
 * off, FLOAT and DOUBLE take the nearest value. Numbers and booleans may also stand as text, and
 * any value may stand for a text column. Intervals are numbers: months, or milliseconds. Unknown
 * fields are ignored, of a repeated field the last counts, and a missing field is null.
 */
public final class JsonRowReader {

  private final JsonObjectReader reader;

  private JsonRowReader(JsonObjectReader reader) {
    this.reader = reader;
  }

  /**
   * @throws io.autocdc.dsl.problem.AutoCdcException UNSUPPORTED_TYPE
   */
  public static JsonRowReader of(RowType type) {
    return withRoom(type, 0);
  }

  /**
   * A reader whose rows have more fields than the text.
   *
   * @param room number of fields behind those of the type, which the caller fills
   * @throws io.autocdc.dsl.problem.AutoCdcException UNSUPPORTED_TYPE
   */
  public static JsonRowReader withRoom(RowType type, int room) {
    return new JsonRowReader(new JsonObjectReader(type, room));
  }

  /**
   * @throws InvalidTextException if the text is not one JSON object with the columns of the type
   */
  public GenericRowData read(String text) throws InvalidTextException {
    try (JsonParser parser = JsonText.FACTORY.createParser(text)) {
      return read(parser);
    } catch (JsonProcessingException e) {
      throw JsonText.notJson(e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * @param utf8 holds the text
   * @throws InvalidTextException if the text is not one JSON object with the columns of the type
   */
  public GenericRowData read(byte[] utf8) throws InvalidTextException {
    try (JsonParser parser = JsonText.FACTORY.createParser(utf8)) {
      return read(parser);
    } catch (JsonProcessingException e) {
      throw JsonText.notJson(e);
    } catch (IOException e) {
      // From memory, the only fault can be in the encoding.
      throw new InvalidTextException("not UTF-8: " + e.getMessage());
    }
  }

  private GenericRowData read(JsonParser parser) throws IOException, InvalidTextException {
    JsonToken first = parser.nextToken();
    if (first == null) {
      throw new InvalidTextException("there is no JSON object, the text is empty");
    }
    if (first != JsonToken.START_OBJECT) {
      throw new InvalidTextException("a row is a JSON object, not a bare value or array");
    }
    GenericRowData row = reader.read(parser);
    if (parser.nextToken() != null) {
      throw new InvalidTextException("there is more text behind the JSON object");
    }
    return row;
  }
}
