// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.autocdc.dsl.Files;
import io.autocdc.dsl.Paimon;
import io.autocdc.dsl.Pipeline;
import io.autocdc.dsl.View;
import io.autocdc.dsl.type.TableSchema;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SchemaResolverTest {

  private static Pipeline.Builder pipeline() {
    return Pipeline.named("p")
        .source("changes", Files.json("x").schema("id BIGINT, name STRING"))
        .view("last", "SELECT id FROM middle")
        .expectations("middle", "first", rules -> rules.expect("r", "id > 0"))
        .view("first", "SELECT id, name FROM changes");
  }

  @Test
  void viewsComeBehindWhatTheyRead() {
    Pipeline pipeline = pipeline().build();
    assertThat(ViewOrder.of(pipeline).views())
        .extracting(View::name)
        .containsExactly("first", "middle", "last");
    assertThat(ViewOrder.of(pipeline).cycles()).isEmpty();
  }

  @Test
  void schemasFollowThatOrderAndSourcesShowTheColumnsTheyAdd() {
    Map<String, TableSchema> schemas =
        SchemaResolver.resolve(pipeline().build(), new SimpleSqlAnalyzer());
    assertThat(schemas.keySet()).containsExactly("changes", "first", "middle", "last");
    assertThat(schemas.get("changes").names())
        .containsExactly("id", "name", "__file_path", "__file_modification_time");
    assertThat(schemas.get("middle").names()).containsExactly("id", "name");
    assertThat(schemas.get("last").names()).containsExactly("id");
  }

  @Test
  void withoutAPlannerTheColumnsOfQueriesAreUnknownAndNotChecked() {
    Pipeline pipeline =
        pipeline()
            .streamingTable("t", Paimon.table())
            .autoCdcFlow("t", flow -> flow.from("last").keys("whatever").sequenceBy("seq"))
            .build();
    assertThat(SchemaResolver.resolve(pipeline, SqlAnalyzer.NONE)).containsOnlyKeys("changes");
  }

  @Test
  void aCircleIsFoundOnceAndWhatReadsItIsLeftAlone() {
    Pipeline pipeline =
        Pipeline.named("p")
            .view("a", "SELECT * FROM b")
            .view("b", "SELECT * FROM c")
            .view("c", "SELECT * FROM a")
            .view("d", "SELECT * FROM c")
            .view("e", "SELECT * FROM e")
            .check(new SimpleSqlAnalyzer())
            .pipeline();
    assertThat(ViewOrder.of(pipeline).cycles())
        .containsExactly(List.of("a", "b", "c", "a"), List.of("e", "e"));
    assertThat(ViewOrder.of(pipeline).views()).extracting(View::name).containsExactly("d");
    assertThat(SchemaResolver.resolve(pipeline, new SimpleSqlAnalyzer())).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          SELECT a FROM x                                                 | x
          SELECT x.a FROM x JOIN `y` ON x.a = y.a                         | x,y
          SELECT * FROM x, y AS b, (SELECT * FROM z WHERE a = 1) c, w     | x,y,z,w
          SELECT z FROM x WHERE y = 'FROM z' -- FROM w                    | x
          SELECT EXTRACT(YEAR FROM y), TRIM(BOTH FROM z) FROM x           | x
          SELECT a FROM x WHERE a IS DISTINCT FROM y                      | x
          WITH y AS (SELECT * FROM x) SELECT * FROM y                     | x
          SELECT * FROM TABLE(TUMBLE(TABLE x, DESCRIPTOR(y), z))          | x
          SELECT * FROM (x JOIN y ON w = 1)                               | x,y
          SELECT a FROM x WHERE b IN (SELECT c FROM y) UNION ALL SELECT a FROM z | x,y,z
          """)
  void theRelationsOfAQueryAreFound(String sql, String relations) {
    assertThat(RelationNames.of(sql, Set.of("x", "y", "z", "w")))
        .containsExactlyInAnyOrder(relations.split(","));
  }
}
