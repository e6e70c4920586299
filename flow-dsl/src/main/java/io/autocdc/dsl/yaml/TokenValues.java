// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.yaml;

import io.autocdc.dsl.read.References;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The values of tokens, from --set, from the substitutions of an environment and from the project
 * file, in this order of precedence; and the secrets.
 */
final class TokenValues {

  private final ReadOptions options;
  private final Map<String, String> ofEnvironment = new HashMap<>();
  private final Map<String, String> global = new HashMap<>();
  private final Map<String, String> ofProject = new HashMap<>();
  private final Map<String, String> secrets = new HashMap<>();
  private final Map<String, String> secretScopes = new HashMap<>();
  private final Set<String> usedSecrets = new HashSet<>();
  private final Set<String> asked = new HashSet<>();
  private final Map<String, String> variables = new TreeMap<>();
  private String defaultScope;

  TokenValues(ReadOptions options) {
    this.options = options;
  }

  void putOfEnvironment(String token, String value) {
    ofEnvironment.put(token, value);
  }

  void putGlobal(String token, String value) {
    global.put(token, value);
  }

  void putOfProject(String token, String value) {
    ofProject.put(token, value);
  }

  void putSecret(String scope, String key, String value) {
    secrets.put(scope + "/" + key, value);
  }

  void putSecretScope(String alias, String scope) {
    secretScopes.put(alias, scope);
  }

  void setDefaultSecretScope(String scope) {
    defaultScope = scope;
  }

  /** The value of a token, tokens in it unresolved; null if it has none. */
  String find(String token) {
    asked.add(token);
    for (Map<String, String> values : List.of(options.set(), ofEnvironment, global, ofProject)) {
      if (values.containsKey(token)) {
        return values.get(token);
      }
    }
    return null;
  }

  Set<String> names() {
    Set<String> names = new LinkedHashSet<>(options.set().keySet());
    names.addAll(ofEnvironment.keySet());
    names.addAll(global.keySet());
    names.addAll(ofProject.keySet());
    return names;
  }

  /** Names given with --set that no file asks for, each with those that they may have been. */
  Map<String, Set<String>> unusedOfSet() {
    Map<String, Set<String>> unused = new TreeMap<>();
    for (String name : options.set().keySet()) {
      if (!asked.contains(name)) {
        unused.put(name, new TreeSet<>(asked));
      }
    }
    return unused;
  }

  String environmentVariable(String name) {
    return options.environment().get(name);
  }

  /**
   * The value of a secret, tokens in it unresolved; null if it has none.
   *
   * @param reference {@code scope/key}, or {@code key} of the default scope
   */
  String findSecret(String reference) {
    String secret = withScope(reference);
    String declared = secrets.get(secret);
    return declared != null ? declared : environmentVariable(References.secretVariable(secret));
  }

  /** The secret with the scope that its alias, or the default scope, stands for. */
  private String withScope(String reference) {
    int slash = reference.indexOf('/');
    String alias = slash < 0 ? defaultScope : reference.substring(0, slash);
    String key = reference.substring(slash + 1);
    String scope = secretScopes.getOrDefault(alias, alias);
    return scope == null ? key : scope + "/" + key;
  }

  /** What stands in a text for an environment variable. */
  String textOfVariable(String name, String value) {
    if (!options.keepsReferences()) {
      return value;
    }
    variables.put(name, value);
    return References.ofVariable(name);
  }

  /** What stands in a text for a secret. Its value is remembered, so that no message shows it. */
  String textOfSecret(String reference, String value) {
    usedSecrets.add(value);
    if (!options.keepsReferences()) {
      return value;
    }
    String secret = withScope(reference);
    variables.put(References.secretVariable(secret), value);
    return References.ofSecret(secret);
  }

  /** The environment variables that references name, with their values. */
  Map<String, String> variables() {
    return variables;
  }

  Set<String> usedSecrets() {
    return usedSecrets;
  }

  /** Where values are looked up, for messages. */
  String places() {
    return options.env() == null
        ? "--set or autocdc.yaml, and no --env is given"
        : "--set, substitutions/" + options.env() + ".yaml or autocdc.yaml";
  }
}
