// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.check;

import io.autocdc.dsl.AutoCdcFlow;
import io.autocdc.dsl.AutoCdcFlow.Parameter;
import io.autocdc.dsl.problem.ErrorCode;
import java.util.Set;

/**
 * What can be declared but not run by this version. A declaration that asks for it is refused at
 * its place; whoever makes one of them run removes it here.
 */
final class Availability {

  private static final Set<String> SOURCE_TYPES =
      Set.of("kafka", "postgres_cdc", "mysql_cdc", "delta", "sql", "datagen");
  private static final Set<String> FILE_FORMATS = Set.of("parquet", "avro", "debezium-json");

  private final Reporter reporter;

  Availability(Reporter reporter) {
    this.reporter = reporter;
  }

  static boolean isPlannedSourceType(String type) {
    return SOURCE_TYPES.contains(type);
  }

  static boolean isPlannedFileFormat(String format) {
    return FILE_FORMATS.contains(format);
  }

  void check(AutoCdcFlow flow, String path) {
    if (flow.historyRetention() != null) {
      refuse(
          path,
          Parameter.HISTORY_RETENTION,
          "history_retention",
          "leave it out: history stays for ever");
    }
  }

  private void refuse(String path, String parameter, String what, String remedy) {
    reporter.error(
        path + "/" + parameter,
        ErrorCode.NOT_AVAILABLE,
        what + " cannot be run by this version",
        "it comes with the next one",
        remedy);
  }
}
