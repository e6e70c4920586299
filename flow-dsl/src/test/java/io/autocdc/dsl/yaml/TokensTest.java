// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TokensTest {

  @TempDir private Path folder;
  private TemporaryProject project;

  @BeforeEach
  void makeProject() {
    project = new TemporaryProject(folder);
  }

  private void loadFrom(String path) {
    load("path: \"" + path + "\"");
  }

  private void load(String options) {
    project.file(
        "p.yaml",
        """
        pipeline: p
        actions:
          - name: load
            type: load
            source: { type: files, format: json, schema: "id BIGINT", %s }
            target: changes
        """
            .formatted(options));
  }

  private String path() {
    assertThat(project.problems("p.yaml")).isEmpty();
    return project.check("p.yaml").pipelines().get(0).sources().get(0).options().get("path");
  }

  private List<String> problems() {
    return project.problems("p.yaml");
  }

  @Test
  void setWinsOverTheEnvironmentAndThatOverGlobalAndTheProjectFile() {
    project
        .file("autocdc.yaml", "variables: { a: p, b: p, c: p, d: p }")
        .file(
            "substitutions/dev.yaml",
            "dev: { a: e, b: e }\nglobal: { a: g, b: g, c: g }\nprod: { a: x }\n")
        .env("dev")
        .set("a", "s");
    loadFrom("${a}${b}${c}${d}");
    assertThat(path()).isEqualTo("segp");
  }

  @Test
  void substitutionsCanBeFlat() {
    project.file("substitutions/dev.yaml", "root: /srv\nlanding: ${root}/in\n").env("dev");
    loadFrom("${landing}/x");
    assertThat(path()).isEqualTo("/srv/in/x");
  }

  @Test
  void defaultsCanHoldTokensAndColons() {
    project.set("b", "B");
    loadFrom("${a:s3://x/${b}}");
    assertThat(path()).isEqualTo("s3://x/B");
  }

  @Test
  void anEmptyDefaultIsAValue() {
    loadFrom("x${a:}y");
    assertThat(path()).isEqualTo("xy");
  }

  @Test
  void environmentVariablesAreRead() {
    project.variable("HOME_DIR", "/h");
    loadFrom("${env:HOME_DIR}/${env:MISSING:none}");
    assertThat(path()).isEqualTo("/h/none");
  }

  @Test
  void twoDollarsStandForTheCharactersThemselves() {
    loadFrom("a$${b}");
    assertThat(path()).isEqualTo("a${b}");
  }

  @Test
  void theOlderFormCountsForKnownTokensOnly() {
    project.set("landing", "in");
    loadFrom("{landing}/{other}/{a,b}");
    assertThat(path()).isEqualTo("in/{other}/{a,b}");
  }

  @Test
  void variablesOfAFlowgroupAreItsOwn() {
    project.file(
        "p.yaml",
        """
        pipeline: p
        variables: { entity: orders }
        actions:
          - name: load_%{entity}
            type: load
            source: { type: files, format: json, schema: "id BIGINT", path: "data/%{entity}" }
            target: changes
        """);
    assertThat(path()).isEqualTo("data/orders");
  }

  @Test
  void anUnresolvedTokenIsShownAtItsPlaceWithTheNearestName() {
    project.file("substitutions/dev.yaml", "landing: x").env("dev");
    loadFrom("data/${landign}");
    assertThat(problems())
        .containsExactly(
            "p.yaml:5:75 UNRESOLVED_TOKEN the token 'landign' has no value; it is not in --set, "
                + "substitutions/dev.yaml or autocdc.yaml; did you mean 'landing'?");
  }

  @Test
  void aTokenInItsOwnValueIsAnError() {
    project.set("a", "${b}").set("b", "${a}");
    loadFrom("${a}");
    assertThat(problems())
        .containsExactly(
            "p.yaml:5:70 UNRESOLVED_TOKEN the token 'a' stands in its own value; it has no end; "
                + "give it a value without itself");
  }

  @Test
  void anEnvironmentWithoutItsFileIsAnErrorThatNamesTheNearest() {
    project.file("substitutions/prod.yaml", "a: b").env("prd");
    loadFrom("x");
    assertThat(problems())
        .containsExactly(
            "FILE_NOT_FOUND there is no file 'substitutions/prd.yaml'; "
                + "the environment 'prd' is read from it; did you mean 'prod'?");
  }

  @Test
  void secretsComeFromSubstitutionsOrFromVariables() {
    project
        .file(
            "substitutions/dev.yaml",
            """
            secrets:
              default_scope: main
              scopes: { db: prod-db }
              prod-db: { user: "${env:DB_USER}" }
            """)
        .env("dev")
        .variable("DB_USER", "u1")
        .variable("AUTOCDC_SECRET_MAIN_API_KEY", "k1");
    loadFrom("${secret:db/user}/${secret:api-key}");
    assertThat(path()).isEqualTo("u1/k1");
  }

  @Test
  void theValueOfASecretIsNeverShown() {
    project.variable("AUTOCDC_SECRET_S_K", "hunter2");
    load("path: x, header: \"${secret:s/k}\"");
    assertThat(problems())
        .singleElement()
        .asString()
        .contains("INVALID_VALUE source 'changes' has header '***'")
        .doesNotContain("hunter2");
  }

  @Test
  void aSecretInAMistakeOfReadingIsNotShownEither() {
    project.variable("AUTOCDC_SECRET_S_K", "hunter2");
    project.file(
        "p.yaml",
        """
        pipeline: p
        actions:
          - name: load
            type: ${secret:s/k}
        """);
    assertThat(problems()).singleElement().asString().contains("'***'").doesNotContain("hunter2");
  }

  @Test
  void aMissingSecretNamesTheVariableToSet() {
    loadFrom("${secret:my-scope/key}");
    assertThat(problems())
        .containsExactly(
            "p.yaml:5:70 UNRESOLVED_TOKEN the secret 'my-scope/key' has no value; "
                + "it is not among the secrets of the substitutions; "
                + "set the environment variable AUTOCDC_SECRET_MY_SCOPE_KEY");
  }
}
