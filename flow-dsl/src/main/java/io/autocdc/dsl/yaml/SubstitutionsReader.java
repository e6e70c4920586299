// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.yaml;

import io.autocdc.dsl.problem.ErrorCode;
import io.autocdc.dsl.problem.Location;
import io.autocdc.dsl.problem.Problems;
import io.autocdc.dsl.problem.Suggestions;
import io.autocdc.dsl.yaml.YamlNode.Mapping;
import io.autocdc.dsl.yaml.YamlNode.Scalar;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/**
 * Reads {@code substitutions/<env>.yaml}: {@code token: value}, flat or below the name of the
 * environment; a {@code global} section for what the environment does not give; and {@code
 * secrets}, by scope and key, with Lakehouse Plumber's {@code default_scope} and {@code scopes}.
 */
final class SubstitutionsReader {

  private static final String FOLDER = "substitutions";
  private static final String GLOBAL = "global";
  private static final String SECRETS = "secrets";

  private final String env;
  private final ProjectLayout layout;
  private final TokenValues values;
  private final Problems problems;

  SubstitutionsReader(String env, ProjectLayout layout, TokenValues values, Problems problems) {
    this.env = env;
    this.layout = layout;
    this.values = values;
    this.problems = problems;
  }

  void read() {
    Path folder = layout.folder().resolve(FOLDER);
    Path file = folder.resolve(env + ".yaml");
    if (!Files.isRegularFile(file)) {
      problems.error(
          null,
          ErrorCode.FILE_NOT_FOUND,
          "there is no file '" + layout.display(file) + "'",
          "the environment '" + env + "' is read from it",
          Suggestions.didYouMean(env, environments(folder)));
      return;
    }
    for (YamlNode document : layout.parse(file, problems)) {
      if (document instanceof Mapping mapping) {
        readDocument(mapping);
      } else {
        invalid(document.location(), "the file is " + document.kind(), "token: value");
      }
    }
  }

  private void readDocument(Mapping mapping) {
    boolean hasSections = mapping.get(env) instanceof Mapping;
    mapping
        .entries()
        .forEach(
            (key, entry) -> {
              if (entry.value() instanceof Mapping section) {
                readSection(key, section, hasSections);
              } else {
                readTokens(single(mapping, key), FOLDER, values::putOfEnvironment, problems);
              }
            });
  }

  /** Sections of other environments may stand beside that of this one. */
  private void readSection(String key, Mapping section, boolean hasSections) {
    if (key.equals(env)) {
      readTokens(section, key, values::putOfEnvironment, problems);
    } else if (key.equals(GLOBAL)) {
      readTokens(section, key, values::putGlobal, problems);
    } else if (key.equals(SECRETS)) {
      readSecrets(section);
    } else if (!hasSections) {
      invalid(
          section.location(),
          "there is a section '" + key + "'",
          "the section '" + env + "', or token: value without sections");
    }
  }

  private void readSecrets(Mapping secrets) {
    secrets
        .entries()
        .forEach(
            (scope, entry) -> {
              if (entry.value() instanceof Scalar scalar && scope.equals("default_scope")) {
                values.setDefaultSecretScope(scalar.text());
              } else if (entry.value() instanceof Mapping keys && scope.equals("scopes")) {
                readTokens(keys, scope, values::putSecretScope, problems);
              } else if (entry.value() instanceof Mapping keys) {
                readTokens(
                    keys, scope, (key, value) -> values.putSecret(scope, key, value), problems);
              } else {
                invalid(
                    entry.value().location(),
                    "the secret scope '" + scope + "' is " + entry.value().kind(),
                    "key: value below the name of the scope");
              }
            });
  }

  /** Reads {@code token: value}; tokens in the values are resolved when they are used. */
  static void readTokens(
      Mapping mapping, String name, BiConsumer<String, String> sink, Problems problems) {
    mapping
        .entries()
        .forEach(
            (token, entry) -> {
              if (entry.value() instanceof Scalar scalar) {
                sink.accept(token, scalar.text());
              } else {
                problems.error(
                    entry.value().location(),
                    ErrorCode.INVALID_VALUE,
                    "'" + token + "' of " + name + " is " + entry.value().kind(),
                    "a token stands for a text",
                    "write token: value");
              }
            });
  }

  private static Mapping single(Mapping mapping, String key) {
    return new Mapping(mapping.location(), Map.of(key, mapping.entries().get(key)));
  }

  private static List<String> environments(Path folder) {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".yaml"))
          .map(name -> name.substring(0, name.length() - ".yaml".length()))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void invalid(Location location, String what, String forms) {
    problems.error(
        location, ErrorCode.INVALID_VALUE, what, "it has another form", "write " + forms);
  }
}
