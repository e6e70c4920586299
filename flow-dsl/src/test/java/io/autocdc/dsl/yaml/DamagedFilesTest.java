// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import io.autocdc.dsl.check.SimpleSqlAnalyzer;
import io.autocdc.dsl.problem.Problem;
import io.autocdc.dsl.yaml.Project.CheckedProject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Whatever is wrong with a file: it gives problems, each on one line, and never an exception. */
class DamagedFilesTest {

  private static final List<String> LINES =
      """
      pipeline: p
      flowgroup: f
      presets: [x]
      variables: { v: w }
      actions:
        - name: load
          type: load
          readMode: stream
          source:
            type: files
            path: "data/${env:NONE:x}"
            format: json
            schema: "id BIGINT, name STRING, op STRING, seq BIGINT, ts TIMESTAMP(3)"
            watermark: { column: ts, max_out_of_orderness: 5 s }
            options: { header: "true" }
          target: changes
        - name: clean
          type: transform
          transform_type: data_quality
          source: changes
          target: clean
          expectations:
            - { name: valid, expression: "id IS NOT NULL", action: drop }
        - name: view
          type: transform
          transform_type: sql
          source: clean
          sql: |
            SELECT id, name, op, seq
            FROM clean
          target: view
        - name: write
          type: write
          source: view
          once: false
          write_target:
            type: streaming_table
            catalog: paimon
            schema: silver
            table: customers
            mode: cdc
            table_properties: { bucket: "2" }
            cdc_config:
              keys: [id]
              sequence_by: [seq]
              scd_type: 2
              apply_as_deletes: "op = 'D'"
              except_column_list: [op, seq]
              track_history_column_list: [name]
              on_invalid_row: fail
              tombstone_retention: 2 days
      """
          .lines()
          .toList();

  @Property(tries = 1500)
  void aDamagedFileGivesProblems(@ForAll("damaged") String text) throws IOException {
    Path folder = Files.createTempDirectory("damaged");
    Path file = folder.resolve("p.yaml");
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
    return damages().list().ofMinSize(1).ofMaxSize(4).map(DamagedFilesTest::apply);
  }

  private interface Damage {
    void to(List<String> lines);
  }

  private static String apply(List<Damage> damages) {
    List<String> lines = new ArrayList<>(LINES);
    damages.forEach(damage -> damage.to(lines));
    return String.join("\n", lines) + "\n";
  }

  private static Arbitrary<Damage> damages() {
    Arbitrary<Integer> index = Arbitraries.integers().between(0, LINES.size() - 1);
    Arbitrary<String> value =
        Arbitraries.of(
            "",
            "[]",
            "{}",
            "[a, [b]]",
            "{ a: { b: c } }",
            "null",
            "x",
            "${t}",
            "%{z}",
            "\"\"",
            "&a b",
            "*a",
            "'",
            "| ",
            "- a",
            "12",
            "true",
            "a.b",
            "`",
            "op",
            "bitemporal",
            "schemas/x.yaml");
    Arbitrary<Damage> remove = index.map(i -> lines -> lines.remove(i % lines.size()));
    Arbitrary<Damage> repeat =
        index.map(i -> lines -> lines.add(i % lines.size(), lines.get(i % lines.size())));
    Arbitrary<Damage> replaceValue =
        Combinators.combine(index, value)
            .as(
                (i, v) ->
                    lines ->
                        lines.set(
                            i % lines.size(),
                            lines.get(i % lines.size()).replaceFirst("(:)(\\s.*)?$", "$1 ") + v));
    Arbitrary<Damage> swapKey =
        Combinators.combine(index, index)
            .as(
                (i, j) ->
                    lines -> {
                      String other = lines.get(j % lines.size()).strip().replaceFirst(":.*", ":");
                      String line = lines.get(i % lines.size());
                      lines.set(
                          i % lines.size(),
                          line.replaceFirst("[a-z_]+:", Matcher.quoteReplacement(other)));
                    });
    Arbitrary<Damage> character =
        Combinators.combine(
                index,
                Arbitraries.integers().between(0, 60),
                Arbitraries.of('"', '\'', ':', '{', '[', '\t', '#', '$', '\u0001', '\uD83D'))
            .as(
                (i, at, c) ->
                    lines -> {
                      String line = lines.get(i % lines.size());
                      int where = Math.min(at, line.length());
                      lines.set(
                          i % lines.size(),
                          line.substring(0, where)
                              + (c == '\uD83D' ? "😀" : c)
                              + line.substring(where));
                    });
    return Arbitraries.oneOf(remove, repeat, replaceValue, swapKey, character);
  }
}
