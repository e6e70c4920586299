// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.autocdc.dsl.check.SimpleSqlAnalyzer;
import io.autocdc.dsl.yaml.ProjectReader;
import io.autocdc.dsl.yaml.ReadOptions;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every case of {@code wrong-scripts.txt}: statements with marks such as {@code «1»} where the
 * messages must point to, and the messages word for word.
 */
class WrongScriptsTest {

  private static final Pattern MARK = Pattern.compile("«(\\w+)»");
  private static final String FILE = "p.sql";

  private static final String SCRIPT =
      """
      CREATE TABLE changes (
        id BIGINT, region STRING, name STRING, op STRING, seq BIGINT, ts TIMESTAMP(3), sets ARRAY<STRING>
      ) WITH ('connector' = 'files', 'path' = 'data/changes', 'format' = 'json');
      CREATE STREAMING TABLE silver.customers;
      """;

  private static final String FLOW =
      SCRIPT
          + "«flow»CREATE FLOW customers AS AUTO CDC INTO silver.customers FROM stream(changes)\n";

  @TempDir private Path folder;

  @TestFactory
  Stream<DynamicTest> everyWrongScriptIsReportedAtItsPlace() throws IOException {
    return cases().stream().map(c -> DynamicTest.dynamicTest(c.title(), () -> check(c)));
  }

  @Test
  void thereAreManyOfThem() throws IOException {
    assertThat(cases()).hasSizeGreaterThan(40);
  }

  private void check(Case wrong) throws IOException {
    Map<String, String> places = new HashMap<>();
    StringBuilder sql = new StringBuilder();
    int line = 0;
    for (String text : wrong.sql().split("\n", -1)) {
      line++;
      Matcher mark = MARK.matcher(text);
      StringBuilder bare = new StringBuilder();
      while (mark.find()) {
        mark.appendReplacement(bare, "");
        places.put(mark.group(), FILE + ":" + line + ":" + (bare.length() + 1));
      }
      mark.appendTail(bare);
      sql.append(bare).append('\n');
    }
    List<String> expected =
        wrong.messages().stream()
            .map(
                message ->
                    MARK.matcher(message)
                        .replaceAll(mark -> Matcher.quoteReplacement(places.get(mark.group()))))
            .toList();
    Path file = Files.writeString(folder.resolve(FILE), sql);
    List<String> found =
        ProjectReader.read(file, new ReadOptions(null, Map.of(), Map.of()))
            .check(new SimpleSqlAnalyzer())
            .problems()
            .stream()
            .map(problem -> problem.toString().replace(folder + "/", ""))
            .toList();
    assertThat(found).as(sql.toString()).containsExactlyElementsOf(expected);
  }

  private record Case(String title, String sql, List<String> messages) {}

  private static List<Case> cases() throws IOException {
    String text;
    try (InputStream in = WrongScriptsTest.class.getResourceAsStream("/wrong-scripts.txt")) {
      text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
    List<Case> cases = new ArrayList<>();
    for (String block : text.split("(?m)^=== ")) {
      if (block.startsWith("#")) {
        continue;
      }
      String[] titleAndRest = block.split("\n", 2);
      String[] sqlAndMessages = titleAndRest[1].split("(?m)^---> ?");
      List<String> messages = Stream.of(sqlAndMessages).skip(1).map(String::strip).toList();
      String[] titleAndForm = titleAndRest[0].split(" \\| ");
      String prefix =
          switch (titleAndForm[1].strip()) {
            case "flow" -> FLOW;
            case "script" -> SCRIPT;
            default -> "";
          };
      cases.add(new Case(titleAndForm[0], prefix + sqlAndMessages[0], messages));
    }
    return cases;
  }
}
