// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators.row;

import static org.assertj.core.api.Assertions.assertThat;

import io.autocdc.dsl.AutoCdcFlow;
import io.autocdc.dsl.ResolvedFlow;
import io.autocdc.dsl.type.TableSchema;
import io.autocdc.golden.TestFlows;
import io.autocdc.golden.TestFlows.RowSource;
import io.autocdc.json.JsonRowWriter;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;
import org.junit.jupiter.api.Test;

/** What a row authors, and what it inherits, leaf by leaf (semantics.md, section 5). */
class PartialRowSemanticsTest {

  private static final String COLUMNS =
      "id BIGINT, s ROW<x INT, t ROW<y STRING, z INT>>, a ARRAY<INT>, m MAP<STRING, INT>, v STRING,"
          + " cols ARRAY<STRING>, seq BIGINT";

  /** Rows of a flow whose nulls mean nothing. */
  private static final Rows IGNORING = new Rows(COLUMNS, AutoCdcFlow.Builder::ignoreNullUpdates);

  private static final class Rows {
    private final ResolvedFlow flow;
    private final RowType type;
    private final PartialRowSemantics semantics;

    Rows(String columns, Consumer<AutoCdcFlow.Builder> parameters) {
      flow =
          TestFlows.flow(
              columns,
              declared ->
                  parameters.accept(
                      declared.keys("id").sequenceBy("seq").exceptColumns("cols", "seq")));
      type = new TableSchema(flow.payload()).toRowType();
      semantics = new PartialRowSemantics(type, Set.of("s"), false);
    }

    /** A row as it arrives. */
    RowData arrived(String json) {
      try {
        return new PartialRowProjection(flow, type).apply(new RowSource(flow).read(json)).copy();
      } catch (UnknownColumnException e) {
        throw new AssertionError(e);
      }
    }

    /** What is visible after rows that follow each other. */
    String after(String... jsons) {
      RowData effective = null;
      for (String json : jsons) {
        effective = semantics.inherit(arrived(json), effective);
      }
      return text(effective);
    }

    String text(RowData row) {
      return JsonRowWriter.of(type).write(row);
    }
  }

  private static String s(String struct) {
    return "{\"s\":" + struct + ",\"a\":null,\"m\":null,\"v\":null}";
  }

  @Test
  void everyLeafOfANestedStructIsARegisterOfItsOwn() {
    assertThat(
            IGNORING.after(
                "{\"s\":{\"x\":1,\"t\":{\"y\":\"one\"}}}",
                "{\"s\":{\"t\":{\"z\":2}}}",
                "{\"s\":{\"x\":3}}"))
        .isEqualTo(s("{\"x\":3,\"t\":{\"y\":\"one\",\"z\":2}}"));
  }

  @Test
  void aNullStructLeavesAllItsLeaves() {
    assertThat(IGNORING.after("{\"s\":{\"x\":1}}", "{\"s\":null,\"v\":\"new\"}"))
        .isEqualTo("{\"s\":{\"x\":1,\"t\":null},\"a\":null,\"m\":null,\"v\":\"new\"}");
  }

  @Test
  void aStructWhoseLeavesAreAllNullIsNull() {
    assertThat(IGNORING.after("{\"s\":{\"x\":null,\"t\":{\"y\":null,\"z\":null}}}"))
        .isEqualTo(s("null"));
    assertThat(IGNORING.after("{\"s\":{\"x\":1,\"t\":{\"y\":null}}}"))
        .isEqualTo(s("{\"x\":1,\"t\":null}"));
  }

  @Test
  void aRowThatTakesEffectAfterAnotherPredecessorForgetsTheFirst() {
    RowData sparse = IGNORING.arrived("{\"s\":{\"x\":7}}");
    RowData first =
        IGNORING.semantics.inherit(
            sparse, IGNORING.arrived("{\"s\":{\"x\":1,\"t\":{\"y\":\"old\"}},\"v\":\"old\"}"));
    assertThat(IGNORING.text(first))
        .isEqualTo(
            "{\"s\":{\"x\":7,\"t\":{\"y\":\"old\",\"z\":null}},\"a\":null,\"m\":null,\"v\":\"old\"}");
    RowData late = IGNORING.arrived("{\"s\":{\"x\":2,\"t\":{\"z\":5}}}");
    assertThat(IGNORING.text(IGNORING.semantics.inherit(first, late)))
        .isEqualTo(s("{\"x\":7,\"t\":{\"y\":null,\"z\":5}}"));
    assertThat(IGNORING.text(IGNORING.semantics.inherit(first, null)))
        .isEqualTo(s("{\"x\":7,\"t\":null}"));
  }

  @Test
  void arraysAndMapsAreReplacedAsAWhole() {
    assertThat(IGNORING.after("{\"a\":[1,2],\"m\":{\"k\":1}}", "{\"a\":[null]}", "{\"m\":{}}"))
        .isEqualTo("{\"s\":null,\"a\":[null],\"m\":{},\"v\":null}");
  }

