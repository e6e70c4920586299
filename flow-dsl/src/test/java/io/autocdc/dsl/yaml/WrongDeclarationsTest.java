// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
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
 * Every case of {@code wrong-declarations.txt}: a declaration with marks such as {@code «1»} where
 * the messages must point to, and the messages word for word. The marks are taken out before the
 * declaration is read.
 */
class WrongDeclarationsTest {

  private static final Pattern MARK = Pattern.compile("«(\\w+)»");
  private static final String FILE = "p.yaml";

  private static final String LOAD =
      """
      pipeline: silver
      flowgroup: customers
      actions:
        - name: load_changes
          type: load
          source:
            type: files
            path: data/changes
            format: json
            schema: "id BIGINT, region STRING, name STRING, op STRING, seq BIGINT, ts TIMESTAMP(3), sets ARRAY<STRING>, attrs MAP<STRING, STRING>, address ROW<city STRING, zip STRING>"
          target: changes
      """;

  private static final String WRITE =
      LOAD
          + """
            - name: customers
              type: write
              source: changes
              write_target:
                type: streaming_table
                schema: silver
                table: customers
                mode: cdc
                «cdc»cdc_config:
          """;

  @TempDir private Path folder;

  @TestFactory
  Stream<DynamicTest> everyWrongDeclarationHasItsMessages() throws IOException {
    return cases().stream().map(wrong -> DynamicTest.dynamicTest(wrong.title, () -> check(wrong)));
  }

  @Test
  void thereAreEnoughCases() throws IOException {
    assertThat(cases()).hasSizeGreaterThanOrEqualTo(60);
  }

  private void check(Case wrong) {
    Map<String, String> places = new HashMap<>();
    StringBuilder yaml = new StringBuilder();
    String[] lines = wrong.yaml.split("\n", -1);
    for (int i = 0; i < lines.length; i++) {
      String line = lines[i];
      for (Matcher mark = MARK.matcher(line); mark.find(); mark = MARK.matcher(line)) {
        places.put(mark.group(), FILE + ":" + (i + 1) + ":" + (mark.start() + 1));
        line = mark.replaceFirst("");
      }
      yaml.append(line).append('\n');
    }
    List<String> expected =
        wrong.messages.stream()
            .map(
                message ->
                    MARK.matcher(message)
                        .replaceAll(mark -> Matcher.quoteReplacement(places.get(mark.group()))))
            .toList();
    List<String> found = new TemporaryProject(folder).file(FILE, yaml.toString()).problems(FILE);
    assertThat(found).as(yaml.toString()).containsExactlyElementsOf(expected);
  }

  private record Case(String title, String yaml, List<String> messages) {}

  private static List<Case> cases() throws IOException {
    String text;
    try (InputStream in =
        WrongDeclarationsTest.class.getResourceAsStream("/wrong-declarations.txt")) {
      text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
    List<Case> cases = new ArrayList<>();
    for (String block : text.split("(?m)^=== ")) {
      if (block.startsWith("#")) {
        continue;
      }
      String[] titleAndRest = block.split("\n", 2);
      String[] yamlAndMessages = titleAndRest[1].split("(?m)^---> ?", 2);
      List<String> messages =
          Stream.of(yamlAndMessages[1].split("(?m)^---> ?")).map(String::strip).toList();
      String[] titleAndForm = titleAndRest[0].split(" \\| ");
      String prefix =
          switch (titleAndForm[1].strip()) {
            case "config" -> WRITE;
            case "actions" -> LOAD;
            default -> "";
          };
      cases.add(new Case(titleAndForm[0], prefix + yamlAndMessages[0], messages));
    }
    return cases;
  }
}
