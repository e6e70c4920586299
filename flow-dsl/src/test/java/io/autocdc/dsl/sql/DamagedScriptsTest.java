// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.autocdc.dsl.check.SimpleSqlAnalyzer;
import io.autocdc.dsl.problem.Problem;
import io.autocdc.dsl.yaml.Project.CheckedProject;
import io.autocdc.dsl.yaml.ProjectReader;
import io.autocdc.dsl.yaml.ReadOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/** Whatever is wrong with a script: it gives problems, each on one line, and never an exception. */
class DamagedScriptsTest {

  /** The words of a script, some with the white space around them. */
  private static final List<String> WORDS =
      Arrays.asList(
          """
          SET 'pipeline.name' = 'p' ;
          CREATE OR REPLACE TEMPORARY TABLE changes (
            id BIGINT , name STRING , op STRING , seq BIGINT , ts TIMESTAMP(3) ,
            WATERMARK FOR ts AS ts - INTERVAL '5' SECOND , PRIMARY KEY ( id ) NOT ENFORCED
          ) WITH ( 'connector' = 'files' , 'path' = '${env:NONE:x}' , 'format' = 'json' ) ;
          CREATE TEMPORARY VIEW clean (
            CONSTRAINT valid EXPECT ( id IS NOT NULL ) ON VIOLATION DROP ROW
          ) COMMENT 'c' AS SELECT * FROM STREAM ( LIVE . changes ) ;
          CREATE OR REFRESH STREAMING LIVE TABLE IF NOT EXISTS silver . t (
            CONSTRAINT c EXPECT ( id > 0 ) ) TBLPROPERTIES ( 'a' = 'b' ) PARTITIONED BY ( id )
            FLOW AUTO CDC FROM stream ( clean ) KEYS ( id ) SEQUENCE BY STRUCT ( seq , ts ) ;
          CREATE FLOW f AS APPLY CHANGES INTO silver . t FROM STREAM clean
            KEYS ( id ) IGNORE NULL UPDATES ON * EXCEPT ( name ) APPLY AS DELETE WHEN op = 'D'
            APPLY AS TRUNCATE WHEN op = 'T' SEQUENCE BY seq SYSTEM SEQUENCE BY ts
            COLUMNS * EXCEPT ( op , seq ) STORED AS SCD TYPE 2 TRACK HISTORY ON ( name )
            ON INVALID ROW FAIL TOMBSTONE RETENTION '2 days' HISTORY RETENTION '3 days'
            COLUMNS TO UPDATE sets ;
          CREATE FLOW g AS INSERT INTO ONCE silver . u ON INVALID ROW DROP BY NAME SELECT id FROM clean ;
          AUTO CDC INTO silver . v FROM SNAPSHOT silver . x KEYS ( id ) VERSION FROM COUNTER
            ON LOWER VERSION SKIP ALLOW EMPTY SNAPSHOT ;
          """
              .split(" (?=\\S)"));

  private static final List<String> STRAY =
      List.of(
          "'", "`", "\"", "/*", "--", ";", "(", ")", ",", ".", "=", "*", "<", ">", "${", "${t}",
          "😀", "\u0000", "KEYS", "AS", "FROM", "1", "''", "``", "LIVE.", "STREAM(", "\n");

  private interface Damage {
    void to(List<String> words);
  }

  @Property(tries = 1500)
  void aDamagedScriptGivesProblems(@ForAll("damaged") String text) throws IOException {
    Path folder = Files.createTempDirectory("damaged");
    Path file = folder.resolve("p.sql");
    try {
      Files.write(file, text.getBytes(StandardCharsets.UTF_8));
      CheckedProject project =
          ProjectReader.read(file, new ReadOptions(null, Map.of(), Map.of()))
              .check(new SimpleSqlAnalyzer());
      for (Problem problem : project.problems()) {
        assertThat(problem.toString()).doesNotContain("\n");
        assertThat(problem.toString().split("; ")).as(problem.toString()).hasSize(3);
      }
    } finally {
      Files.deleteIfExists(file);
      Files.delete(folder);
    }
  }

  @Provide
  Arbitrary<String> damaged() {
    return damages()
        .list()
        .ofMinSize(1)
        .ofMaxSize(4)
        .map(
            damages -> {
              List<String> words = new ArrayList<>(WORDS);
              damages.forEach(damage -> damage.to(words));
              return String.join(" ", words);
            });
  }

  private static Arbitrary<Damage> damages() {
    Arbitrary<Integer> index = Arbitraries.integers().between(0, WORDS.size() - 1);
    Arbitrary<Damage> remove = index.map(i -> words -> words.remove(i % words.size()));
    Arbitrary<Damage> repeat =
        index.map(i -> words -> words.add(i % words.size(), words.get(i % words.size())));
    Arbitrary<Damage> move =
        Combinators.combine(index, index)
            .as(
                (i, j) ->
                    words -> words.add(j % words.size(), words.remove(i % (words.size() - 1))));
    Arbitrary<Damage> insert =
        Combinators.combine(index, Arbitraries.of(STRAY))
            .as((i, stray) -> words -> words.add(i % words.size(), stray));
    Arbitrary<Damage> cut =
        index.map(
            i -> words -> words.subList(Math.min(words.size(), i + 10), words.size()).clear());
    return Arbitraries.frequencyOf(
        Tuple.of(4, remove),
        Tuple.of(3, repeat),
        Tuple.of(3, move),
        Tuple.of(6, insert),
        Tuple.of(1, cut));
  }
}
