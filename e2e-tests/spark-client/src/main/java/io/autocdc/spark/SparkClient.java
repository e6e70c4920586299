// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.spark;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Runs statements of SQL that come on standard input, one a line, until the input ends. The answer
 * to each are its rows as JSON, one a line, and a line that starts with {@value #DONE}, or one that
 * starts with {@value #FAILED} and says why as a JSON text. The first line is {@value #DONE}, when
 * Spark has started.
 */
public final class SparkClient {

  private static final String DONE = "done";
  private static final String FAILED = "failed ";

  private SparkClient() {}

  public static void main(String[] arguments) throws IOException {
    PrintStream answers = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    // Nothing else may stand between the answers.
    System.setOut(System.err);
    try (SparkSession spark = start();
        BufferedReader statements =
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      answers.println(DONE);
      for (String statement; (statement = statements.readLine()) != null; ) {
        answer(spark, statement, answers);
      }
    }
  }

  private static void answer(SparkSession spark, String statement, PrintStream answers)
      throws IOException {
    try {
      for (Row row : spark.sql(statement).collectAsList()) {
        answers.println(JsonRows.write(row));
      }
      answers.println(DONE);
    } catch (Exception e) {
      answers.println(FAILED + JsonRows.quote(String.valueOf(e.getMessage())));
    }
  }

  /** As small as it gets, with values of java.time, and in a zone that is not UTC. */
  private static SparkSession start() {
    return SparkSession.builder()
        .master("local[1]")
        .config("spark.ui.enabled", "false")
        .config("spark.driver.host", "localhost")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.sql.shuffle.partitions", "1")
        .config("spark.databricks.delta.snapshotPartitions", "1")
        // Statements are many and their rows few: code for each would take longest.
        .config("spark.sql.codegen.wholeStage", "false")
        .config("spark.sql.codegen.factoryMode", "NO_CODEGEN")
        // VACUUM lists each folder in a task of its own, of which there are ten thousand otherwise.
        .config("spark.sql.sources.parallelPartitionDiscovery.parallelism", "1")
        .config("spark.sql.session.timeZone", "America/New_York")
        .config("spark.sql.datetime.java8API.enabled", "true")
        .config("spark.sql.extensions", "io.delta.sql.DeltaSparkSessionExtension")
        .config(
            "spark.sql.catalog.spark_catalog", "org.apache.spark.sql.delta.catalog.DeltaCatalog")
        // Files that no version has may go at once.
        .config("spark.databricks.delta.retentionDurationCheck.enabled", "false")
        .getOrCreate();
  }
}
