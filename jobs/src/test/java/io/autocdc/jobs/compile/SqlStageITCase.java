// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.compile;

import static org.assertj.core.api.Assertions.assertThat;

import io.autocdc.dsl.type.Column;
import io.autocdc.dsl.type.TableSchema;
import io.autocdc.json.JsonRowReader;
import io.autocdc.json.JsonRowWriter;
import io.autocdc.spi.InvalidReason;
import io.autocdc.spi.InvalidRows;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.streaming.api.transformations.PhysicalTransformation;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.VarCharType;
import org.apache.flink.types.RowKind;
import org.apache.flink.util.Collector;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class SqlStageITCase {

  private static final TableSchema SCHEMA =
      TableSchema.parse(
              "id BIGINT NOT NULL, `odd name` STRING, price DECIMAL(30, 5), at TIMESTAMP(9),"
                  + " tags ARRAY<STRING>, address ROW<city STRING, zip INT>, op STRING")
          .plus(List.of(Column.metadata("__file_path", new VarCharType(VarCharType.MAX_LENGTH))));

  private static final List<String> ROWS =
      List.of(
          "{\"id\":1,\"odd name\":\"a\",\"price\":1.50000,\"at\":\"1969-12-31T23:59:59.123456789\","
              + "\"tags\":[\"x\",null],\"address\":{\"city\":\"Oslo\",\"zip\":null},\"op\":\"D\","
              + "\"__file_path\":\"f\"}",
          "{\"id\":2,\"odd name\":null,\"price\":null,\"at\":null,\"tags\":null,\"address\":null,"
              + "\"op\":null,\"__file_path\":\"f\"}");

  private final List<String> uids = new ArrayList<>();
  private StreamExecutionEnvironment env;

  @BeforeEach
  void newJob() {
    env = StreamExecutionEnvironment.createLocalEnvironment(2);
    env.getConfig().enableObjectReuse();
  }

  private Relation relation(boolean eventTime) throws Exception {
    JsonRowReader reader = JsonRowReader.of(SCHEMA.toRowType());
    List<RowData> rows = new ArrayList<>();
    for (String row : ROWS) {
      rows.add(reader.read(row));
    }
    DataStream<RowData> stream =
        env.fromData(rows, InternalTypeInfo.of(SCHEMA.toRowType())).setParallelism(1);
    if (eventTime) {
      stream =
          stream.assignTimestampsAndWatermarks(
              WatermarkStrategy.<RowData>forBoundedOutOfOrderness(Duration.ZERO)
                  .withTimestampAssigner((row, t) -> 1_000 * row.getLong(0)));
    }
    DataStream<RowData> invalid =
        env.fromData(
            List.of(InvalidRows.of(InvalidReason.NULL_KEY, "", "", "")), InvalidRows.typeInfo());
    return new Relation(stream, SCHEMA, invalid, eventTime, false);
  }

  @Test
  void conditionsAreAppendedAndValuesComeThroughUnchanged() throws Exception {
    Relation input = relation(false);
    DataStream<RowData> rows =
        new SqlStage(env)
            .appendConditions(
                input, List.of("op = 'D' -- a comment", "`odd name` IS NULL"), "stage");
    JsonRowWriter json = JsonRowWriter.of(SCHEMA.toRowType());
    List<String> texts = new ArrayList<>();
    List<List<Object>> conditions = new ArrayList<>();
    rows.executeAndCollect()
        .forEachRemaining(
            row -> {
              assertThat(row.getRowKind()).isEqualTo(RowKind.INSERT);
              texts.add(json.write(row));
              int at = SCHEMA.columns().size();
              conditions.add(
                  List.of(row.isNullAt(at) ? "null" : row.getBoolean(at), row.getBoolean(at + 1)));
            });
    assertThat(texts).containsExactlyElementsOf(ROWS);
    assertThat(conditions).containsExactly(List.of(true, false), List.of("null", true));
  }

  @Test
  void everyOperatorOfThePlannerHasTheSameUidInEveryRun() throws Exception {
    assertThat(uidsOfStage()).isNotEmpty().isEqualTo(uidsOfStage());
  }

  private List<String> uidsOfStage() throws Exception {
    uids.clear();
    newJob();
    Relation input = relation(false);
    collectUids(
        new SqlStage(env).appendConditions(input, List.of("op = 'D'"), "stage").getTransformation(),
        input.rows().getTransformation());
    return List.copyOf(uids);
  }

  private void collectUids(Transformation<?> transformation, Transformation<?> until) {
    if (transformation == until) {
      return;
    }
    if (transformation instanceof PhysicalTransformation) {
      assertThat(transformation.getUid()).startsWith("stage-");
      uids.add(transformation.getUid());
    }
    transformation.getInputs().forEach(input -> collectUids(input, until));
  }

  @Test
  void aQueryKeepsTheColumnsThatASourceAddedOutOfTargets() throws Exception {
    Relation result =
        new SqlStage(env)
            .query(
                "SELECT id + 1 AS later, address.city, __file_path FROM v",
                Map.of("v", relation(false)),
                false,
                "view");
    assertThat(result.schema().names()).containsExactly("later", "city", "__file_path");
    assertThat(result.schema().columns().get(2).metadata()).isTrue();
    JsonRowWriter json = JsonRowWriter.of(result.schema().toRowType());
    List<String> texts = new ArrayList<>();
    result.rows().executeAndCollect().forEachRemaining(row -> texts.add(json.write(row)));
    assertThat(texts)
        .containsExactly(
            "{\"later\":2,\"city\":\"Oslo\",\"__file_path\":\"f\"}",
            "{\"later\":3,\"city\":null,\"__file_path\":\"f\"}");
  }

  @Test
  void watermarksPassThroughThePlanner() throws Exception {
    Relation input = relation(true);
    DataStream<RowData> rows =
        new SqlStage(env).appendConditions(input, List.of("op = 'D'"), "stage");
    List<Long> seen = new ArrayList<>();
    rows.keyBy(row -> 1)
        .process(
            new KeyedProcessFunction<Integer, RowData, Long>() {
              @Override
              public void processElement(RowData row, Context context, Collector<Long> out) {
                context.timerService().registerEventTimeTimer(1_500);
              }

              @Override
              public void onTimer(long time, OnTimerContext context, Collector<Long> out) {
                out.collect(context.timerService().currentWatermark());
              }
            })
        .executeAndCollect()
        .forEachRemaining(seen::add);
    assertThat(seen).isNotEmpty();
  }
}
