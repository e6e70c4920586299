// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.sql;

import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Problems;
import io.autocdc.dsl.read.Text;
import io.autocdc.dsl.sql.grammar.SqlScriptParser.PropertiesContext;
import io.autocdc.dsl.sql.grammar.SqlScriptParser.PropertyContext;
import java.util.LinkedHashMap;
import java.util.Map;

/** Reads lists of keys and values. */
final class Properties {

  private final Statement statement;
  private final Problems problems;

  Properties(Statement statement, Problems problems) {
    this.statement = statement;
    this.problems = problems;
  }

  /** The values by key, in the order of the statement. A key that comes again is reported. */
  Map<String, Text> read(PropertiesContext properties) {
    Words words = new Words(statement, problems);
    Map<String, Text> values = new LinkedHashMap<>();
    for (PropertyContext property : properties.property()) {
      String key =
          property.key.STRING() == null
              ? property.key.getText()
              : words.string(property.key.STRING().getSymbol()).value();
      if (values.putIfAbsent(key, words.string(property.value)) != null) {
        problems.error(
            statement.location(property),
            ErrorCode.DUPLICATE_KEY,
            "the option '" + key + "' stands twice",
            "an option has one value",
            "keep one of them");
      }
    }
    return values;
  }
}
