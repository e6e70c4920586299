// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators;

import static org.assertj.core.api.Assertions.assertThat;

import io.autocdc.dsl.ResolvedFlow;
import io.autocdc.dsl.ScdType;
import io.autocdc.dsl.TargetPast;
import io.autocdc.golden.TestFlows;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.flink.contrib.streaming.state.EmbeddedRocksDBStateBackend;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Targets whose source gains, loses, regains, reorders and widens columns and whose flow turns
 * partial updates on and off, between runs, against a target that had all columns and one form of
 * partial updates from the beginning. That one is told of each event what it authors.
 */
class ChangedDeclarationsAgainstReferenceTest {

  private static final boolean FULL = "full".equals(System.getProperty("autocdc.test.size"));

  private static final List<String> COLUMNS = List.of("a", "b", "c", "s");

  /** From narrow to wide. */
  private static final Map<String, List<String>> TYPES =
      Map.of(
          "a", List.of("TINYINT", "INT", "BIGINT"),
          "b", List.of("DECIMAL(3, 1)", "DECIMAL(20, 1)", "DECIMAL(30, 1)"),
          "c", List.of("VARCHAR(3)", "VARCHAR(30)", "STRING"),
          "s",
              List.of(
                  "ROW<x SMALLINT, y STRING>", "ROW<y STRING, x INT>", "ROW<x BIGINT, y STRING>"));

  /** Which events of a target may say what they author. */
  enum Partial {
    NEVER,
    ALWAYS,
    NOW_AND_THEN
  }

  record Backend(String name, Supplier<StateBackend> create, int streams) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Arguments> targets() {
    List<Backend> backends =
        List.of(
            new Backend("heap", HashMapStateBackend::new, FULL ? 2_000 : 8),
            new Backend("rocksdb", EmbeddedRocksDBStateBackend::new, FULL ? 200 : 1));
    return backends.stream()
        .flatMap(
            backend ->
                Stream.of(ScdType.values())
                    .flatMap(
                        type ->
                            Stream.of(Partial.values())
                                // The reference of these would need columns_to_update.
                                .filter(
                                    partial ->
                                        type != ScdType.BITEMPORAL
                                            || partial != Partial.NOW_AND_THEN)
                                .map(partial -> Arguments.of(type, partial, backend))));
  }

  /**
   * A declaration.
   *
   * @param columns in the order of the source
   * @param width position in {@link #TYPES}, by column
   */
  private record Declaration(
      List<String> columns, Map<String, Integer> width, boolean ignoresNulls) {}

  /** What a stream of events has come to. */
  private static final class Life {
    final ScdType type;
    final Random random;
    final Set<String> everBrought = new TreeSet<>();

    /** For columns that came later: true if older events have null there, false if nothing. */
    final Map<String, Boolean> nullBefore = new LinkedHashMap<>();

    final Map<String, Integer> width = new LinkedHashMap<>();
    final List<Told> events = new ArrayList<>();
    boolean partial;
    Declaration now;
    int sequence;

    Life(ScdType type, Random random) {
      this.type = type;
      this.random = random;
    }

    /** An event with the columns that were known when it came. */
    record Told(String json, List<String> authored, Set<String> known) {}

    TargetShape declare(boolean ignoresNulls) {
      List<String> columns = new ArrayList<>(COLUMNS);
      columns.removeIf(column -> random.nextInt(3) == 0);
      Collections.shuffle(columns, random);
      TargetPast past = past();
      for (String column : columns) {
        width.merge(column, random.nextInt(2), (old, more) -> Math.min(2, old + more));
      }
      now = new Declaration(columns, Map.copyOf(width), ignoresNulls);
      partial |= ignoresNulls;
      for (String column : columns) {
        if (everBrought.add(column)) {
          nullBefore.put(column, !ignoresNulls);
        }
      }
      return shape(past);
    }

    private TargetPast past() {
      if (now == null) {
        return TargetPast.NONE;
      }
      Set<String> all = new TreeSet<>(everBrought);
      all.add("id");
      ResolvedFlow wide = flow(everBrought, ignoring(false));
      return new TargetPast(wide.output(), Map.of("one", all), everBrought, partial);
    }

    private TargetShape shape(TargetPast past) {
      ResolvedFlow flow = flow(now.columns, ignoring(now.ignoresNulls));
      return new TargetShape(ResolvedFlow.withCommonOutput(List.of(flow), past));
    }

    private static java.util.function.Consumer<io.autocdc.dsl.AutoCdcFlow.Builder> ignoring(
        boolean ignores) {
      return flow -> {
        if (ignores) {
          flow.ignoreNullUpdates();
        }
      };
    }

    /** The same events for a target that knew all columns from the beginning. */
    TargetShape reference(boolean told, boolean ignoresNulls) {
      return new TargetShape(
          List.of(
              flow(
                  finalColumns(),
                  flow -> {
                    if (told) {
                      flow.columnsToUpdate("cols");
                    } else {
                      ignoring(ignoresNulls).accept(flow);
                    }
                  })));
    }

