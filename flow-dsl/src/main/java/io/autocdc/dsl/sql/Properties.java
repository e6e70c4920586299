// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.sql;

import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Problems;
import io.autocdc.dsl.read.Text;
import io.autocdc.dsl.sql.grammar.SqlScriptParser.PropertiesContext;
import io.autocdc.dsl.sql.grammar.SqlScriptParser.PropertyContext;
import io.autocdc.dsl.sql.grammar.SqlScriptParser.PropertyKeyContext;
import io.autocdc.dsl.sql.grammar.SqlScriptParser.PropertyValueContext;
import io.autocdc.dsl.sql.grammar.SqlScriptParser.TablePropertiesContext;
import io.autocdc.dsl.sql.grammar.SqlScriptParser.TablePropertyContext;
import java.util.LinkedHashMap;
import java.util.Map;
import org.antlr.v4.runtime.ParserRuleContext;

/** Reads lists of keys and values. */
final class Properties {

  private final Statement statement;
  private final Problems problems;
  private final Words words;

  Properties(Statement statement, Problems problems) {
    this.statement = statement;
    this.problems = problems;
    this.words = new Words(statement, problems);
  }

  /** The values by key, in the order of the statement. A key that comes again is reported. */
  Map<String, Text> read(PropertiesContext properties) {
    Map<String, Text> values = new LinkedHashMap<>();
    for (PropertyContext property : properties.property()) {
      put(values, property.key, words.string(property.value), property);
    }
    return values;
  }

  /** The same of properties whose values can stand without quotes. */
  Map<String, Text> read(TablePropertiesContext properties) {
    Map<String, Text> values = new LinkedHashMap<>();
    for (TablePropertyContext property : properties.tableProperty()) {
      PropertyValueContext value = property.value;
      Text text =
          value.STRING() == null
              ? new Text(value.getText(), statement.location(value), null)
              : words.string(value.STRING().getSymbol());
      put(values, property.key, text, property);
    }
    return values;
  }

  private void put(
      Map<String, Text> values, PropertyKeyContext written, Text value, ParserRuleContext place) {
    String key =
        written.STRING() == null
            ? written.getText()
            : words.string(written.STRING().getSymbol()).value();
    if (values.putIfAbsent(key, value) != null) {
      problems.error(
          statement.location(place),
          ErrorCode.DUPLICATE_KEY,
          "the option '" + key + "' stands twice",
          "an option has one value",
          "keep one of them");
    }
  }
}