  @Test
  void aStructOutsideOfTheSelectionIsAuthoredAsItIs() {
    Rows rows = new Rows(COLUMNS, flow -> flow.ignoreNullUpdatesOn(List.of("v")));
    assertThat(rows.after("{\"s\":{\"x\":1},\"v\":\"kept\"}", "{\"s\":{\"x\":null,\"t\":null}}"))
        .isEqualTo("{\"s\":{\"x\":null,\"t\":null},\"a\":null,\"m\":null,\"v\":\"kept\"}");
    assertThat(rows.after("{\"s\":{\"x\":1},\"v\":\"kept\"}", "{\"s\":null}"))
        .isEqualTo("{\"s\":null,\"a\":null,\"m\":null,\"v\":\"kept\"}");
  }

  @Test
  void aNamedStructIsAuthoredWithAllItsLeaves() {
    Rows rows = new Rows(COLUMNS, flow -> flow.columnsToUpdate("cols"));
    assertThat(
            rows.after(
                "{\"s\":{\"x\":1,\"t\":{\"y\":\"a\"}},\"v\":\"v\",\"cols\":null}",
                "{\"s\":{\"x\":2},\"v\":\"ignored\",\"cols\":[\"s\"]}"))
        .isEqualTo("{\"s\":{\"x\":2,\"t\":null},\"a\":null,\"m\":null,\"v\":\"v\"}");
  }

  @Test
  void aNestedStructThatIsNeverNullStaysAStruct() {
    Rows rows =
        new Rows(
            "id BIGINT, s ROW<x INT, t ROW<y INT, z INT> NOT NULL>, seq BIGINT,"
                + " cols ARRAY<STRING>",
            AutoCdcFlow.Builder::ignoreNullUpdates);
    assertThat(rows.after("{\"s\":{\"x\":1,\"t\":{\"y\":null,\"z\":null}}}"))
        .isEqualTo("{\"s\":{\"x\":1,\"t\":{\"y\":null,\"z\":null}}}");
    assertThat(rows.after("{\"s\":{\"x\":null,\"t\":{\"y\":null,\"z\":null}}}"))
        .isEqualTo("{\"s\":null}");
  }

  @Test
  void aRowThatAuthorsEverythingDependsOnNothing() {
    RowData full =
        IGNORING.arrived(
            "{\"s\":{\"x\":1,\"t\":{\"y\":\"y\",\"z\":1}},\"a\":[],\"m\":{},\"v\":\"v\"}");
    assertThat(IGNORING.semantics.isPartial(full)).isFalse();
    assertThat(IGNORING.semantics.isPartial(IGNORING.arrived("{\"v\":\"v\"}"))).isTrue();
  }

  @Test
  void tiesAreDecidedByWhatIsAuthoredAndNotByWhatIsInherited() {
    RowData small = IGNORING.arrived("{\"v\":\"a\"}");
    RowData great = IGNORING.arrived("{\"v\":\"b\"}");
    RowData inherited =
        IGNORING.semantics.inherit(small, IGNORING.arrived("{\"s\":{\"x\":9},\"v\":\"z\"}"));
    assertThat(IGNORING.semantics.compareAuthored(small, great)).isNegative();
    assertThat(IGNORING.semantics.compareAuthored(great, inherited)).isPositive();
    assertThat(IGNORING.semantics.compareAuthored(small, inherited)).isZero();
  }

  @Test
  void settingAColumnToNullBeatsLeavingIt() {
    Rows rows = new Rows(COLUMNS, flow -> flow.columnsToUpdate("cols"));
    RowData everything = rows.arrived("{\"cols\":null}");
    RowData nothing = rows.arrived("{\"cols\":[]}");
    RowData one = rows.arrived("{\"cols\":[\"v\"]}");
    assertThat(rows.semantics.compareAuthored(everything, one)).isPositive();
    assertThat(rows.semantics.compareAuthored(one, nothing)).isPositive();
    assertThat(rows.semantics.compareAuthored(nothing, everything)).isNegative();
  }

  @Test
  void whoAuthoredAValueIsNoDifferenceBetweenVersions() {
    RowData author = IGNORING.arrived("{\"s\":{\"x\":1}}");
    RowData heir = IGNORING.semantics.inherit(IGNORING.arrived("{}"), author);
    assertThat(IGNORING.semantics.sameVersion(author, heir)).isTrue();
    assertThat(IGNORING.semantics.compare(author, heir)).isZero();
  }

  @Test
  void theHiddenColumnAvoidsTheNamesOfTheTarget() {
    RowType columns = TableSchema.parse("__AUTHORED INT, `__AUTHORED_` INT").toRowType();
    assertThat(PartialRows.typeOf(columns).getFieldNames())
        .containsExactly("__AUTHORED", "__AUTHORED_", "__AUTHORED__");
  }
}
