// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.autocdc.dsl.AutoCdcFlow;
import io.autocdc.dsl.ScdType;
import io.autocdc.dsl.problem.AutoCdcException;
import io.autocdc.dsl.type.TableSchema;
import io.autocdc.json.JsonRowReader;
import io.autocdc.json.JsonRowWriter;
import io.autocdc.operators.QuarantineRows;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class AutoCdcITCase {

  private static final TableSchema SCHEMA =
      TableSchema.parse("id BIGINT, v STRING, op STRING, seq BIGINT");

  private final StreamExecutionEnvironment env =
      StreamExecutionEnvironment.createLocalEnvironment(1);

  private DataStream<RowData> changes(String... rows) throws Exception {
    JsonRowReader reader = JsonRowReader.of(SCHEMA.toRowType());
    List<RowData> data = new ArrayList<>();
    for (String row : rows) {
      data.add(reader.read(row));
    }
    return env.fromData(data, InternalTypeInfo.of(SCHEMA.toRowType()));
  }

  private static List<String> collect(DataStream<RowData> rows, TableSchema schema)
      throws Exception {
    JsonRowWriter json = JsonRowWriter.of(schema.toRowType());
    List<String> texts = new ArrayList<>();
    rows.executeAndCollect()
        .forEachRemaining(row -> texts.add(row.getRowKind().shortString() + " " + json.write(row)));
    return texts;
  }

  private static AutoCdcFlow history() {
    return AutoCdcFlow.named(
        "customers",
        flow ->
            flow.keys("id")
                .sequenceBy("seq")
                .applyAsDeletes("op = 'D'")
                .exceptColumns("op", "seq")
                .storedAsScdType(ScdType.TYPE_2));
  }

  @Test
  void aStreamOfChangesBecomesAnExactChangelog() throws Exception {
    AutoCdc.Result result =
        AutoCdc.apply(
            changes(
                "{\"id\":1,\"v\":\"a\",\"op\":\"U\",\"seq\":10}",
                "{\"id\":1,\"op\":\"D\",\"seq\":30}",
                "{\"id\":1,\"v\":\"b\",\"op\":\"U\",\"seq\":20}"),
            history(),
            false);
    assertThat(collect(result.changelog(), result.schema()))
        .containsExactly(
            "+I {\"id\":1,\"v\":\"a\",\"__START_AT\":10,\"__END_AT\":null}",
            "-U {\"id\":1,\"v\":\"a\",\"__START_AT\":10,\"__END_AT\":null}",
            "+U {\"id\":1,\"v\":\"a\",\"__START_AT\":10,\"__END_AT\":30}",
            "-U {\"id\":1,\"v\":\"a\",\"__START_AT\":10,\"__END_AT\":30}",
            "+U {\"id\":1,\"v\":\"a\",\"__START_AT\":10,\"__END_AT\":20}",
            "+I {\"id\":1,\"v\":\"b\",\"__START_AT\":20,\"__END_AT\":30}");
  }

  @Test
  void rowsThatCannotBeAppliedAreAtHand() throws Exception {
    AutoCdc.Result result =
        AutoCdc.apply(changes("{\"id\":1,\"v\":\"a\",\"op\":\"U\"}"), history(), false);
    assertThat(collect(result.quarantine(), QuarantineRows.SCHEMA))
        .singleElement()
        .asString()
        .contains("\"reason\":\"null sequence\"", "\"flow\":\"customers\"");
  }

  @Test
  void everythingThatIsWrongWithTheFlowIsSaidAtOnce() throws Exception {
    DataStream<RowData> changes = changes("{\"id\":1}");
    AutoCdcFlow flow =
        AutoCdcFlow.named(
            "customers", f -> f.keys("idd").sequenceBy("seq").applyAsDeletes("seq + 1"));
    assertThatThrownBy(() -> AutoCdc.apply(changes, flow))
        .isInstanceOf(AutoCdcException.class)
        .hasMessageContaining("UNKNOWN_COLUMN")
        .hasMessageContaining("did you mean 'id'?")
        .hasMessageContaining("NOT_BOOLEAN");
  }
}
