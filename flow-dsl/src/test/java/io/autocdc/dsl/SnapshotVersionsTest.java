// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SnapshotVersionsTest {

  private static SnapshotVersions of(String type, String pattern) {
    return new SnapshotVersions(
        VersionFrom.FILE_NAME, SnapshotVersions.typeOf(type).orElseThrow(), pattern);
  }

  @ParameterizedTest
  @CsvSource({
    "BIGINT, 7, 7",
    "BIGINT, 0007.json, 7",
    "BIGINT, snapshot_10.json.gz, 10",
    "BIGINT, v2.csv, 2",
    "BIGINT, data.v2.jsonl, 2",
    "BIGINT, 20240131.csv, 20240131",
    "BIGINT, größe-12.json, 12",
    "BIGINT, 9223372036854775807.json, 9223372036854775807",
    "DATE, 2024-01-31.json, 2024-01-31",
    "DATE, full_20240131.csv.gz, 2024-01-31",
    "DATE, 2024.02.29.json, 2024-02-29",
    "DATE, part7-2024_01_31-3.json, 2024-01-31",
    "DATE, 2024-01-31T10:15:00.json, 2024-01-31",
    "TIMESTAMP(3), 2024-01-31T10:15:07.json, 2024-01-31T10:15:07",
    "TIMESTAMP(3), 2024-01-31_10-15.json, 2024-01-31T10:15",
    "TIMESTAMP(3), 20240131101507.csv, 2024-01-31T10:15:07",
    "TIMESTAMP(3), 20240131T101507Z.csv, 2024-01-31T10:15:07",
    "TIMESTAMP(3), 2024-01-31.json, 2024-01-31T00:00",
    "STRING, 2024-Q1.json.gz, 2024-Q1",
    "STRING, v1.2.json, v1.2",
    "STRING, plain, plain"
  })
  void aVersionIsFoundInTheName(String type, String file, String version) {
    assertThat(of(type, null).parse(file)).hasToString(version);
  }

  @ParameterizedTest
  @CsvSource({
    "BIGINT, latest.json, there is no number in it",
    "BIGINT, 1_of_2.json, there are several numbers in it",
    "BIGINT, 9223372036854775808.json, its number is too large for BIGINT",
    "DATE, 2024-13-01.json, Invalid value for MonthOfYear",
    "DATE, 2023-02-29.json, Invalid date 'February 29'",
    "DATE, 202401311.json, there is no date such as",
    "DATE, snapshot_7.json, there is no date such as",
    "TIMESTAMP(3), 2024-01-31T25:00:00.json, Invalid value for HourOfDay",
    "TIMESTAMP(3), snapshot.json, there is no date such as"
  })
  void aNameWithoutAVersionSaysWhy(String type, String file, String reason) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> of(type, null).parse(file))
        .withMessageContaining(reason);
  }

  @Test
  void aPatternSaysWhichPartOfTheNameCounts() {
    assertThat(of("BIGINT", "_(\\d+)\\.json").parse("s3_full_12.json")).isEqualTo(12L);
    assertThat(of("BIGINT", "(?<=v)\\d+").parse("2024-v3.json")).isEqualTo(3L);
    assertThat(of("DATE", "to_(.*)\\.csv").parse("2023-01-01_to_2024-01-31.csv"))
        .isEqualTo(LocalDate.of(2024, 1, 31));
    assertThat(of("STRING", "^[^-]+").parse("b-1.json")).isEqualTo("b");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> of("BIGINT", "v(\\d+)").parse("snapshot_1.json"))
        .withMessage("version_pattern v(\\d+) is not found in it");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> of("BIGINT", "x(\\d+)|y").parse("y.json"))
        .withMessage("the group of version_pattern is not found in it");
  }

  @ParameterizedTest
  @CsvSource({
    "snapshot_1.json, BIGINT",
    "20240131.csv, BIGINT",
    "2024-01-31.json, DATE",
    "full_2024.01.31.csv.gz, DATE",
    "2024-01-31T10-15-00.json, TIMESTAMP(3)",
    "1_of_2.json, STRING",
    "latest.json, STRING"
  })
  void theLookOfANameTellsTheType(String file, String type) {
    assertThat(SnapshotVersions.guessType(file)).isEqualTo(type);
  }

  @Test
  void theFilesOfAFolderSortByTheirVersionsAndNotByTheirNames() {
    SnapshotVersions numbers = of("BIGINT", null);
    assertThat(
            Stream.of("s_10.json", "s_9.json", "s_100.json", "s_2.json")
                .sorted((a, b) -> ((Long) numbers.parse(a)).compareTo((Long) numbers.parse(b))))
        .containsExactly("s_2.json", "s_9.json", "s_10.json", "s_100.json");
  }

  @ParameterizedTest
  @ValueSource(strings = {"DOUBLE", "INT", "BOOLEAN", "ARRAY<INT>", "nonsense", "BIGINT, x INT"})
  void otherTypesAreNoVersions(String type) {
    assertThat(SnapshotVersions.typeOf(type)).isEmpty();
  }

  @Test
  void aSourceHasVersionsIfItSaysWhereTheyComeFrom() {
    assertThat(SnapshotVersions.of(source(Map.of()))).isEmpty();
    assertThat(
            SnapshotVersions.of(source(Map.of("version_from", "counter", "version_type", "DATE"))))
        .hasValueSatisfying(
            versions -> assertThat(versions.type().asSummaryString()).isEqualTo("BIGINT"));
    Source dates = source(Map.of("version_from", "FILE_NAME", "version_type", "date"));
    assertThat(SnapshotVersions.of(dates).orElseThrow().type().asSummaryString()).isEqualTo("DATE");
    assertThat(dates.addedColumns().stream().map(column -> column.name()))
        .endsWith("__snapshot_version");
  }

  private static Source source(Map<String, String> options) {
    return new Source("s", SourceTypes.FILES, ReadMode.STREAM, options, null, null);
  }

  @Test
  void mostNamesDecideOfWhichTypeVersionsAre() {
    assertThat(SnapshotVersions.guessType(List.of("README", "x_1.csv", "x_3.csv")))
        .contains("BIGINT");
    assertThat(SnapshotVersions.guessType(List.of("README", "x_2024-01-31.csv"))).contains("DATE");
    assertThat(SnapshotVersions.guessType(List.of("README", "notes"))).contains("STRING");
    assertThat(SnapshotVersions.guessType(List.of())).isEmpty();
  }
}
