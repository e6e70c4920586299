// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.e2e;

import io.autocdc.dsl.AutoCdcFlow;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The parameters of a flow, and a configuration around the example of each. */
final class FlowParameterTable {

  private static final Map<String, String> REQUIRED =
      Map.of("keys", "[customer_id]", "sequence_by", "sequence_num");

  private FlowParameterTable() {}

  /** Every name that {@code cdc_config} knows. */
  static List<String> names() throws IllegalAccessException {
    List<String> names = new ArrayList<>();
    for (Field field : AutoCdcFlow.Parameter.class.getFields()) {
      names.add((String) field.get(null));
    }
    names.remove(AutoCdcFlow.Parameter.SOURCE); // It stands beside the target.
    return names;
  }

  /** The least {@code cdc_config} in which a parameter makes sense. */
  static String configuration(String parameter, String example) {
    StringBuilder yaml = new StringBuilder("cdc_config:\n  " + example + "\n");
    REQUIRED.forEach(
        (name, value) -> {
          if (!parameter.equals(name)) {
            yaml.append("  ").append(name).append(": ").append(value).append("\n");
          }
        });
    if (parameter.startsWith("track_history") || parameter.equals("history_retention")) {
      yaml.append("  scd_type: 2\n");
    }
    if (parameter.equals("system_sequence_by")) {
      yaml.append("  scd_type: bitemporal\n");
    }
    if (!parameter.equals("column_list") && !parameter.equals("except_column_list")) {
      yaml.append("  except_column_list: [sequence_num, recorded_num]\n");
    }
    return yaml.toString();
  }
}
