// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.problem;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ProblemTest {

  @ParameterizedTest
  @EnumSource(ErrorCode.class)
  void everyCodeIsExplained(ErrorCode code) {
    assertThat(code.explanation()).isNotBlank().endsWith(".");
    assertThat(code.remedy()).isNotBlank().endsWith(".");
  }

  @Test
  void aProblemIsOneLineWithThreeParts() {
    Problem problem =
        Problem.error(
            new Location("a.yaml", 3, 7),
            ErrorCode.INVALID_VALUE,
            "the value is 'a; b;'",
            "first;\n  second",
            "do it");
    assertThat(problem)
        .hasToString("a.yaml:3:7 INVALID_VALUE the value is 'a;b;'; first, second; do it");
  }

  @Test
  void problemsAreSortedByTheirPlaces() {
    Problems problems = new Problems();
    problems.error(new Location("b", 1, 1), ErrorCode.CYCLE, "4", "", "");
    problems.error(new Location("a", 2, 1), ErrorCode.CYCLE, "3", "", "");
    problems.error(new Location("a", 1, 9), ErrorCode.CYCLE, "2", "", "");
    problems.warning(null, ErrorCode.CYCLE, "1", "", "");
    assertThat(problems.sorted()).extracting(Problem::what).containsExactly("1", "2", "3", "4");
  }

  @Test
  void aPieceWithoutAPlaceStandsWhereThePieceAroundItDoes() {
    Locations locations = new Locations();
    locations.put("flow:f", new Location("a", 1, 1));
    locations.put("flow:f/keys", new Location("a", 2, 1));
    assertThat(locations.find("flow:f/keys/0")).isEqualTo(new Location("a", 2, 1));
    assertThat(locations.find("flow:f/source")).isEqualTo(new Location("a", 1, 1));
    assertThat(locations.find("flow:g/source")).isNull();
  }

  @Test
  void piecesOfOneNameHavePathsOfTheirOwn() {
    assertThat(Locations.paths(List.of("a", "b", "a", "a"), Locations::flow))
        .containsExactly("flow:a", "flow:b", "flow:a#2", "flow:a#3");
  }

  @Test
  void aSecretWithAnotherInItIsHiddenAsAWhole() {
    List<String> secrets = List.of("pw", "user=reader password=pw;", "");
    assertThat(Problem.hide("login user=reader password=pw; and pw", secrets))
        .isEqualTo("login *** and ***");
    AutoCdcException hidden =
        new AutoCdcException(Problem.error(null, ErrorCode.SOURCE_REFUSED, "pw", "a", "b"))
            .hiding(secrets);
    assertThat(hidden).hasMessageContaining("***").hasMessageNotContaining("pw");
  }

  @Test
  void suggestionsAreNearNamesOnly() {
    List<String> names = List.of("customer_id", "name", "operation");
    assertThat(Suggestions.nearest("custmer_id", names)).contains("customer_id");
    assertThat(Suggestions.nearest("Customer-ID", names)).contains("customer_id");
    assertThat(Suggestions.nearest("nmae", names)).contains("name");
    assertThat(Suggestions.nearest("sequence", names)).isEmpty();
    assertThat(Suggestions.didYouMean("sequence", names))
        .isEqualTo("known: customer_id, name, operation");
  }
}
