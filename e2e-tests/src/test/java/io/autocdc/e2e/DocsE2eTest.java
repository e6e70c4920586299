// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.autocdc.dsl.ChangeFeeds;
import io.autocdc.dsl.DatabaseOptions;
import io.autocdc.dsl.DeltaFeeds;
import io.autocdc.dsl.KafkaOptions;
import io.autocdc.dsl.Pipeline;
import io.autocdc.dsl.ReadMode;
import io.autocdc.dsl.Source;
import io.autocdc.dsl.SourceTypes;
import io.autocdc.dsl.TableFeeds;
import io.autocdc.dsl.yaml.ProjectReader;
import io.autocdc.dsl.yaml.ReadOptions;
import io.autocdc.e2e.MarkdownPage.Block;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Keeps the pages true. Every fenced block has a kind, and every kind is held against the program:
 *
 * <ul>
 *   <li>{@code console}: the commands are run, page after page in the order of the links in the
 *       README, all in one folder; {@code exit=1} behind the fence gives another exit code than 0,
 *       {@code snapshots} says that runs read snapshots, {@code cluster} that {@link
 *       ClusterE2eTest} runs them
 *   <li>{@code file=PATH} behind any other fence: the block is written to that file before the
 *       commands below it run; {@code same-as=PATH}: the block equals that file of the repository
 *   <li>{@code yaml KIND} and {@code java KIND}: checked, or compiled and run, see {@link
 *       DeclarationSnippet} and {@link JavaSnippet}
 *   <li>{@code sql script} and {@code sql statements}: checked, see {@link DeclarationSnippet};
 *       {@code sql flink}: run by Flink; {@code sql client}: run in Flink's SQL client, see {@link
 *       SqlClientE2eTest}; {@code sql lakeflow}: the text of another product
 * </ul>
 *
 * With {@code -Dautocdc.docs.update=true} generated parts and outputs of commands are rewritten.
 */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class DocsE2eTest {

  private static final List<String> SQL_KINDS =
      List.of(
          "client",
          "database",
          "database-changes",
          "database-user",
          "flink",
          "lakeflow",
          "script",
          "statements");
  private static final boolean UPDATE = Boolean.getBoolean("autocdc.docs.update");
  private static final String UPDATE_COMMAND =
      "mvn -pl e2e-tests -am test -Dtest=DocsE2eTest -Dsurefire.failIfNoSpecifiedTests=false"
          + " -Dautocdc.docs.update=true";
  private static final Pattern LINK =
      Pattern.compile("\\]\\(([^)\\s]+)\\)|(?:src|href)=\"([^\"]+)\"");

  @TempDir private Path folder;

  private static MarkdownPage page(String name) {
    return new MarkdownPage(Cli.ROOT, name);
  }

  /** The README, the pages in the order in which it links them, and those of the examples. */
  private static List<String> pages() {
    Set<String> names = new LinkedHashSet<>(List.of("README.md"));
    links(page("README.md")).stream()
        .filter(link -> link.matches("docs/[^/]+\\.md"))
        .forEach(names::add);
    names.add("examples/customers/README.md");
    names.add("examples/parquet/README.md");
    return List.copyOf(names);
  }

  @Test
  void commandsPrintWhatThePagesSay() throws Exception {
    PageCommands commands = new PageCommands(folder);
    for (String name : pages()) {
      MarkdownPage page = page(name);
      Map<Block, List<String>> printed = commands.run(page);
      if (UPDATE) {
        List<Block> fromTheEnd = new ArrayList<>(printed.keySet());
        Collections.reverse(fromTheEnd);
        fromTheEnd.forEach(block -> page.replace(block.from() + 1, block.to(), printed.get(block)));
      }
    }
    assertThat(commands.failures()).isEmpty();
    if (!UPDATE) {
      assertThat(commands.differences()).as("to rewrite the outputs: %s", UPDATE_COMMAND).isEmpty();
    }
  }

  @Test
  void everyBlockIsOfAKindThatIsChecked() {
    SoftAssertions softly = new SoftAssertions();
    for (String name : pages()) {
      MarkdownPage page = page(name);
      for (int line : page.hiddenCode()) {
        softly.fail("%s: code stands in fences at the start of a line", page.place(line));
      }
      for (Block block : page.blocks()) {
        boolean isFile =
            block.attribute("file").isPresent() || block.attribute("same-as").isPresent();
        boolean isChecked =
            isFile
                || switch (block.language()) {
                  case "console" ->
                      block.attributes().stream()
                          .allMatch(a -> a.matches("exit=\\d|snapshots|cluster"));
                  // Tests that have a broker or database do what the page says and show the table.
                  case "json" -> block.attributes().equals(List.of("kafka"));
                  case "text" ->
                      List.of("kafka", "database").contains(String.join(" ", block.attributes()));
                  case "yaml", "java" -> !block.attributes().isEmpty();
                  case "sql" ->
                      block.attributes().size() == 1
                          && SQL_KINDS.contains(block.attributes().get(0));
                  default -> false;
                };
        boolean showsCommand =
            block.lines().stream().anyMatch(l -> l.matches("\\$ .*|.*autocdc run .*"));
        softly
            .assertThat(isChecked)
            .as(
                "%s: the fence '%s' says how it is checked",
                page.place(block.from()), block.language())
            .isTrue();
        softly
            .assertThat(showsCommand && !block.language().equals("console"))
            .as("%s: commands stand in console blocks", page.place(block.from()))
            .isFalse();
      }
    }
    softly.assertAll();
  }

  @Test
  void generatedPartsAreUpToDate() throws IOException {
    SoftAssertions softly = new SoftAssertions();
    Set<String> found = new TreeSet<>();
    for (String name : pages()) {
      MarkdownPage page = page(name);
      // From the end: what is rewritten moves the lines below it.
      List<Integer> starts = new ArrayList<>(page.find(GeneratedParts.START));
      Collections.reverse(starts);
      for (int start : starts) {
        int end =
            page.lines().subList(start, page.lines().size()).indexOf(GeneratedParts.END) + start;
        String part = GeneratedParts.nameOf(page.lines().get(start));
        found.add(part);
        List<String> current = List.copyOf(page.lines().subList(start + 1, end));
        List<String> wanted = new ArrayList<>(GeneratedParts.lines(part));
        wanted.add(0, "");
        wanted.add("");
        if (UPDATE) {
          page.replace(start + 1, end, wanted);
        } else {
          softly
              .assertThat(current)
              .as("%s is older than the code; run: %s", page.place(start), UPDATE_COMMAND)
              .isEqualTo(wanted);
        }
      }
    }
    softly
        .assertThat(found)
        .containsExactlyInAnyOrder(
            "error-codes",
            "event-types",
            "metrics",
            "commands",
            "common-options",
            "procedures",
            "procedure-arguments",
            "functions");
    softly.assertAll();
  }

  @Test
  void parametersOfFlowsAreAllThereAndTheirExamplesAreValid() throws Exception {
    MarkdownPage page = page("docs/declare-flows.md");
    MarkdownPage.Table table = tableBehind(page, "<!-- checked: flow-parameters -->");
    DeclarationSnippet snippets = new DeclarationSnippet(folder);
    SoftAssertions softly = new SoftAssertions();
    softly
        .assertThat(table.rows().stream().map(row -> row.get(0)).toList())
        .as(page.name())
        .containsExactlyInAnyOrderElementsOf(FlowParameterTable.names());
    for (List<String> row : table.rows()) {
      String yaml = FlowParameterTable.configuration(row.get(0), row.get(row.size() - 1));
      softly
          .assertThat(snippets.problems("cdc_config", yaml))
          .as("%s: example of %s", page.name(), row.get(0))
          .isEmpty();
    }
    softly.assertAll();
  }

  @Test
  void controlColumnsOfChangeFeedsAreAllThere() {
    List<List<String>> rows =
        tableBehind(page("docs/change-feeds.md"), "<!-- checked: control-columns -->").rows();
    assertThat(rows.stream().map(row -> row.get(0) + " " + row.get(1)))
        .containsExactlyElementsOf(
            ChangeFeeds.COLUMNS.stream()
                .map(column -> column.name() + " " + column.type().asSummaryString())
                .toList());
  }

  @Test
  void columnsOfTopicsAreAllThere() {
    List<List<String>> rows =
        tableBehind(page("docs/sources-kafka.md"), "<!-- checked: topic-columns -->").rows();
    assertThat(rows.stream().map(row -> row.get(0) + " " + row.get(1)))
        .containsExactlyElementsOf(
            KafkaOptions.COLUMNS.stream()
                .map(column -> column.name() + " " + column.type().asSummaryString())
                .toList());
  }

  @Test
  void columnsOfTablesAreAllThere() {
    List<List<String>> rows =
        tableBehind(page("docs/sources-paimon.md"), "<!-- checked: table-columns -->").rows();
    assertThat(rows.stream().map(row -> row.get(0) + " " + row.get(1)))
        .containsExactlyElementsOf(
            TableFeeds.COLUMNS.stream()
                .map(column -> column.name() + " " + column.type().asSummaryString())
                .toList());
  }

  @Test
  void columnsOfDeltaTablesAreAllThere() {
    Source feed =
        new Source(
            "s",
            SourceTypes.DELTA,
            ReadMode.STREAM,
            Map.of(DeltaFeeds.READ_CHANGE_FEED, "true"),
            null,
            null);
    List<List<String>> rows =
        tableBehind(page("docs/sources-delta.md"), "<!-- checked: table-columns -->").rows();
    assertThat(rows.stream().map(row -> row.get(0) + " " + row.get(1)))
        .containsExactlyElementsOf(
            feed.addedColumns().stream()
                .map(column -> column.name() + " " + column.type().asSummaryString())
                .toList());
  }

  @Test
  void optionsOfSourcesAreAllThere() {
    assertThat(optionsOf("docs/sources-files.md"))
        .containsExactlyElementsOf(SourceTypes.find(SourceTypes.FILES).orElseThrow().options());
    List<String> known =
        new ArrayList<>(SourceTypes.find(SourceTypes.KAFKA).orElseThrow().options());
    known.removeAll(ChangeFeeds.OPTIONS.keySet()); // They have a page of their own.
    known.add(KafkaOptions.CLIENT_PREFIX); // Its star is no part of the text.
    assertThat(optionsOf("docs/sources-kafka.md")).containsExactlyElementsOf(known);
    assertThat(optionsOf("docs/sources-paimon.md"))
        .containsExactlyInAnyOrderElementsOf(
            SourceTypes.find(SourceTypes.PAIMON).orElseThrow().options());
    assertThat(optionsOf("docs/sources-delta.md"))
        .containsExactlyElementsOf(SourceTypes.find(SourceTypes.DELTA).orElseThrow().options());
    for (String page : List.of("docs/sources-postgres.md", "docs/sources-mysql.md")) {
      String type = page.contains("mysql") ? SourceTypes.MYSQL_CDC : SourceTypes.POSTGRES_CDC;
      List<String> options = new ArrayList<>(SourceTypes.find(type).orElseThrow().options());
      options.add(DatabaseOptions.DEBEZIUM_PREFIX);
      assertThat(optionsOf(page)).containsExactlyElementsOf(options);
    }
  }

  private static List<String> optionsOf(String page) {
    return tableBehind(page(page), "<!-- checked: source-options -->").rows().stream()
        .map(row -> row.get(0))
        .toList();
  }

  @Test
  void declarationsAreValid() throws Exception {
    DeclarationSnippet snippets = new DeclarationSnippet(folder);
    SoftAssertions softly = new SoftAssertions();
    for (String name : pages()) {
      MarkdownPage page = page(name);
      for (Block block : page.blocks()) {
        String place = page.place(block.from());
        if (block.attribute("same-as").isPresent()) {
          Path file = Cli.ROOT.resolve(block.attribute("same-as").get());
          softly.assertThat(block.text()).as(place).isEqualTo(Files.readString(file));
        } else if (isDeclaration(block)) {
          softly
              .assertThat(snippets.problems(block.attributes().get(0), block.text()))
              .as(place)
              .isEmpty();
        }
      }
    }
    softly.assertAll();
  }

  private static boolean isDeclaration(Block block) {
    return switch (block.language()) {
      case "yaml" -> block.attribute("file").isEmpty() && !block.attributes().contains("database");
      case "sql" ->
          block.attributes().contains("script") || block.attributes().contains("statements");
      default -> false;
    };
  }

  @Test
  void javaCompilesAndDeclaresWhatTheYamlDoes() throws Exception {
    JavaSnippet snippets = new JavaSnippet(folder);
    SoftAssertions softly = new SoftAssertions();
    for (String name : pages()) {
      MarkdownPage page = page(name);
      for (Block block : page.blocks()) {
        if (block.language().equals("java")) {
          Pipeline declared = snippets.declared(block.attributes().get(0), block.text());
          block
              .attribute("equals")
              .ifPresent(
                  project ->
                      softly
                          .assertThat(declared)
                          .as(page.place(block.from()))
                          .isEqualTo(pipelineOf(Cli.ROOT.resolve(project))));
        }
      }
    }
    softly.assertAll();
  }

  @Test
  void workedTablesHoldInEveryOrderOfArrival() {
    List<String> problems = new ArrayList<>();
    int examples = 0;
    for (String name : pages()) {
      MarkdownPage page = page(name);
      for (int line : page.find(WorkedTable.MARK)) {
        problems.addAll(WorkedTable.problems(page, line));
        examples++;
      }
    }
    assertThat(problems).isEmpty();
    assertThat(examples).isGreaterThan(5);
  }

  @Test
  void everyPageIsReachedAndEveryLinkLeadsSomewhere() throws IOException {
    Set<String> unreached = new HashSet<>();
    try (Stream<Path> files = Files.list(Cli.ROOT.resolve("docs"))) {
      files
          .map(file -> "docs/" + file.getFileName())
          .filter(file -> file.endsWith(".md"))
          .forEach(unreached::add);
    }
    unreached.removeAll(pages());
    assertThat(unreached).as("pages that the README does not link").isEmpty();
    SoftAssertions softly = new SoftAssertions();
    for (String name : pages()) {
      MarkdownPage page = page(name);
      Path here = Cli.ROOT.resolve(name).getParent();
      for (String link : links(page)) {
        String[] parts = link.split("#", 2);
        Path target =
            parts[0].isEmpty() ? Cli.ROOT.resolve(name) : here.resolve(parts[0]).normalize();
        softly.assertThat(target).as("%s: link %s", name, link).exists();
        if (parts.length == 2 && Files.exists(target)) {
          softly
              .assertThat(anchors(page(Cli.ROOT.relativize(target).toString())))
              .as("%s: link %s", name, link)
              .contains(parts[1]);
        }
      }
    }
    softly.assertAll();
  }

  private static MarkdownPage.Table tableBehind(MarkdownPage page, String mark) {
    List<Integer> found = page.find(mark);
    assertThat(found).as("%s: %s", page.name(), mark).hasSize(1);
    return page.table(found.get(0));
  }

  private static Pipeline pipelineOf(Path project) {
    return ProjectReader.read(project, ReadOptions.defaults()).pipelines().get(0).build();
  }

  /** Links to files and to parts of pages. */
  private static List<String> links(MarkdownPage page) {
    List<String> links = new ArrayList<>();
    for (String line : page.lines()) {
      Matcher link = LINK.matcher(line);
      while (link.find()) {
        String target = link.group(1) == null ? link.group(2) : link.group(1);
        if (!target.matches("[a-z]+:.*")) {
          links.add(target);
        }
      }
    }
    return links;
  }

  /** The anchors that GitHub makes of headings. */
  private static List<String> anchors(MarkdownPage page) {
    return page.lines().stream()
        .filter(line -> line.matches("#{1,6} .*"))
        .map(line -> line.replaceFirst("^#+ ", "").toLowerCase(Locale.ROOT))
        .map(text -> text.replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-'))
        .toList();
  }
}
