// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.compile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.autocdc.dsl.TableName;
import io.autocdc.dsl.type.TableSchema;
import io.autocdc.operators.ledger.RunEvent;
import io.autocdc.spi.TableCatalog.TableDescription;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SchemaChangesTest {

  private static final TableName TABLE = TableName.parse("s.t");

  private static TableDescription table(String columns) {
    return new TableDescription(TableSchema.parse(columns), List.of(), Map.of());
  }

  private static List<RunEvent> between(TableDescription before, TableDescription after) {
    return SchemaChanges.between(TABLE, Optional.ofNullable(before), after);
  }

  @Test
  void aNewTableIsToldWithItsColumns() {
    assertThat(between(null, table("id BIGINT NOT NULL, v STRING")))
        .singleElement()
        .returns("paimon.s.t", RunEvent::table)
        .returns("table paimon.s.t was created", RunEvent::message)
        .returns(
            "{\"change\":\"table_created\",\"columns\":{\"id\":\"BIGINT\",\"v\":\"STRING\"}}",
            RunEvent::details);
  }

  @Test
  void newAndWiderColumnsAreToldOneByOne() {
    assertThat(between(table("id BIGINT, n INT"), table("id BIGINT, n BIGINT, v STRING")))
        .extracting(RunEvent::message, RunEvent::details)
        .containsExactly(
            tuple(
                "column 'n' was widened from INT to BIGINT",
                "{\"change\":\"type_widened\",\"column\":\"n\",\"type\":\"BIGINT\",\"from\":\"INT\"}"),
            tuple(
                "column 'v' (STRING) was added",
                "{\"change\":\"column_added\",\"column\":\"v\",\"type\":\"STRING\"}"));
  }

  @Test
  void whatStaysAsItWasIsNotTold() {
    TableDescription table = table("id BIGINT NOT NULL, v STRING");
    assertThat(between(table, table("id BIGINT, v STRING"))).isEmpty();
  }
}
