// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl;

/**
 * Sources that are topics of Kafka. {@link SourceSpec#bootstrapServers} says where they are; {@link
 * KafkaOptions} has the other options, and the columns that are added.
 */
public final class Kafka {

  private Kafka() {}

  /** One JSON object a record. */
  public static SourceSpec json(String... topics) {
    return of("json", topics);
  }

  /**
   * Records of Debezium: a feed of the changes of one table. The schema is that of the table;
   * {@link ChangeFeeds} has the columns that are added and the options.
   */
  public static SourceSpec debeziumJson(String... topics) {
    return of(ChangeFeeds.DEBEZIUM_JSON, topics);
  }

  private static SourceSpec of(String format, String... topics) {
    return new SourceSpec(SourceTypes.KAFKA)
        .option("format", format)
        .option(KafkaOptions.TOPICS, String.join(", ", topics));
  }
}
