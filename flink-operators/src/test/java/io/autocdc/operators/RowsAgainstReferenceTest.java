// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.operators;

import static org.assertj.core.api.Assertions.assertThat;

import io.autocdc.operators.RandomRows.Row;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The cores on real rows, nested structs among them, against a reference on a model of the rows,
 * for every combination of options. A failure prints the seed that replays it.
 */
class RowsAgainstReferenceTest {

  private static final int STREAMS =
      "full".equals(System.getProperty("autocdc.test.size")) ? 3_000 : 60;

  static Stream<Combination> combinations() {
    return Combination.all();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("combinations")
  void theTableIsAFunctionOfTheEvents(Combination combination) {
    TargetShape target = combination.target();
    for (long seed = 1; seed <= STREAMS; seed++) {
      Random random = new Random(seed);
      List<Row> rows = RandomRows.of(combination, random);
      int cut = random.nextInt(rows.size());
      PureRun run = new PureRun(target);
      for (int i = 0; i < rows.size(); i++) {
        run.apply(rows.get(i).flow(), rows.get(i).json());
        if (i == cut || i == rows.size() - 1) {
          List<Row> arrived = rows.subList(0, i + 1);
          assertThat(run.table().rows().stream().sorted().toList())
              .as("%s, seed %d, arrivals%n%s", combination, seed, text(arrived))
              .isEqualTo(ReferenceRows.of(combination, arrived));
        }
      }
    }
  }

  private static String text(List<Row> rows) {
    return rows.stream()
        .map(row -> row.flow() + " " + row.json())
        .collect(Collectors.joining("\n"));
  }
}
