// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.connector.paimon;

import static org.assertj.core.api.Assertions.assertThat;

import io.autocdc.dsl.AutoCdcFlow;
import io.autocdc.dsl.Files;
import io.autocdc.dsl.InvalidRowPolicy;
import io.autocdc.dsl.Paimon;
import io.autocdc.dsl.Pipeline;
import io.autocdc.dsl.ResolvedFlow;
import io.autocdc.dsl.ScdType;
import io.autocdc.dsl.TableName;
import io.autocdc.dsl.type.TableSchema;
import io.autocdc.operators.FlowInput;
import io.autocdc.operators.TargetTopology;
import io.autocdc.spi.TableCatalog;
import io.autocdc.spi.TableCatalog.TableDefinition;
import io.autocdc.testing.ScriptedSource;
import io.autocdc.testing.ScriptedSource.End;
import io.autocdc.testing.TestJobs;
import io.autocdc.testing.TestRows;
import io.autocdc.testing.TypeSamples;
import io.autocdc.testing.TypeSamples.Sample;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.data.RowData;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.types.Row;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every type in every role that it can have in a flow, over state on disk and in Paimon.
 *
 * <p>Value i of a type comes at the sequences 2i and 2i+1, the second time in another form if the
 * type has one; before the first value and behind the last one comes null. Events arrive shuffled.
 */
@Timeout(120)
class TypesThroughFlowsITCase {

  @RegisterExtension static final MiniClusterExtension CLUSTER = TestJobs.cluster();

  private static final TableName TRACKED = new TableName("paimon", "types", "tracked");
  private static final TableName KEY = new TableName("paimon", "types", "key");
  private static final TableName SEQUENCE = new TableName("paimon", "types", "sequence");

  @TempDir Path warehouse;

  static Stream<Sample> samples() {
    return TypeSamples.all();
  }

  @ParameterizedTest
  @MethodSource("samples")
  void comesBackEqualInEveryRole(Sample sample) throws Exception {
    TableSchema schema = TableSchema.parse("one INT, v " + sample.type() + ", n INT, seq INT");
    Configuration configuration = TestJobs.configuration(TestJobs.OFTEN);
    configuration.set(StateBackendOptions.STATE_BACKEND, "rocksdb");
    StreamExecutionEnvironment env = TestJobs.environment(configuration, 1);
    List<Row> events = shuffledEvents(sample);
    int half = events.size() / 2;
    DataStream<RowData> changes =
        ScriptedSource.add(
            env,
            schema.toRowType(),
            End.FINISH,
            List.of(
                new ArrayList<>(events.subList(0, half)),
                new ArrayList<>(events.subList(half, events.size()))));
    try (TableCatalog catalog = TestTables.catalog(warehouse)) {
      Targets targets = new Targets(catalog, changes, schema);
      targets.keep(
          TRACKED,
          f -> f.keys("one").sequenceBy("seq").columns("one", "v").storedAsScdType(ScdType.TYPE_2));
      if (sample.isOrderable()) {
        targets.keep(
            KEY,
            f -> f.keys("v").sequenceBy("seq").columns("v", "n").storedAsScdType(ScdType.TYPE_2));
        targets.keep(
            SEQUENCE,
            f -> f.keys("one").sequenceBy("v").columns("one", "n").storedAsScdType(ScdType.TYPE_2));
      }
      TestJobs.run(env);
      assertThat(TestRows.read(catalog, TRACKED))
          .as("as a tracked column")
          .containsExactlyInAnyOrderElementsOf(tracked(sample));
      if (sample.isOrderable()) {
        assertThat(TestRows.read(catalog, KEY))
            .as("as the key")
            .containsExactlyInAnyOrderElementsOf(byKey(sample));
        assertThat(TestRows.read(catalog, SEQUENCE))
            .as("as the sequence")
            .containsExactlyInAnyOrderElementsOf(bySequence(sample));
      }
    }
  }

  private static List<Row> shuffledEvents(Sample sample) {
    List<Row> events = new ArrayList<>();
    for (int i = -1; i <= sample.values().size(); i++) {
      boolean isNull = i < 0 || i == sample.values().size();
      events.add(event(isNull ? null : sample.values().get(i), 2 * i));
      events.add(event(isNull ? null : sample.twins().get(i), 2 * i + 1));
    }
    Collections.shuffle(events, new Random(7));
    return events;
  }

  private static Row event(Object value, int sequence) {
    return Row.of(0, value, sequence, sequence);
  }

  private static List<Row> tracked(Sample sample) {
    List<Row> rows = new ArrayList<>();
    rows.add(Row.of(0, null, -2, 0));
    int end = 2 * sample.values().size();
    for (int i = 0; i < sample.values().size(); i++) {
      rows.add(Row.of(0, sample.twins().get(i), 2 * i, 2 * i + 2));
    }
    rows.add(Row.of(0, null, end, null));
    return rows;
  }

  /** Events with a null are invalid here: a key has to have a value. */
  private static List<Row> byKey(Sample sample) {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < sample.values().size(); i++) {
      rows.add(Row.of(sample.values().get(i), 2 * i, 2 * i, 2 * i + 1));
      rows.add(Row.of(sample.values().get(i), 2 * i + 1, 2 * i + 1, null));
    }
    return rows;
  }

  /** Events with a null are invalid here too, and the two of a value are a tie. */
  private static List<Row> bySequence(Sample sample) {
    List<Row> rows = new ArrayList<>();
    int last = sample.values().size() - 1;
    for (int i = 0; i <= last; i++) {
      Object end = i == last ? null : sample.values().get(i + 1);
      rows.add(Row.of(0, 2 * i + 1, sample.values().get(i), end));
    }
    return rows;
  }

  /** Tables that flows keep from the same changes. */
  private record Targets(TableCatalog catalog, DataStream<RowData> changes, TableSchema schema) {

    void keep(TableName table, Consumer<AutoCdcFlow.Builder> parameters) throws Exception {
      ResolvedFlow flow = resolved(table, parameters);
      catalog.create(
          new TableDefinition(
              table,
              flow.targetSchema(),
              flow.targetKey(),
              flow.flow().keys(),
              Map.of("bucket", "1")));
      FlowInput input = new FlowInput(flow, changes, null, false);
      catalog.sink(
          TargetTopology.keep(List.of(input), table.table()).changelog(), table, table.table());
    }

    private ResolvedFlow resolved(TableName table, Consumer<AutoCdcFlow.Builder> parameters) {
      Pipeline pipeline =
          Pipeline.named("types")
              .source("changes", Files.json("changes").schema(schema.toString()))
              .streamingTable(table.toString(), Paimon.table())
              .autoCdcFlow(
                  table.toString(),
                  f -> parameters.accept(f.from("changes").onInvalidRow(InvalidRowPolicy.DROP)))
              .build();
      return ResolvedFlow.of(
          (AutoCdcFlow) pipeline.flows().get(0), pipeline.tables().get(0), schema);
    }
  }
}
