// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.yaml;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The settings of a project, from its {@code autocdc.yaml}:
 *
 * <pre>{@code
 * name: my_project
 * warehouse: ./warehouse             # relative to the project folder
 * catalogs:
 *   lake: { type: paimon, warehouse: "s3://bucket/lake", options: { key: value } }
 * event_log: false                   # no table that tells what runs did
 * flink:                             # options of Flink, nested or dotted
 *   parallelism.default: 2
 *   execution: { checkpointing: { interval: 10 s } }
 * substitutions:                     # values of tokens where neither --set nor the environment
 *   landing: data                    # gives one; the key may also be called variables
 * presets:                           # as in presets/NAME.yaml
 *   bronze:
 *     defaults:
 *       load_actions: { cloudfiles: { format: json } }
 * }</pre>
 *
 * @param name name of the project; null if not given
 * @param warehouse folder of the tables, as written; null for the default
 * @param catalogs declared catalogs by their names
 * @param eventLog true if runs tell what they did in a table
 * @param flink options of Flink with dotted names
 */
public record ProjectFile(
    String name,
    String warehouse,
    Map<String, CatalogSettings> catalogs,
    boolean eventLog,
    Map<String, String> flink) {

  /** A project without a project file. */
  public static final ProjectFile EMPTY = new ProjectFile(null, null, Map.of(), true, Map.of());

  public ProjectFile {
    catalogs = Collections.unmodifiableMap(new LinkedHashMap<>(catalogs));
    flink = Collections.unmodifiableMap(new LinkedHashMap<>(flink));
  }

  /** These settings with more options of Flink, which win over those of the project file. */
  ProjectFile withFlink(Map<String, String> options) {
    Map<String, String> all = new LinkedHashMap<>(flink);
    all.putAll(options);
    return new ProjectFile(name, warehouse, catalogs, eventLog, all);
  }
}
