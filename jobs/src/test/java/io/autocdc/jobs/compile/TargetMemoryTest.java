// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.compile;

import static org.assertj.core.api.Assertions.assertThat;

import io.autocdc.dsl.AutoCdcFlow;
import io.autocdc.dsl.ResolvedFlow;
import io.autocdc.dsl.ScdType;
import io.autocdc.dsl.StreamingTable;
import io.autocdc.dsl.TargetPast;
import io.autocdc.dsl.type.Column;
import io.autocdc.dsl.type.TableSchema;
import io.autocdc.spi.TableCatalog.TableDescription;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class TargetMemoryTest {

  private static ResolvedFlow flow(
      String name, String columns, Consumer<AutoCdcFlow.Builder> parameters) {
    AutoCdcFlow flow =
        AutoCdcFlow.named(
            name,
            builder ->
                parameters.accept(
                    builder
                        .keys("id")
                        .sequenceBy("seq")
                        .exceptColumns("seq")
                        .storedAsScdType(ScdType.TYPE_2)));
    return ResolvedFlow.of(
        flow,
        new StreamingTable(flow.target(), Map.of()),
        TableSchema.parse("id INT, seq INT, " + columns));
  }

  /** What is remembered when these flows have run, and the user has added a column by hand. */
  private static TargetPast after(List<ResolvedFlow> flows) {
    TableSchema table = flows.get(0).targetSchema().plus(TableSchema.parse("own INT").columns());
    return TargetMemory.of(
        new TableDescription(table, List.of("id"), TargetMemory.toProperties(flows)));
  }

  private static List<ResolvedFlow> together(TargetPast past, ResolvedFlow... flows) {
    return ResolvedFlow.withCommonOutput(List.of(flows), past);
  }

  @Test
  void anyNameComesBack() {
    TargetPast past =
        after(
            together(
                TargetPast.NONE,
                flow("a.b c", "`x,y` INT, `%2C` INT, `ä ` INT", f -> f.trackHistory("x,y"))));
    assertThat(past.columns()).extracting(Column::name).containsExactly("id", "x,y", "%2C", "ä ");
    assertThat(past.brought()).containsOnlyKeys("a.b c");
    assertThat(past.tracked()).containsExactly("x,y");
    assertThat(past.partial()).isFalse();
  }

  @Test
  void lostColumnsPartialUpdatesAndTheTrackedOnesAreRememberedForEver() {
    ResolvedFlow before = flow("one", "a INT, b INT", AutoCdcFlow.Builder::ignoreNullUpdates);
    ResolvedFlow now = flow("one", "b INT, c INT", f -> f.trackHistory("c", "b"));
    TargetPast past = after(together(after(together(TargetPast.NONE, before)), now));
    assertThat(past.columns()).extracting(Column::name).containsExactly("id", "b", "c", "a");
    assertThat(past.brought()).isEqualTo(Map.of("one", Set.of("id", "a", "b", "c")));
    assertThat(past.tracked()).containsExactlyInAnyOrder("a", "b", "c");
    assertThat(past.partial()).isTrue();
  }

  @Test
  void anEmptyTrackedSetIsRememberedAsSuch() {
    ResolvedFlow none = flow("one", "a INT", f -> f.trackHistory(List.of()));
    assertThat(after(together(TargetPast.NONE, none)).tracked()).isEmpty();
  }
}
