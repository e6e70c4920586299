// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.dsl.yaml;

import java.util.Map;

/**
 * What decides the values of tokens in files.
 *
 * @param env name of the environment, which chooses {@code substitutions/<env>.yaml}; null for none
 * @param set values of tokens that win over all files
 * @param environment the environment variables of the process
 * @param keepsReferences true to leave values of secrets and environment variables out of texts: in
 *     their place stand {@link io.autocdc.dsl.read.References}
 */
public record ReadOptions(
    String env, Map<String, String> set, Map<String, String> environment, boolean keepsReferences) {

  public ReadOptions {
    set = Map.copyOf(set);
    environment = Map.copyOf(environment);
  }

  /** Values of secrets and environment variables stand in the texts that name them. */
  public ReadOptions(String env, Map<String, String> set, Map<String, String> environment) {
    this(env, set, environment, false);
  }

  /** The same without values of secrets and environment variables. */
  public ReadOptions keepingReferences() {
    return new ReadOptions(env, set, environment, true);
  }

  /** No environment, nothing set, the variables of this process. */
  public static ReadOptions defaults() {
    return new ReadOptions(null, Map.of(), System.getenv());
  }
}
