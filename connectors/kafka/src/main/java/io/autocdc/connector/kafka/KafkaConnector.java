// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.kafka;

import io.autocdc.dsl.ChangeFeeds;
import io.autocdc.dsl.KafkaOptions;
import io.autocdc.dsl.Source;
import io.autocdc.dsl.SourceTypes;
import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Problem;
import io.autocdc.dsl.problem.Problems;
import io.autocdc.format.debezium.DebeziumOptions;
import io.autocdc.format.debezium.DebeziumReader;
import io.autocdc.json.JsonRowReader;
import io.autocdc.source.EventTime;
import io.autocdc.source.HeldOpenSource;
import io.autocdc.source.ParseFunction;
import io.autocdc.source.RecordDecoder;
import io.autocdc.spi.SourceConnector;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.streaming.api.datastream.DataStreamSource;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.util.function.SerializableSupplier;

/**
 * Reads JSON rows and records of Debezium from topics of Kafka.
 *
 * <p>A triggered run reads what the topics held when it began, and is held open; the next one goes
 * on behind that. Positions are kept in state, not in consumer groups. What is no row of the schema
 * is an invalid row with its topic, partition and offset.
 */
public final class KafkaConnector implements SourceConnector {

  /**
   * In a continuous run, a reader without new records does not hold back the watermark for longer.
   */
  private static final Duration IDLE_TIMEOUT = Duration.ofSeconds(10);

  @Override
  public String type() {
    return SourceTypes.KAFKA;
  }

  /**
   * {@inheritDoc}
   *
   * @throws AutoCdcException NOT_AVAILABLE without Kafka's client on the class path; UNKNOWN_KEY,
   *     INVALID_VALUE for properties of the client; UNSUPPORTED_TYPE; unless it is a rehearsal,
   *     SOURCE_UNREACHABLE, SOURCE_REFUSED, TOPIC_NOT_FOUND
   */
  @Override
  public SourceStreams connect(Source source, SourceContext context) {
    requireClient(source);
    KafkaSettings settings = new KafkaSettings(source);
    Problems problems = new Problems();
    Properties client = settings.client(problems);
    problems.throwIfErrors();
    SerializableSupplier<RecordDecoder<KafkaRecord>> decoders = decoders(source, context.keys());
    decoders.get(); // Types that have no text form are found here, not in the running job.

    TopicReading reading =
        new TopicReading(
            KafkaFailures.of(source),
            client,
            settings.subscription(),
            settings.start(),
            settings.failOnDataLoss(),
            context.triggered() || context.once(),
            context.once(),
            context.rehearsal()
                ? new TopicContents(Map.of())
                : contents(source, client, settings.subscription()));
    DataStreamSource<KafkaRecord> records =
        context
            .env()
            .fromSource(
                new HeldOpenSource<>(
                    new TopicSource(reading), KafkaRecordSerializer.TYPE, KafkaRecord::endOfInput),
                WatermarkStrategy.noWatermarks(),
                "kafka: " + source.name(),
                KafkaRecordSerializer.TYPE);
    records.uid(context.uid() + "-kafka");
    SingleOutputStreamOperator<RowData> rows =
        records
            .process(
                new ParseFunction<>(
                    decoders, new KafkaColumns(source.schema().columns().size()), source))
            .returns(InternalTypeInfo.of(source.visibleSchema().toRowType()))
            .name("parse: " + source.name())
            .uid(context.uid() + "-parse");
    Duration idleTimeout = context.triggered() ? Duration.ZERO : IDLE_TIMEOUT;
    return new SourceStreams(
        EventTime.assign(rows, source, idleTimeout, context.uid() + "-event-time"),
        rows.getSideOutput(ParseFunction.INVALID),
        null);
  }

  /** The jar for clusters has this connector, but not what it calls. */
  private static void requireClient(Source source) {
    for (String needed :
        List.of(
            "org.apache.flink.connector.kafka.source.KafkaSource",
            "org.apache.kafka.clients.admin.Admin")) {
      try {
        Class.forName(needed, false, KafkaConnector.class.getClassLoader());
      } catch (ClassNotFoundException e) {
        throw new AutoCdcException(
            Problem.error(
                null,
                ErrorCode.NOT_AVAILABLE,
                "source '" + source.name() + "' reads Kafka",
                "there is no " + needed + " on the class path",
                "put flink-connector-kafka, kafka-clients and its codecs into lib/ of Flink"),
            e);
      }
    }
  }

  private static TopicContents contents(
      Source source, Properties client, Subscription subscription) {
    try (TopicInspector inspector = new TopicInspector(source, client)) {
      return inspector.contents(subscription);
    }
  }

  private static SerializableSupplier<RecordDecoder<KafkaRecord>> decoders(
      Source source, List<String> keys) {
    RowType type = source.schema().toRowType();
    int room = source.addedColumns().size();
    if (!ChangeFeeds.isFeed(source)) {
      return () -> RecordDecoder.json(JsonRowReader.withRoom(type, room));
    }
    int controls = type.getFieldCount() + KafkaOptions.COLUMNS.size();
    List<String> identify = List.copyOf(keys);
    DebeziumOptions options = DebeziumOptions.of(source);
    return () ->
        RecordDecoder.debezium(new DebeziumReader(type, identify, room, controls, options));
  }
}
