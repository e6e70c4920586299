// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Everything that is wrong is said in one go, with its place. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class WrongDeclarationsE2eTest {

  @TempDir private Path folder;

  @Test
  void validateListsAllOfThemAtOnce() {
    new TestProject(folder.resolve("project"))
        .write(
            "p.yaml",
            TestProject.pipeline(
                TestProject.load("changes", "id BIGINT, v STRING, op STRING, seq BIGINT"),
                TestProject.load("bad_type", "id BIGNIT, seq BIGINT"),
                TestProject.load("reserved", "id BIGINT, `__START_AT` BIGINT, seq BIGINT"),
                TestProject.load("untold", "${nowhere}"),
                TestProject.write("no_keys", "changes", "sequence_by: seq"),
                TestProject.write("unknown", "changes", "keys: [idd]", "sequence_by: seq"),
                TestProject.write(
                    "both",
                    "changes",
                    "keys: [id]",
                    "sequence_by: seq",
                    "column_list: [id, v]",
                    "except_column_list: [op]"),
                TestProject.write(
                    "truncates",
                    "changes",
                    "keys: [id]",
                    "sequence_by: seq",
                    "scd_type: 2",
                    "apply_as_truncates: \"op = 'T'\""),
                TestProject.write(
                    "names", "reserved", "keys: [id]", "sequence_by: seq", "scd_type: 2"),
                TestProject.write("misspelt", "changes", "keyz: [id]", "sequence_by: seq"),
                TestProject.write(
                    "broken",
                    "changes",
                    "keys: [id]",
                    "sequence_by: seq",
                    "apply_as_deletes: \"op = = 'D'\""),
                TestProject.write(
                    "number",
                    "changes",
                    "keys: [id]",
                    "sequence_by: seq",
                    "apply_as_deletes: \"seq + 1\""),
                TestProject.write("shared", "changes", "keys: [id]", "sequence_by: seq"),
                TestProject.write("shared", "changes", "keys: [v]", "sequence_by: seq")
                    .replace("name: shared", "name: shared_too")));
    Cli.Result result = new Cli(folder).run("validate", "project").expect(1);
    assertThat(result.out())
        .contains("INVALID_SCHEMA", "BIGNIT", "did you mean BIGINT?")
        .contains("RESERVED_COLUMN", "__START_AT")
        .contains("UNRESOLVED_TOKEN", "nowhere")
        .contains("NO_KEYS")
        .contains("UNKNOWN_COLUMN", "'idd'", "did you mean 'id'?")
        .contains("CONFLICTING_OPTIONS", "except_column_list")
        .contains("TRUNCATE_NEEDS_SCD1")
        .contains("UNKNOWN_KEY", "keyz", "did you mean 'keys'?")
        .contains("INVALID_EXPRESSION")
        .contains("NOT_BOOLEAN")
        .contains("FLOWS_DISAGREE");
    assertThat(result.lines())
        .allSatisfy(line -> assertThat(line).matches("project/p\\.yaml:\\d+:\\d+ .*"));
    assertThat(result.toString()).doesNotContain("Exception").doesNotContain("\tat ");
  }
}