    /** As the target has them in the end. */
    private List<String> finalColumns() {
      List<String> columns = new ArrayList<>(now.columns);
      everBrought.stream().filter(column -> !columns.contains(column)).forEach(columns::add);
      return columns;
    }

    private ResolvedFlow flow(
        Collection<String> columns,
        java.util.function.Consumer<io.autocdc.dsl.AutoCdcFlow.Builder> more) {
      String schema =
          "id BIGINT, "
              + columns.stream()
                  .map(c -> c + " " + TYPES.get(c).get(width.get(c)) + ", ")
                  .collect(Collectors.joining())
              + "cols ARRAY<STRING>, op STRING, seq INT, sys INT";
      return TestFlows.flow(
          schema,
          flow ->
              more.accept(
                  flow.named("one")
                      .keys("id")
                      .sequenceBy("seq")
                      .systemSequenceBy(type == ScdType.BITEMPORAL ? List.of("sys") : List.of())
                      .applyAsDeletes("op = 'D'")
                      .exceptColumns("cols", "op", "seq", "sys")
                      .storedAsScdType(type)));
    }

    /** Makes an event of now. */
    Told next(List<Integer> sequences) {
      Map<String, String> values = new LinkedHashMap<>();
      List<String> authored = new ArrayList<>();
      for (String column : everBrought) {
        boolean present = now.columns.contains(column);
        String value = present ? value(column) : "null";
        if (present) {
          values.put(column, value);
        }
        boolean structAuthored = !value.equals("null");
        if (!now.ignoresNulls || structAuthored) {
          authored.add(column);
        }
      }
      String fields =
          values.entrySet().stream()
              .map(e -> ",\"" + e.getKey() + "\":" + e.getValue())
              .collect(Collectors.joining());
      String json =
          "{\"id\":%d%s,\"op\":\"%s\",\"seq\":%d,\"sys\":%d"
              .formatted(
                  random.nextInt(3),
                  fields,
                  random.nextInt(8) == 0 ? "D" : "U",
                  sequences.get(sequence),
                  random.nextInt(12));
      sequence++;
      Told told = new Told(json, authored, Set.copyOf(everBrought));
      events.add(told);
      return told;
    }

    private String value(String column) {
      if (random.nextInt(4) == 0) {
        return "null";
      }
      int n = random.nextInt(3);
      return switch (column) {
        case "a" -> String.valueOf(n);
        case "b" -> n + ".5";
        case "c" -> "\"v" + n + "\"";
        default -> "{\"x\":" + n + ",\"y\":\"y" + n + "\"}";
      };
    }

    /** An event with the columns that it authors, later ones included. */
    String withAuthored(Told event) {
      List<String> authored = new ArrayList<>(event.authored);
      nullBefore.forEach(
          (column, isNull) -> {
            if (isNull && !event.known.contains(column)) {
              authored.add(column);
            }
          });
      return event.json
          + ",\"cols\":"
          + authored.stream().collect(Collectors.joining("\",\"", "[\"", "\"]")).replace("\"\"", "")
          + "}";
    }
  }

  @ParameterizedTest(name = "SCD {0}, partial {1}, {2}")
  @MethodSource("targets")
  void theTableIsThatOfATargetWhichHadAllColumnsFromTheBeginning(
      ScdType type, Partial partial, Backend backend) throws Exception {
    for (long seed = 1; seed <= backend.streams(); seed++) {
      Random random = new Random(seed);
      Life life = new Life(type, random);
      List<Integer> sequences = new ArrayList<>();
      for (int i = 0; i < 60; i++) {
        sequences.add(i);
      }
      Collections.shuffle(sequences, random);
      List<String> log = new ArrayList<>();
      try (HarnessRun run =
          new HarnessRun(
              life.declare(ignores(partial, random)),
              backend.create(),
              new Retention(0, false),
              1 + random.nextInt(3))) {
        log.add(life.now.toString());
        for (int phase = 0; phase < 4; phase++) {
          if (phase > 0) {
            run.redeclare(life.declare(ignores(partial, random)), 1 + random.nextInt(3));
            log.add(life.now.toString());
          }
          for (int i = 0; i < 15; i++) {
            String json = life.next(sequences).json() + "}";
            log.add(json);
            run.send(json);
          }
        }
        boolean told = partial == Partial.NOW_AND_THEN;
        TargetShape reference = life.reference(told, partial == Partial.ALWAYS);
        PureRun expected = new PureRun(reference);
        for (Life.Told event : life.events) {
          expected.apply(0, told ? life.withAuthored(event) : event.json() + "}");
        }
        assertThat(run.table().rows())
            .as("seed %d%n%s", seed, String.join("\n", log))
            .isEqualTo(expected.table().rows());
      }
    }
  }

  private static boolean ignores(Partial partial, Random random) {
    return switch (partial) {
      case NEVER -> false;
      case ALWAYS -> true;
      case NOW_AND_THEN -> random.nextBoolean();
    };
  }
}
