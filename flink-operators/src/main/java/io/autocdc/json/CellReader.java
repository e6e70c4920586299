// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.flink.table.types.logical.LogicalType;

/**
 * Reads values that stand alone as text, such as the cells of CSV: scalars by the rules for text in
 * JSON, everything else as JSON.
 */
public final class CellReader {

  private final TextConverter converter;

  private CellReader(TextConverter converter) {
    this.converter = converter;
  }

  /**
   * @throws io.autocdc.dsl.problem.AutoCdcException UNSUPPORTED_TYPE
   */
  public static CellReader of(LogicalType type) {
    return new CellReader(TextConverters.isScalar(type) ? TextConverters.of(type) : json(type));
  }

  /**
   * @param text the value, never null
   * @return Flink's internal object for the type
   * @throws InvalidTextException if the text is no value of the type
   */
  public Object read(String text) throws InvalidTextException {
    return converter.convert(text);
  }

  private static TextConverter json(LogicalType type) {
    JsonValueReader reader = JsonValueReaders.of(type);
    return text -> {
      try (JsonParser parser = JsonText.FACTORY.createParser(text)) {
        if (parser.nextToken() == null) {
          throw InvalidTextException.notA(text, type, "it should be JSON");
        }
        Object value = JsonValueReaders.readElement(parser, reader, type);
        if (parser.nextToken() != null) {
          throw InvalidTextException.notA(text, type, "there is more text behind the value");
        }
        return value;
      } catch (JsonProcessingException e) {
        throw JsonText.notJson(e);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    };
  }
}
