// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl;

import io.autocdc.dsl.type.Column;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LocalZonedTimestampType;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.VarBinaryType;
import org.apache.flink.table.types.logical.VarCharType;

/** Options and columns of sources of type {@link SourceTypes#KAFKA}. */
public final class KafkaOptions {

  public static final String BOOTSTRAP_SERVERS = "bootstrap_servers";

  /** Option with names of topics, with commas between them. */
  public static final String TOPICS = "topics";

  /** Option with a regular expression that whole names of topics match. */
  public static final String TOPIC_PATTERN = "topic_pattern";

  /**
   * Option with where the first run begins: {@link #EARLIEST}, {@link #LATEST}, or a point in time.
   */
  public static final String STARTING_OFFSETS = "starting_offsets";

  /** Option with the consumer group under which progress is shown; it decides nothing. */
  public static final String GROUP_ID = "group_id";

  /** Option: false to go on where records are gone that have not been read. */
  public static final String FAIL_ON_DATA_LOSS = "fail_on_data_loss";

  /** Options with this prefix are handed to Kafka's client, without it. */
  public static final String CLIENT_PREFIX = "kafka.";

  public static final String EARLIEST = "earliest";
  public static final String LATEST = "latest";

  /** What {@link #STARTING_OFFSETS} can be, for messages. */
  public static final String STARTING_OFFSETS_FORMS =
      "earliest, latest, or a point in time such as 2026-01-31T00:00:00Z";

  public static final String TOPIC = "__topic";
  public static final String PARTITION = "__partition";
  public static final String OFFSET = "__offset";
  public static final String TIMESTAMP = "__timestamp";
  public static final String KEY = "__key";
  public static final String HEADERS = "__headers";

  /** The columns that every topic adds, in order. */
  public static final List<Column> COLUMNS =
      List.of(
          Column.metadata(TOPIC, new VarCharType(VarCharType.MAX_LENGTH)),
          Column.metadata(PARTITION, new IntType()),
          Column.metadata(OFFSET, new BigIntType()),
          Column.metadata(TIMESTAMP, new LocalZonedTimestampType(3)),
          Column.metadata(KEY, new VarBinaryType(VarBinaryType.MAX_LENGTH)),
          Column.metadata(
              HEADERS,
              new MapType(
                  new VarCharType(VarCharType.MAX_LENGTH),
                  new VarBinaryType(VarBinaryType.MAX_LENGTH))));

  /** Other names: those of Spark and Lakehouse Plumber, and those of Flink's own connector. */
  static final Map<String, String> ALIASES =
      Map.ofEntries(
          Map.entry("subscribe", TOPICS),
          Map.entry("topic", TOPICS),
          Map.entry("subscribePattern", TOPIC_PATTERN),
          Map.entry("topic-pattern", TOPIC_PATTERN),
          Map.entry("startingOffsets", STARTING_OFFSETS),
          Map.entry("failOnDataLoss", FAIL_ON_DATA_LOSS),
          Map.entry("groupId", GROUP_ID),
          Map.entry("kafka.bootstrap.servers", BOOTSTRAP_SERVERS),
          Map.entry("properties.bootstrap.servers", BOOTSTRAP_SERVERS),
          Map.entry("kafka.group.id", GROUP_ID),
          Map.entry("properties.group.id", GROUP_ID),
          Map.entry("properties.", CLIENT_PREFIX));

  /** Properties of the client that this product sets, with the reason. */
  public static final Map<String, String> TAKEN_PROPERTIES =
      Map.of(
          "auto.offset.reset", "starting_offsets and fail_on_data_loss decide that",
          "enable.auto.commit", "what has been read is kept in the state of the pipeline",
          "key.deserializer", "records are read as bytes, and parsed by format",
          "value.deserializer", "records are read as bytes, and parsed by format");

  private static final Pattern SECRET_PROPERTY =
      Pattern.compile("password|jaas|secret|ssl[.]keystore[.]key|certificate");

  private KafkaOptions() {}

  /**
   * True for options of Kafka's client whose values are passwords or keys, or have some in them.
   */
  static boolean isSecret(String option) {
    return option.startsWith(CLIENT_PREFIX)
        && SECRET_PROPERTY.matcher(option.substring(CLIENT_PREFIX.length())).find();
  }

  /** The names of {@link #TOPICS}. */
  public static List<String> topics(String value) {
    return Arrays.stream(value.split(",", -1)).map(String::strip).toList();
  }

  /** The point in time of {@link #STARTING_OFFSETS}; empty if the value is no time with a zone. */
  public static Optional<Instant> startingTime(String value) {
    try {
      return Optional.of(OffsetDateTime.parse(value.strip()).toInstant());
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }
}
